"""What the clock's tick and the lists cost in a club of 10,000 running games, against one of 1,000."""

import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from bench.databases import new_club, postgres, second
from bench.rows import Row
from bench.server_speed import by_turns, people, seated, settle
from server import create_app
from server.config import Config
from server.models import Seat
from server.services import bots, clock, looks, substitutes, vacancies
from server.services.club import Club
from tests.games import register_tiny_games
from tests.server.crowds import add_old_vacations, copy_game, count_statements
from tests.server.people import Person

FEW, MANY, DUE = 1_000, 10_000, 100
MOST = 2.0
TERMS: dict[str, Any] = {"pace": {"turn": "48h"}, "policy": {"timeout": "bot_turn", "reminders": ["24h"]}}
LISTS = ("/games?filter=mine", "/games?filter=waiting", "/host/games", "/host/members", "/host/stuck", "/host/outbox")


class Crowd(NamedTuple):
    """A club with many games that all run, and a host who plays in them."""

    club: Club
    host: Person
    due: tuple[str, ...]

    def tick(self) -> float:
        """Return how long a tick takes when nothing is due."""
        return clock_work(lambda: tick(self.club))

    def tick_with_work(self) -> float:
        """Return how long a tick takes that has to look at some asks."""
        with self.club.write() as session:
            looks.wake(session, self.club.now(), Seat.game_id.in_(self.due))
        return self.tick()

    def list_games(self) -> float:
        """Return how long the list of somebody's own games takes, a page of it."""
        return clock_work(lambda: self.read(LISTS[0]))

    def read(self, path: str) -> None:
        """Read a list."""
        answer = self.host.call("GET", path)
        assert answer.status == 200, answer

    def count(self, work: Callable[[], Any]) -> int:
        """Return how many statements something takes."""
        with count_statements(self.club) as seen:
            work()
        return len(seen)


def measure() -> Iterator[Row]:
    """Yield the lines for both databases."""
    register_tiny_games()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        yield from measure_on("SQLite", new_club(home / "few"), new_club(home / "many"))
        with postgres() as url:
            yield from measure_on("Postgres", new_club(home / "two", url), new_club(home / "three", second(url)))


def measure_on(name: str, few: Config, many: Config) -> Iterator[Row]:
    """Yield the lines for one database."""
    small, big = make_crowd(few, FEW), make_crowd(many, MANY)
    against = f"{MANY:,} games against {FEW:,}"
    counts = big.count(big.tick), small.count(small.tick)
    detail = f"{counts[0]} against {counts[1]}"
    yield Row(f"{name}: statements of a tick, {against}", counts[0] / counts[1], 1, detail, more_is_better=False)
    yield compare(f"{name}: tick with nothing due, {against}", big.tick, small.tick, MOST)
    yield compare(f"{name}: tick with {2 * DUE} asks due, {against}", big.tick_with_work, small.tick_with_work, MOST)
    yield count_lists(f"{name}: statements of the worst list, {against}", big, small)
    yield compare(f"{name}: a page of one's own games, {against}", big.list_games, small.list_games, None)
    for crowd in (big, small):
        crowd.club.engine.dispose()


def make_crowd(config: Config, games: int) -> Crowd:
    """Return a club with so many running games, in which everybody was on vacation once for each."""
    app = create_app(config)
    club: Club = app.extensions["atelier"]
    ada, bob = people(app)
    ada.become_host()
    game = seated(ada, bob, **TERMS)
    for one in (ada, bob):
        one.view(game)
    clock.mind(club)
    copy_game(club, game, games - 1)
    add_old_vacations(club, (ada.id, bob.id), games)
    settle(club)
    return Crowd(club, ada, tuple(f"{game}-{copy}" for copy in range(DUE)))


def tick(club: Club) -> None:
    """Do what the worker does every fifteen seconds."""
    clock.mind(club)
    vacancies.fill(club)
    substitutes.mind(club)
    bots.find_games_with_work(club)


def clock_work(work: Callable[[], Any]) -> float:
    """Return how long something takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def compare(
    name: str, big: Callable[[], float], small: Callable[[], float], bar: float | None, rounds: int = 60
) -> Row:
    """Return the line that compares two timings."""
    slow, fast = by_turns(big, small, rounds)
    return Row(name, slow / fast, bar, f"{slow * 1e3:.1f} ms against {fast * 1e3:.1f}", more_is_better=False)


def count_lists(name: str, big: Crowd, small: Crowd) -> Row:
    """Return the line of the list whose statements grow most."""
    counts = {path: (big.count(partial(big.read, path)), small.count(partial(small.read, path))) for path in LISTS}
    path, (most, least) = max(counts.items(), key=lambda one: one[1][0] / one[1][1])
    return Row(name, most / least, 1, f"{path}: {most} against {least}", more_is_better=False)
