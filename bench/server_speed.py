"""What long games and full databases cost, and views and verification, on SQLite and Postgres.

What is compared is measured by turns, a little of the one and a little of the other, so that whatever else the machine is
doing slows both.
"""

import random
import tempfile
import time
from collections.abc import Callable, Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Any

from flask import Flask
from sqlalchemy import func, select, update

from bench.databases import new_club, postgres, second
from bench.rounds import GAME
from bench.rows import Row
from engine.ledger.joining import Terms
from engine.ledger.seed import make_secrets_from_os_randomness
from engine.ledger.verify import verify
from engine.registry import rules_for
from server import create_app
from server.config import Config
from server.models import Game
from server.services import checks, shelf
from server.services.club import Club
from server.services.ids import make_id
from tests.games import register_tiny_games
from tests.server.people import FlaskDoor, Person


def measure() -> Iterator[Row]:
    """Yield the lines for both databases."""
    register_tiny_games()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        yield from measure_on("SQLite", new_club(home / "one"), new_club(home / "full"))
        with postgres() as url:
            yield from measure_on("Postgres", new_club(home / "two", url), new_club(home / "three", second(url)))


def measure_on(name: str, config: Config, full: Config) -> Iterator[Row]:
    """Yield the lines for one database."""
    app = create_app(config)
    club: Club = app.extensions["atelier"]
    ada, bob = people(app)
    yield long_game(name, ada, bob)
    yield unchanged_view(name, ada)
    yield verification(name, ada, bob)
    yield full_database(name, (ada, bob), create_app(full))
    yield ready(name, full)
    club.engine.dispose()


def people(app: Flask) -> tuple[Person, Person]:
    """Return two people who call an app in this process."""
    ada, bob = (Person(FlaskDoor(app), app.extensions["atelier"], name).register() for name in ("long", "other"))
    return ada, bob


def seated(ada: Person, bob: Person, rules: str = "foundry", **terms: Any) -> str:
    """Return a started game of two."""
    game: str = ada.open(rules, 2, **terms)
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


def by_turns(one: Callable[[], float], other: Callable[[], float], rounds: int = 60) -> tuple[float, float]:
    """Return what each takes, timed by turns; the lower third, which the rest of the machine disturbed least."""
    pairs = [(one(), other()) for _ in range(rounds)]
    first, last = (sorted(times)[rounds // 3] for times in zip(*pairs, strict=True))
    return first, last


def long_game(name: str, ada: Person, bob: Person) -> Row:
    """Compare turns at entry 2,000 of a game with turns of a game that just began."""
    long, short = seated(ada, bob), seated(ada, bob)
    while ada.view(long)["n"] < 2000:
        timed_turn(ada, long)
    late, early = by_turns(lambda: timed_turn(ada, long), lambda: timed_turn(ada, short))
    detail = f"{late * 1e3:.1f} ms against {early * 1e3:.1f}"
    return Row(f"{name}: turn at entry 2,000 against entry 20", late / early, 1.2, detail, more_is_better=False)


def unchanged_view(name: str, ada: Person) -> Row:
    """Compare a view answered by its ETag with a full one."""
    game = ada.open(GAME, 2, bots=[{"seat": 1, "bot": "random"}])
    ada.join(game, 0)
    tag = {"If-None-Match": ada.call("GET", f"/games/{game}/view").headers["ETag"]}
    same, full = by_turns(
        lambda: clocked(lambda: ada.call("GET", f"/games/{game}/view", headers=tag)),
        lambda: clocked(lambda: ada.call("GET", f"/games/{game}/view")),
    )
    detail = f"{full * 1e3:.1f} ms full"
    return Row(f"{name}: unchanged view against a full one", same / full, 0.5, detail, more_is_better=False)


def check(answer: Any) -> None:
    """Raise unless a turn was played."""
    assert answer.status == 201, answer


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


def full_database(name: str, few: tuple[Person, Person], full: Flask) -> Row:
    """Compare turns in a database of 10,000 games with turns in one of some dozens."""
    many = people(full)
    club: Club = full.extensions["atelier"]
    fill(club, many[0].id, 10_000)
    settle(club)
    games = seated(*many), seated(*few)
    slow, fast = by_turns(lambda: timed_turn(many[0], games[0]), lambda: timed_turn(few[0], games[1]))
    club.engine.dispose()
    detail = f"{slow * 1e3:.1f} ms against {fast * 1e3:.1f}"
    return Row(f"{name}: turn among 10,000 games against few", slow / fast, 1.2, detail, more_is_better=False)


def ready(name: str, config: Config) -> Row:
    """Tell how long a club with 10,000 running games of which nothing changed takes until its first answer."""
    club: Club = create_app(config).extensions["atelier"]
    with club.write() as session:
        columns = select(Game.page, Game.dump, Game.status, Game.checked).where(Game.status == "running")
        session.execute(update(Game).values(session.execute(columns.limit(1)).one()._asdict()))
        count = session.execute(select(func.count()).select_from(Game).where(Game.status == "running")).scalar_one()
    club.engine.dispose()
    spent = clocked(lambda: first_answer(config))
    return Row(f"{name}: ready to serve, s", spent, 3, f"{count} running games", more_is_better=False)


def first_answer(config: Config) -> None:
    """Do what `serve` does before it answers, and answer."""
    app = create_app(config)
    club: Club = app.extensions["atelier"]
    assert checks.check_sample(club) == []
    assert app.test_client().get("/healthz").status_code == HTTPStatus.OK
    club.engine.dispose()


def fill(club: Club, host_id: str, games: int) -> None:
    """Store many open games at once."""
    agreed = {"title": "one of many", "bots": {}, "pace": {}, "policy": {}, "starts": "full"}
    with club.write() as session:
        for _ in range(games):
            terms = Terms(game=make_id("g"), rules=rules_for("foundry"), seats=2)
            opened = club.clerk.open(terms, make_secrets_from_os_randomness(), club.now())
            shelf.create(session, opened, {**agreed, "host_id": host_id})


def settle(club: Club) -> None:
    """Let the database finish what loading so much at once left to do: its size is measured, not the loading."""
    statements = ["pragma wal_checkpoint(truncate)"] if club.config.is_sqlite else ["vacuum analyze", "checkpoint"]
    with club.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as session:
        for statement in statements:
            session.exec_driver_sql(statement)
