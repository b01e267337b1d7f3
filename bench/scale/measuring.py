"""What a turn, a view, a tick and a list cost among a million games, against the same games among a thousand."""

import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from http import HTTPStatus
from typing import Any

from flask import Flask
from sqlalchemy import text

from bench.growth import DUE, LISTS, Crowd, clock_work, compare
from bench.light import Load, Post, Seen, fire
from bench.rows import Row
from bench.scale.model import Figures
from bench.scale.nursery import Nursery, WholeGames, find_asked, find_seated
from bench.server_speed import settle
from bench.web import Served, Web, serving
from server import create_app
from server.config import Config
from server.mail.outgoing.sender import Sender
from server.mail.outgoing.transports import Envelope
from server.services.club import Club
from tests.server.people import JOSE, FlaskDoor, Person

TURN, VIEW, TICK, LIST = 1.3, 1.3, 2.0, 2.0
ROUNDS = 150
CONNECTIONS = 8
WEB = Web("granian", 2, 4)
SHOWN = (*LISTS, "/games?filter=open", "/games?filter=running", "/games", "/host/figures")
WHOLE = "select relname, seq_tup_read from pg_stat_user_tables where schemaname = 'public'"
SIZE = "select pg_total_relation_size(%(table)s) / (select count(*) from {each})::float"
FEW = 1_000
"""Rows of a small table that Postgres rightly reads from end to end."""
UNBARRED = ("/games?filter=running", "/games", "/host/games", "/host/members", "/host/stuck", "/host/figures")
"""What sorts or counts everything there is, for whoever wants to know."""


class Side:
    """One of the two clubs, with the people who play the same games in both."""

    def __init__(self, config: Config, nursery: Nursery, live: int) -> None:
        self.config, self.live = config, nursery.live[:live]
        self.app: Flask = create_app(config)
        self.club: Club = self.app.extensions["atelier"]
        self.people = [self._know(one) for one in nursery.people]
        self.seated = [find_seated(self.people, number) for number in range(live)]
        self.crowd = Crowd(self.club, self.people[0], tuple(self.live[:DUE]))
        settle(self.club)

    def _know(self, one: Person) -> Person:
        same = Person(FlaskDoor(self.app), self.club, one.handle)
        same.id, same.key, same.token = one.id, one.key, one.token
        return same

    def sign(self, number: int) -> Post:
        """Return a signed turn for a game as it stands now."""
        game = self.live[number]
        one, view = find_asked(game, self.seated[number])
        line = random.Random(f"{number} {view['n']}").choice(view["legal"])["line"]
        return Post(f"/v1/games/{game}/turns", JOSE, one.turn_slip(game, [line], view))

    def time_turn(self, numbers: Iterator[int]) -> float:
        """Return how long a turn of the next game takes."""
        post, client = self.sign(next(numbers)), self.app.test_client()
        began = time.perf_counter()
        answer = client.post(post.path, data=post.body, content_type=post.kind)
        spent = time.perf_counter() - began
        assert answer.status_code == HTTPStatus.CREATED, answer.data
        return spent

    def time_view(self, numbers: Iterator[int]) -> float:
        """Return how long a player's view of the next game takes."""
        number = next(numbers)
        return clock_work(partial(self.seated[number][0].view, self.live[number]))

    def time_list(self, path: str) -> float:
        """Return how long a page of a list takes."""
        return clock_work(partial(self.crowd.read, path))

    def count_scanned(self, work: Callable[[], Any]) -> dict[str, int]:
        """Return how many rows of each table are read because it is read from end to end."""
        before = self._read_scans()
        work()
        return {name: read - before[name] for name, read in self._read_scans().items() if read > before[name]}

    def _read_scans(self) -> dict[str, int]:
        with self.club.engine.connect() as connection:
            connection.execute(text("select pg_stat_force_next_flush()"))
            connection.rollback()
            return {name: read for name, read in connection.execute(text(WHOLE))}  # noqa: C416 - rows are no tuples

    def weigh(self, table: str, each: str) -> float:
        """Return how many bytes of a table and its indexes there are for each row of a table."""
        with self.club.engine.connect() as connection:
            return float(connection.exec_driver_sql(SIZE.format(each=each), {"table": table}).scalar_one())


