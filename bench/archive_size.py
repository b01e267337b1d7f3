"""How many kilobytes an archived game of each kind takes: games of greedy players who sign every turn, the dearest there are."""

import statistics
import tempfile
from collections.abc import Iterator

from sqlalchemy import select

import engine
from bench.rows import Row
from engine.seats import choose
from server import create_app
from server.config import load_config
from server.models import ArchivedGame, Game, Session
from server.services import archiving, shelf
from server.services.club import Club
from tests.databases import NO_CLOCK, make_club
from tests.server.people import FlaskDoor, Person, seat_all

MOST_KILOBYTES = 40


def measure() -> Iterator[Row]:
    """Play one game for each number of seats that a kind has, archive it, and weigh what is left in the tables."""
    with tempfile.TemporaryDirectory() as home:
        config = load_config({}, home=home, log="off", rates=False, tables=NO_CLOCK)
        make_club(config)
        app = create_app(config)
        club: Club = app.extensions["atelier"]
        people = [Person(FlaskDoor(app), club, name).register() for name in ("ada", "bob", "cleo", "dan", "eve")]
        for rules in engine.games():
            yield weigh_kind(club, people, rules)
        club.engine.dispose()


def weigh_kind(club: Club, people: list[Person], rules: str) -> Row:
    """Return the median over the numbers of seats, and the kilobytes of each before and after."""
    before, after, tables = [], [], engine.games()[rules].seats
    for seats in tables:
        game = play_signed(club, people[:seats], rules)
        with club.read() as session:
            before.append(weigh_rows(session, game))
        assert archiving.archive_game(club, game)
        with club.read() as session:
            after.append(weigh_archive(session, game))
    each = ", ".join(f"{seats}: {was:.0f} -> {now:.0f}" for seats, was, now in zip(tables, before, after, strict=True))
    name = f"archived game, KB ({rules})"
    return Row(name, statistics.median(after), MOST_KILOBYTES, f"by seats {each}", more_is_better=False)


def play_signed(club: Club, people: list[Person], rules: str) -> str:
    """Let everybody sign what the greedy bot would play, until the game is over."""
    game: str = people[0].open(rules, len(people))
    seat_all(game, people)
    while True:
        with club.connect() as connection:
            record = shelf.get_record(connection, game)
        asked = [seat for seat, chair in enumerate(record.page.chairs) if chair.ask.is_open]
        if not asked:
            return game
        answer = people[asked[0]].play(game, *choose(record, asked[0]).moves)
        assert answer.status == 201, answer


def weigh_rows(session: Session, game: str) -> float:
    """Return the kilobytes of a game's entries, without what the database itself needs for them."""
    rows = shelf.get_entries(session, game, 0, 10**6)
    parts = ((row.header, row.body, row.events, row.head, row.receipt, row.hash, row.slip) for row in rows)
    return sum(len(part or "") for row in parts for part in row) / 1024


def weigh_archive(session: Session, game: str) -> float:
    """Return the kilobytes that stay of an archived game: the ledger, and its last position in the game's own row."""
    kept = session.execute(
        select(ArchivedGame.packed, Game.page, Game.dump)
        .join(Game, Game.id == ArchivedGame.game_id)
        .where(Game.id == game)
    ).one()
    return sum(len(part or b"") for part in kept) / 1024
