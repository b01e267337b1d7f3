"""SQLite and Postgres as the club wants them: durable, patient, and honest about what went wrong."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import DBAPIError, InvalidatePoolError, OperationalError

from engine.core.errors import Refused

SECONDS_TRUSTED = 5.0
"""How long a connection may have idled before it is asked whether it lives."""
PATIENCE, IMPATIENCE = 10_000, 250
"""Milliseconds that SQLite waits for others: where somebody needs an answer, and where it can be done later."""
DISK_FULL = ("disk is full", "disk I/O", "No space left", "could not extend file")

CLOSED = "this club is in another database now"
"""What a database says that was copied elsewhere."""


@contextmanager
def translate_errors() -> Iterator[None]:
    """Turn a database that is busy or full into a refusal; anything else stays what it is."""
    try:
        yield
    except (DBAPIError, sqlite3.OperationalError) as error:  # what begins and parts transactions goes to the driver
        said = str(getattr(error, "orig", error))
        if any(sign in said for sign in DISK_FULL):
            raise Refused("storage_full", "The server's disk is full; nothing was stored. Tell the host.") from error
        if CLOSED in said:
            raise Refused("busy", "This club is in another database now; nothing was stored.") from error
        if isinstance(error, OperationalError | sqlite3.OperationalError):
            raise Refused("busy", "The server is busy; nothing was stored. Try again in a moment.") from error
        raise


def is_connection_lost(refused: Refused) -> bool:
    """Tell whether the database was refused because its connection had died: another one may work."""
    return bool(getattr(refused.__cause__, "connection_invalidated", False))


def prepare_sqlite(engine: Engine) -> None:
    """Make SQLite durable and patient: WAL, full sync, foreign keys, and transactions that SQLAlchemy begins."""

    @event.listens_for(engine, "connect")
    def on_connect(raw, _record) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001 - the driver's own objects
        raw.isolation_level = None
        for pragma in ("journal_mode=WAL", "foreign_keys=ON", f"busy_timeout={PATIENCE}", "secure_delete=ON"):
            raw.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def on_begin(connection: Connection) -> None:
        options = connection.get_execution_options()
        raw: Any = connection.connection.driver_connection
        known = connection.connection.info
        sync = "NORMAL" if options.get("lazily") else "FULL"
        if known.get("sync") != sync:
            raw.execute(f"PRAGMA synchronous={sync}")
            known["sync"] = sync
        raw.execute("BEGIN IMMEDIATE" if options.get("write") else "BEGIN")


def empty_log(engine: Engine) -> None:
    """Bring SQLite's log into its file and empty it, unless somebody reads it just now."""
    raw: Any = engine.raw_connection()
    try:
        for pragma in (f"busy_timeout={IMPATIENCE}", "wal_checkpoint(TRUNCATE)", f"busy_timeout={PATIENCE}"):
            raw.dbapi_connection.execute(f"PRAGMA {pragma}").fetchall()
    finally:
        raw.close()


def vacuum_sqlite(engine: Engine) -> bool:
    """Write SQLite's file anew, without what was deleted from it; tell whether nobody was in the way."""
    raw: Any = engine.raw_connection()
    try:
        raw.dbapi_connection.execute("VACUUM")
    except sqlite3.OperationalError:
        return False
    finally:
        raw.close()
    return True


def vacuum_postgres(engine: Engine) -> bool:
    """Let Postgres free what was deleted; it waits for nobody."""
    with engine.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
        connection.exec_driver_sql("VACUUM")
    return True


def prepare_postgres(engine: Engine) -> None:
    """Ask a connection that has idled whether it still lives, so that a restart of Postgres is nobody's problem."""
    from psycopg import Error as PostgresError  # here, since a club on SQLite need not load it

    @event.listens_for(engine, "checkin")
    def on_checkin(_raw, record) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001 - the driver's own objects
        record.info["idle_since"] = time.monotonic()

    @event.listens_for(engine, "checkout")
    def on_checkout(raw, record, _proxy) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001 - as above
        if time.monotonic() - record.info.get("idle_since", time.monotonic()) < SECONDS_TRUSTED:
            return
        try:
            raw.execute("select 1")
            raw.rollback()
        except PostgresError as error:
            raise InvalidatePoolError from error
