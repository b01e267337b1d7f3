"""Soak: people play all games over HTTP for some minutes while the server is killed, slips are doubled and replayed.

At the end every finished game verifies, no acknowledged turn is missing and none is stored twice.
"""

import random
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import requests
from sqlalchemy import func, select

import engine
from bench.server_speed import postgres
from engine.ledger.verify import verify
from server import create_app
from server.config import Config, load_config
from server.models import Entry
from server.services import host
from server.services.club import Club
from tests.server.people import HttpDoor, Person
from tests.server.processes import Served

TABLES = 4
SECONDS_BETWEEN_KILLS = (2.0, 6.0)


class Soak:
    """One club under stress: who plays, what was acknowledged, which games ended."""

    def __init__(self, config: Config, seconds: float) -> None:
        host.init(config).engine.dispose()
        self.club: Club = create_app(config).extensions["atelier"]
        self.server = Served(config)
        self.until = time.monotonic() + seconds
        self.acknowledged: list[tuple[str, int, str]] = []
        self.finished: list[tuple[Person, str]] = []
        self.kills = self.doubled = 0
        self.faults: list[str] = []

    @property
    def is_running(self) -> bool:
        """Whether there is time left and nothing went wrong."""
        return time.monotonic() < self.until and not self.faults

    def run(self) -> None:
        """Play at all tables until the time is over, killing the server now and then."""
        self.server.start()
        tables = [threading.Thread(target=self.table, args=(number,)) for number in range(TABLES)]
        for table in tables:
            table.start()
        rng = random.Random()
        while self.is_running:
            time.sleep(rng.uniform(*SECONDS_BETWEEN_KILLS))
            self.server.kill()
            self.kills += 1
            self.server.start()
        for table in tables:
            table.join()

    def table(self, number: int) -> None:
        """Play one game after the other at one table."""
        rng = random.Random(number)
        people: list[Person] = []
        while self.is_running:
            try:
                people = people or [
                    Person(HttpDoor(self.server.url), self.club, f"{side}{number}n{rng.randrange(10**6)}").register()
                    for side in ("ada", "bob")
                ]
                self.play_game(people, rng)
            except requests.RequestException:
                time.sleep(0.2)
            except AssertionError as fault:
                self.faults.append(repr(fault))

    def play_game(self, people: list[Person], rng: random.Random) -> None:
        """Play a game of any kind to its end, with a greedy bot where there is room."""
        game = rng.choice([name for name, rules in engine.games().items() if 2 in rules.seats])
        room = engine.games()[game].seats[-1] > 2
        table: str = people[0].open(game, 2 + room, bots=[{"seat": 2, "bot": "greedy"}] if room else [])
        for seat, one in enumerate(people):
            raw = persistent(lambda one=one, seat=seat: one.join_slip(table, seat))
            answer = persistent(lambda one=one, raw=raw: one.slip("POST", f"/games/{table}/seats", raw))
            assert answer.status in {200, 201}, answer
        while self.is_running:
            views = {one: persistent(lambda one=one: one.view(table)) for one in people}
            if views[people[0]]["status"] == "over":
                self.finished.append((people[0], table))
                return
            for one, view in views.items():
                if view["awaited"]:
                    self.turn(one, table, view, rng)

    def turn(self, one: Person, table: str, view: dict[str, Any], rng: random.Random) -> None:
        """Send a turn until it is answered; now and then twice."""
        raw = one.turn_slip(table, [rng.choice(view["legal"])["line"]], view)
        for _ in range(1 + (rng.random() < 0.1)):
            answer = persistent(lambda: one.slip("POST", f"/games/{table}/turns", raw))
            if answer.status not in {200, 201}:
                self.faults.append(repr(answer))
                return
            self.acknowledged.append((table, answer.json["n"], answer.json["hash"]))
            self.doubled += answer.status == 200

    def judge(self) -> list[str]:
        """Return everything that was lost, doubled or does not verify."""
        faults = list(self.faults)
        with self.club.read() as connection:
            stored = {tuple(row) for row in connection.execute(select(Entry.game_id, Entry.n, Entry.hash))}
            asks = (
                select(func.count())
                .where(Entry.answers.is_not(None))
                .group_by(Entry.game_id, Entry.seat, Entry.answers)
            )
            doubled = [n for n in connection.execute(asks).scalars() if n > 1]
        faults += [f"lost: {turn}" for turn in set(self.acknowledged) - stored]
        faults += [f"doubled: {n}" for n in doubled]
        for one, table in self.finished:
            report = verify(one.bundle(table))
            if report.grade != "consistent":
                faults.append(f"{table}: {report.refused}")
        return faults


def persistent(call: Any) -> Any:
    """Call until there is an answer; the server may be down just now."""
    for _ in range(200):
        try:
            return call()
        except requests.RequestException:
            time.sleep(0.1)
    raise TimeoutError


@contextmanager
def club_on(kind: str) -> Iterator[Config]:
    """Give a new club on SQLite or Postgres."""
    with tempfile.TemporaryDirectory() as folder:
        given = {"home": str(Path(folder) / "club"), "log": "off", "rates": False}
        if kind == "sqlite":
            yield load_config({}, **given)
            return
        with postgres(Path(tempfile.mkdtemp(prefix="atelier-soak-"))) as url:
            yield load_config({}, database_url=url, **given)


def soak(kind: str, seconds: float) -> tuple[Soak, list[str]]:
    """Run a soak on one kind of database and return what it found."""
    with club_on(kind) as config:
        run = Soak(config, seconds)
        run.run()
        faults = run.judge()
        run.server.stop()
        run.club.engine.dispose()
    return run, faults


def main() -> int:
    """Soak both databases; the argument is minutes in all."""
    seconds = float(sys.argv[1]) * 60 / 2 if len(sys.argv) > 1 else 60
    failed = False
    for kind in ("sqlite", "postgres"):
        run, faults = soak(kind, seconds)
        print(
            f"{kind}: {len(run.acknowledged)} turns acknowledged, {run.doubled} of them twice, {len(run.finished)} games finished and verified, server killed {run.kills} times, faults: {faults or 'none'}"
        )
        failed = failed or bool(faults)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
