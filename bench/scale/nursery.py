"""The games that all others are made from: some thousand that can be played, and a dozen in their middle as stencils."""

import random
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from flask import Flask
from sqlalchemy import Table, select

import engine
from bench.archive_size import play_signed, weigh_archive
from bench.databases import new_club
from server import create_app
from server.config import Config
from server.models import Base, Game
from server.services import archiving
from server.services.club import Club
from tests.server.people import FlaskDoor, Person

RULES = ("nicodemus", "imaginarium", "mech_a_dream", "fantastic_factories")
SEATS = (2, 3, 4)
MIDDLE_SEATS = 3
MIDDLE = 40
"""How many entries a game in its middle has."""
TOGETHER = 50
"""How many games two people play with each other."""
Rows = list[dict[str, Any]]
Dump = dict[str, Rows]
"""The rows of some tables, by their names."""


class Nursery(NamedTuple):
    """A small club on SQLite with games that can be played, and the names of those that stand in their middle."""

    config: Config
    app: Flask
    people: list[Person]
    live: list[str]
    middle: list[str]

    @property
    def club(self) -> Club:
        """The club."""
        club: Club = self.app.extensions["atelier"]
        return club

    def dump(self, games: set[str]) -> Dump:
        """Return every row of the club but those of other games."""
        with self.club.engine.connect() as connection:
            tables = {table: connection.execute(select(table)).mappings() for table in Base.metadata.sorted_tables}
            return {
                table.name: [dict(row) for row in rows if find_game(table, row) in {None, *games}]
                for table, rows in tables.items()
            }


class WholeGames(NamedTuple):
    """Games that were played to their end: how long their ledgers are, and what is left of one in the archive."""

    entries: float
    archive_bytes: float


def play_whole(nursery: Nursery, kinds: tuple[str, ...] = RULES) -> WholeGames:
    """Play a game of each kind to its end, for three if it can be, and archive it."""
    lengths, sizes = [], []
    for rules in kinds:
        seats = min(MIDDLE_SEATS, max(engine.games()[rules].seats))
        game = play_signed(nursery.club, nursery.people[:seats], rules)
        assert archiving.archive_game(nursery.club, game)
        with nursery.club.read() as session:
            lengths.append(session.scalars(select(Game.n).where(Game.id == game)).one() + 1)
            sizes.append(weigh_archive(session, game) * 1024)
    return WholeGames(fmean(lengths), fmean(sizes))


def find_seated(people: list[Person], number: int) -> list[Person]:
    """Return those of the people who play the live game of a number."""
    first = number // TOGETHER * 2
    return people[first : first + 2]


def find_game(table: Table, row: Any) -> str | None:
    """Return the game that a row belongs to."""
    game: str | None = row["id"] if table.name == "games" else row.get("game_id")
    return game


def make_nursery(home: Path, live: int, *, middle: int = MIDDLE) -> Nursery:
    """Make the club, let its games be opened, and play some of them to their middle."""
    config = new_club(home)
    app = create_app(config)
    pairs = -(-live // TOGETHER)
    people = [Person(FlaskDoor(app), app.extensions["atelier"], f"live{n}") for n in range(max(2 * pairs, *SEATS))]
    for one in people:
        one.register()
    people[0].become_host()
    nursery = Nursery(config, app, people, [], [])
    for number in range(live):
        nursery.live.append(open_game(RULES[number % len(RULES)], find_seated(people, number)))
    nursery.middle.extend(play_on(*one, middle) for one in open_some(people))
    return nursery


def open_some(people: list[Person]) -> Iterator[tuple[str, list[Person]]]:
    """Open a game of each kind for each number of players."""
    for rules in RULES:
        for seats in sorted(set(SEATS) & set(engine.games()[rules].seats)):
            yield open_game(rules, people[:seats]), people[:seats]


def open_game(rules: str, players: list[Person]) -> str:
    """Return a new game with everybody at the table, and a clock."""
    game: str = players[0].open(rules, len(players), pace={"turn": "48h"})
    for seat, one in enumerate(players):
        one.join(game, seat)
    return game


def play_on(game: str, players: list[Person], entries: int) -> str:
    """Play a game by any legal moves until its ledger is that long, and return its name."""
    rng = random.Random(entries)
    while (asked := find_asked(game, players))[1]["n"] < entries:
        one, view = asked
        answer = one.play(game, rng.choice(view["legal"])["line"], view=view)
        assert answer.status == 201, answer
    return game


def find_asked(game: str, players: list[Person]) -> tuple[Person, dict[str, Any]]:
    """Return somebody who is asked in a game, and their view."""
    views = ((one, one.view(game)) for one in players)
    return next((one, view) for one, view in views if view["awaited"])
