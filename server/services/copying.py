"""A whole club copied into another database: every row compared, every game replayed, and the old one closed."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Engine, Table, create_engine, delete, func, insert, make_url, select, text

from engine.core.errors import Refused
from server.config import Config
from server.models import ClubSetting, Game, Member, ServerKey, db, table
from server.services import checks, host, identity
from server.services.club import Club, wall_clock
from server.storage.engines import CLOSED
from server.storage.migrations import migrate

BATCH = 1000
BUSY = ("entries", "players", "outbox", "inbound", "notes")
"""Nothing happens in a club without a row in one of these: where they take none, nothing is lost by a process that lives on."""


class CopyProgress(NamedTuple):
    """How far a copy is: rows of the tables first, then games."""

    what: str
    done: int
    of: int


def copy_club(source: Config, target: Config) -> Iterator[CopyProgress]:
    """Copy a club while nobody can write to it; refuse before anything is written where it can't be done.

    The old database is closed only after every row was compared and every game replayed in the new one.
    """
    _check_different(source, target)
    with _hold(source) as old:
        yield from _copy_rows(old, target)
        yield from _replay_games(target)
        _close(old, source, target)


def _check_different(source: Config, target: Config) -> None:
    if make_url(source.database) == make_url(target.database):
        raise Refused("invalid_value", "The club is in that database already; name another one.")
    migrate(target)
    with _connect(target) as new:
        if any(new.scalar(select(func.count()).select_from(table(one))) for one in (ServerKey, Member, Game)):
            raise Refused("invalid_value", "The database to copy into holds a club already; name an empty one.")
        for one in reversed(_get_tables()):
            new.execute(delete(one))  # the migrations put a row or two into a new one


@contextmanager
def _connect(config: Config) -> Iterator[Connection]:
    engine = create_engine(config.database, connect_args=config.connect_args)
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


@contextmanager
def _hold(config: Config) -> Iterator[Connection]:
    """Open a club's database so that others can read it, but not write to it."""
    how = {"isolation_level": "AUTOCOMMIT"} if config.is_sqlite else {"connect_args": config.connect_args}
    engine = create_engine(config.database, **how)
    try:
        with engine.connect() as connection:
            _begin_alone(connection, engine)
            yield connection
            if config.is_sqlite:
                connection.exec_driver_sql("COMMIT")
            connection.commit()
    finally:
        engine.dispose()


def _begin_alone(connection: Connection, engine: Engine) -> None:
    if engine.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        names = ", ".join(one.name for one in _get_tables())
        connection.exec_driver_sql(f"LOCK TABLE {names} IN EXCLUSIVE MODE")


def _get_tables() -> list[Table]:
    """Return all tables of a club, each after those that it refers to."""
    return list(db.metadata.sorted_tables)


def _copy_rows(old: Connection, target: Config) -> Iterator[CopyProgress]:
    total = sum(old.scalar(select(func.count()).select_from(one)) or 0 for one in _get_tables())
    done = 0
    for one in _get_tables():
        copied = RowSum()
        for rows in _read(old, one):
            with _connect(target) as new:
                new.execute(insert(one), [row._asdict() for row in rows])
            copied.add(rows)
            done += len(rows)
            yield CopyProgress("rows", done, total)
        with _connect(target) as new:
            _compare(one, copied, new)
            _count_on(one, new)


def _read(connection: Connection, one: Table) -> Iterator[list[Any]]:
    yield from (list(rows) for rows in connection.execute(select(one)).partitions(BATCH))


class RowSum:
    """What some rows amount to, in whatever order they come."""

    def __init__(self) -> None:
        self.count = self.digest = 0

    def add(self, rows: list[Any]) -> None:
        """Count rows in."""
        self.count += len(rows)
        self.digest += sum(int.from_bytes(hashlib.sha256(repr(tuple(row)).encode()).digest()) for row in rows)


def _compare(one: Table, copied: RowSum, new: Connection) -> None:
    found = RowSum()
    for rows in _read(new, one):
        found.add(rows)
    if (found.count, found.digest) != (copied.count, copied.digest):
        raise Refused(
            "bad_position",
            "The copy of `{table}` is not what it was: {found} rows of {count}, or other values. The club stays where it is.",
            table=one.name,
            found=found.count,
            count=copied.count,
        )


def _count_on(one: Table, new: Connection) -> None:
    """Let Postgres number new rows after those that were copied."""
    column = one.autoincrement_column
    if new.dialect.name == "postgresql" and column is not None:
        last = f"(select max({column.name}) from {one.name})"  # noqa: S608 - names of our own tables
        sequence = f"pg_get_serial_sequence('{one.name}', '{column.name}')"
        new.execute(text(f"select setval({sequence}, {last}) where {last} is not null and {sequence} is not null"))


def _replay_games(target: Config) -> Iterator[CopyProgress]:
    club = host.open_bare(target)
    try:
        identity.recognise(club)
        games = checks.find_games(club, Game.id.is_not(None))
        for number, game_id in enumerate(games, 1):
            _replay(club, game_id)
            yield CopyProgress("games", number, len(games))
    finally:
        club.engine.dispose()


def _replay(club: Club, game_id: str) -> None:
    fault = checks.find_replay_fault(club, game_id)
    if fault is not None:
        raise Refused(
            "bad_position",
            "The copied game {game} does not replay ({why}). The club stays where it is.",
            game=game_id,
            why=str(fault),
        )


def _close(old: Connection, source: Config, target: Config) -> None:
    """Let nothing be written any more where the club was: what is still served there fails, and no start succeeds."""
    there = make_url(target.database).render_as_string(hide_password=True)[:254]
    moved = {"name": identity.MOVED, "value": there, "changed_at": wall_clock()}
    old.execute(insert(table(ClubSetting)), moved)
    for name in BUSY:
        for statement in _forbid(name, is_sqlite=source.is_sqlite):
            old.exec_driver_sql(statement)


def _forbid(name: str, *, is_sqlite: bool) -> list[str]:
    if is_sqlite:
        return [f"create trigger moved_{name} before insert on {name} begin select raise(abort, '{CLOSED}'); end"]
    raised = f"begin raise exception '{CLOSED}'; end"
    body = f"create or replace function atelier_moved() returns trigger language plpgsql as $$ {raised} $$"
    return [body, f"create trigger moved_{name} before insert on {name} execute function atelier_moved()"]


def name_target(source: Config, to: str) -> Config:
    """Return the settings of the club in another database; `sqlite` is the file in its folder."""
    return msgspec.structs.replace(source, database_url="" if to == "sqlite" else to)
