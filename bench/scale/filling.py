"""Fills a Postgres database with a million games within minutes: rows by COPY, then indexes and constraints."""

import hashlib
import shutil
from base64 import b32encode
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from typing import Any, NamedTuple

import psycopg
from sqlalchemy import Table

from bench.scale.nursery import Dump, Nursery
from bench.scale.stencils import Stencil, copy_in
from server.config import Config
from server.models import Base
from server.storage.keyfiles import find_key_files
from server.storage.migrations import migrate

ENTRIES = 5
"""How many of its last entries each copied game has."""
HOUR = 3_600_000
FIRST_MAIL = 1_000_000
"""The number of the first copied mail, after all of the nursery's own."""
LEFT_OPEN = {
    "games": ("id", "host_id", "changed_at"),
    "seats": ("game_id", "player_id", "look_at"),
    "holders": ("game_id", "player_id"),
    "entries": ("game_id", "slip"),
    "snapshots": ("game_id",),
    "outbox": ("id", "key", "player_id", "game_id"),
}
MEMBER = {"players": ("id", "handle", "handle_key", "mail", "kid"), "player_keys": ("kid", "player_id")}
CONSTRAINTS = """
    select conrelid::regclass::text, quote_ident(conname), pg_get_constraintdef(oid) from pg_constraint
    where connamespace = 'public'::regnamespace and contype in ('p', 'u', 'f') order by contype <> 'p', contype = 'f'
"""
INDEXES = "select quote_ident(indexname), indexdef from pg_indexes where schemaname = 'public'"
SEQUENCES = "select pg_get_serial_sequence(%s, 'id'), (select max(id) from {table})"
FASTER = "set maintenance_work_mem = '512MB'", "set synchronous_commit = off"


class Crop(NamedTuple):
    """What is made from a nursery: the games that can be played, how many copies of the others, and for how many people."""

    live: list[str]
    copies: int
    people: int


def fill(config: Config, nursery: Nursery, crop: Crop) -> None:
    """Make the tables of a club on Postgres, and fill them."""
    config.folder.mkdir(parents=True)
    for path in find_key_files(nursery.config.folder):
        shutil.copy(path, config.folder)
    migrate(config)
    own = nursery.dump(set(crop.live))
    printer = Printer(nursery, crop)
    with psycopg.connect(config.database.replace("+psycopg", "")) as connection:
        for statement in FASTER:
            connection.execute(statement)
        with without_indexes(connection):
            for table in Base.metadata.sorted_tables:
                fill_table(connection, table, own, printer)
        for name in find_numbered():
            raise_sequence(connection, name)


def fill_table(connection: psycopg.Connection[Any], table: Table, own: Dump, printer: "Printer") -> None:
    """Fill one table with what can be played, evenly spread among the copies."""
    connection.execute(f'truncate "{table.name}" cascade')
    rows = [Stencil(table, row).fill({}) for row in own[table.name]]
    copy_in(connection, table, spread(rows, printer.print_table(table), printer.count(table.name)))


def spread(few: list[bytes], many: Iterable[bytes], count: int) -> Iterator[bytes]:
    """Yield some rows evenly among many, and after the last of these what is left."""
    step, rest = count // (len(few) + 1) + 1, iter(few)
    for number, row in enumerate(many):
        yield row
        if number % step == 0:
            yield from (one for one in (next(rest, None),) if one is not None)
    yield from rest


@contextmanager
def without_indexes(connection: psycopg.Connection[Any]) -> Iterator[None]:
    """Take indexes and constraints away while tables are filled, and make them again."""
    constraints = connection.execute(CONSTRAINTS).fetchall()
    for table, name, _ in reversed(constraints):
        connection.execute(f"alter table {table} drop constraint {name}")
    indexes = connection.execute(INDEXES).fetchall()
    for name, _ in indexes:
        connection.execute(f"drop index {name}")
    yield
    for _, made in indexes:
        connection.execute(made)
    for table, name, made in constraints:
        connection.execute(f"alter table {table} add constraint {name} {made}")


