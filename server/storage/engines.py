"""SQLite and Postgres as the club wants them: durable, patient, and honest about what went wrong."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from psycopg import Error as PostgresError
from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import DBAPIError, InvalidatePoolError, OperationalError

from engine.core.errors import Refused

SECONDS_TRUSTED = 5.0
"""How long a connection may have idled before it is asked whether it lives."""
DISK_FULL = ("disk is full", "disk I/O", "No space left", "could not extend file")


@contextmanager
def translate_errors() -> Iterator[None]:
    """Turn a database that is busy or full into a refusal; anything else stays what it is."""
    try:
        yield
    except DBAPIError as error:
        if any(sign in str(error.orig) for sign in DISK_FULL):
            raise Refused("storage_full", "The server's disk is full; nothing was stored. Tell the host.") from error
        if isinstance(error, OperationalError):
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
        for pragma in ("journal_mode=WAL", "foreign_keys=ON", "busy_timeout=10000"):
            raw.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def on_begin(connection: Connection) -> None:
        options = connection.get_execution_options()
        raw: Any = connection.connection.dbapi_connection
        raw.execute(f"PRAGMA synchronous={'NORMAL' if options.get('lazily') else 'FULL'}")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get("write") else "BEGIN")


def prepare_postgres(engine: Engine) -> None:
    """Ask a connection that has idled whether it still lives, so that a restart of Postgres is nobody's problem."""

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