def compare_sides(big: Side, small: Side, against: str, rounds: int = ROUNDS) -> Iterator[Row]:
    """Yield a line for each thing that is done in both clubs by turns."""
    for name, timed, bar in (("turn", Side.time_turn, TURN), ("view", Side.time_view, VIEW)):
        order = random.Random(name).choices(range(len(small.live)), k=rounds)
        yield compare(
            f"{name}, {against}", partial(timed, big, iter(order)), partial(timed, small, iter(order)), bar, rounds
        )
    yield compare(f"tick with nothing due, {against}", big.crowd.tick, small.crowd.tick, TICK)
    worked = big.crowd.tick_with_work, small.crowd.tick_with_work
    yield compare(f"tick with {2 * len(small.crowd.due)} asks due, {against}", *worked, TICK)
    for path in SHOWN:
        yield compare_list(path, big, small, against)


def compare_list(path: str, big: Side, small: Side, against: str) -> Row:
    """Return the line of a list; its detail names the tables that are read from end to end."""
    bar = None if path in UNBARRED else LIST
    row = compare(f"{path}, {against}", partial(big.time_list, path), partial(small.time_list, path), bar, 9)
    scanned = big.count_scanned(partial(big.time_list, path))
    told = ", ".join(f"{count:,} of {name}" for name, count in scanned.items() if count > FEW)
    return row._replace(detail=f"{row.detail}{f'; reads {told}' if told else ''}")


class Nowhere:
    """A way out for mails that ends here: what is measured is writing them."""

    def send(self, envelope: Envelope) -> None:
        """Take a mail."""

    def close(self) -> None:
        """Let go of nothing."""


def take_figures(big: Side, postgres: int, whole: WholeGames) -> Figures:
    """Measure on the big club what the model is made from; `postgres` is the process of its database."""
    database = Served(0, postgres)
    with serving("server:create_app", big.config, WEB) as ours:
        fire(Load(ours.port, CONNECTIONS, sign_all(big)))
        turn, seen = weigh(ours, database, big)
    view = weigh_here(database, lambda: view_all(big))
    mails, mail = weigh_mails(big, database)
    return Figures(
        turn_api=turn[0],
        turn_database=turn[1],
        view_api=view[0] / len(big.live),
        view_database=view[1] / len(big.live),
        mail_worker=mail[0] / mails,
        mail_database=mail[1] / mails,
        tick=min(big.crowd.tick() for _ in range(9)) * 1e3,
        turns_a_second=seen.rate,
        entry_bytes=big.weigh("entries", "entries"),
        game_bytes=sum(big.weigh(table, "games") for table in ("games", "seats", "holders", "snapshots")),
        mail_bytes=big.weigh("outbox", "outbox"),
        game_entries=whole.entries,
        archive_bytes=whole.archive_bytes,
    )


def sign_all(side: Side) -> list[Post]:
    """Return a signed turn for each game that can be played."""
    return [side.sign(number) for number in range(len(side.live))]


def view_all(side: Side) -> None:
    """Let somebody look at each game that can be played."""
    for number in range(len(side.live)):
        side.seated[number][0].view(side.live[number])


Weight = tuple[float, float]
"""Milliseconds of CPU: of our processes, and of Postgres."""


def weigh(ours: Served, database: Served, side: Side) -> tuple[Weight, Seen]:
    """Return the CPU of a turn that comes in with many others."""
    posts = sign_all(side)
    before = ours.cpu, database.cpu
    seen = fire(Load(ours.port, CONNECTIONS, posts))
    each = 1e3 / len(posts)
    return ((ours.cpu - before[0]) * each, (database.cpu - before[1]) * each), seen


def weigh_here(database: Served, work: Callable[[], Any]) -> Weight:
    """Return the CPU of what this process does."""
    before = time.process_time(), database.cpu
    work()
    return (time.process_time() - before[0]) * 1e3, (database.cpu - before[1]) * 1e3


def weigh_mails(side: Side, database: Served) -> tuple[int, Weight]:
    """Return how many mails were due, and the CPU of writing all of them."""
    sender = Sender(side.club, Nowhere())
    sent = []
    weight = weigh_here(database, lambda: sent.append(sender.run_dry()))
    return sent[0], weight