def find_numbered() -> list[str]:
    """Return the tables whose rows Postgres numbers."""
    tables = Base.metadata.sorted_tables
    return [table.name for table in tables if table.autoincrement_column is not None]


def raise_sequence(connection: psycopg.Connection[Any], name: str) -> None:
    """Let a table's numbers go on after the last one that was given."""
    sequence, last = connection.execute(SEQUENCES.format(table=name), (name,)).fetchone() or (None, None)
    if sequence and last:
        connection.execute("select setval(%s, %s)", (sequence, last))


def make_name(kind: str, number: int) -> str:
    """Return the name of a copied game or person: as long as real ones, and in no order."""
    digest = hashlib.blake2b(f"{kind}{number}".encode(), digest_size=15).digest()
    return f"{kind}{b32encode(digest).decode().lower()[:20]}"


class Printer:
    """Prints the rows of copied games and people."""

    def __init__(self, nursery: Nursery, crop: Crop) -> None:
        self.crop, self.now = crop, nursery.club.now()
        dumps = [cut(nursery.dump({game})) for game in nursery.middle]
        tables = Base.metadata.tables
        self.stencils = [
            {name: [Stencil(tables[name], row, *LEFT_OPEN[name]) for row in dump[name]] for name in LEFT_OPEN}
            for dump in dumps
        ]
        self.member = {name: Stencil(tables[name], dumps[0][name][-1], *names) for name, names in MEMBER.items()}

    def count(self, name: str) -> int:
        """Return about how many rows are printed for a table."""
        if name in MEMBER:
            return self.crop.people
        each = [len(stencils.get(name, ())) for stencils in self.stencils]
        return self.crop.copies * sum(each) // len(each)

    def print_table(self, table: Table) -> Iterator[bytes]:
        """Yield all rows of a table."""
        if table.name in MEMBER:
            return (self._print_member(table.name, number) for number in range(self.crop.people))
        copies = range(self.crop.copies) if table.name in LEFT_OPEN else ()
        return chain.from_iterable(self._print_game(table.name, number) for number in copies)

    def _print_member(self, name: str, number: int) -> bytes:
        one = make_name("p", number)
        kid = f"{one}{one}k"
        values = {"id": one, "player_id": one, "handle": one, "handle_key": one, "mail": f"{one}@example.org"}
        return self.member[name].fill({**values, "kid": kid})

    def _print_game(self, name: str, number: int) -> Iterator[bytes]:
        stencils = self.stencils[number % len(self.stencils)][name]
        shared = self._name_all(number) if "player_id" in LEFT_OPEN[name] or name == "games" else {}
        game = shared["id"] = shared["game_id"] = make_name("g", number)
        for place, stencil in enumerate(stencils):
            if name == "outbox":
                shared.update(id=FIRST_MAIL + number, key=f"turn:{game}")
            elif "slip" in stencil.names:
                shared["slip"] = None if stencil.row["slip"] is None else f"{game}{place:022d}"
            elif "player_id" in stencil.names:
                shared["player_id"] = self._find_player(number, stencil.row["seat"])
            yield stencil.fill(shared)

    def _name_all(self, number: int) -> dict[str, Any]:
        """Return what is a copied game's own, in as little order as among real ones."""
        return {
            "host_id": self._find_player(number, 0),
            "player_id": self._find_player(number, 0),
            "changed_at": self.now - number * 104_729 % (24 * HOUR),
            "look_at": self.now + HOUR + number * 7919 % (47 * HOUR),
        }

    def _find_player(self, number: int, seat: int) -> str:
        return make_name("p", (number * 7919 + seat * 104_729) % self.crop.people)


def cut(dump: Dump) -> Dump:
    """Return of a game what each copy of it has: its last entries, its last snapshot, and one mail that was sent."""
    mail = {**dump["outbox"][-1], "state": "sent", "data": {}, "done_at": dump["outbox"][-1]["created_at"]}
    return {
        **dump,
        "entries": dump["entries"][-ENTRIES:],
        "snapshots": dump["snapshots"][-1:],
        "outbox": [mail],
    }
