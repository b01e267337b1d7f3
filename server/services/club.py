"""The club: its database, its key, its clock; every service gets it as its first argument."""

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from psycopg import Error as PostgresError
from sqlalchemy import Connection, Engine, event, select
from sqlalchemy.exc import DBAPIError, InvalidatePoolError, OperationalError

from engine.core.errors import Refused
from engine.ledger.clerk import Clerk
from engine.ledger.keys import PrivateKey, make_key_from_os_randomness, read_private_jwk
from engine.ledger.record import Record
from server.config import Config
from server.models import ServerKey, table
from server.services.order import alone
from server.services.writers import Writers

T = TypeVar("T")
KEY_FILE = "server-key.json"
MOST_RECORDS = 200
SECONDS_TRUSTED = 5.0
"""How long a connection may have idled before it is asked whether it lives."""
DISK_FULL = ("disk is full", "disk I/O", "No space left", "could not extend file")


class Club:
    """One server's services. `now` is in milliseconds and can be replaced by a test's clock."""

    def __init__(self, config: Config, engine: Engine, key: PrivateKey, now: Callable[[], int] | None = None) -> None:
        self.config = config
        self.engine = engine
        self._reading = engine if config.is_sqlite else engine.execution_options(isolation_level="AUTOCOMMIT")
        self.key = key
        self.clerk = Clerk(key, config.origin)
        self.now = now or wall_clock
        self.work = threading.Event()
        """Set when there may be something for the worker to do."""
        self.paces: dict[str, Any] = {}
        """The paces of games, as far as this process has met them."""
        self._records: dict[str, Record] = {}
        self._writers = Writers(engine, config.folder / "write.lock") if config.is_sqlite else None

    def recall(self, game_id: str) -> Record | None:
        """Return the record of a game as this process last wrote it; another process may have gone on since."""
        return self._records.get(game_id)

    def remember(self, record: Record) -> None:
        """Keep the record of a game that was just written, and let go of the one that was written longest ago."""
        self._records.pop(record.page.game, None)
        if record.page.phase != "over":
            self._records[record.page.game] = record
        if len(self._records) > MOST_RECORDS:
            self._records.pop(next(iter(self._records), ""), None)

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """Open a connection for reading; on Postgres without the two round trips of a transaction."""
        with translated(), self._reading.connect() as connection:
            yield connection

    def retried(self, work: Callable[[Connection], T]) -> T:
        """Read something; once more if the connection turns out to have died, as after a restart of Postgres."""
        try:
            with self.read() as connection:
                return work(connection)
        except Refused as refused:
            if not getattr(refused.__cause__, "connection_invalidated", False):
                raise
        with self.read() as connection:
            return work(connection)

    @contextmanager
    def write(self, *, lazily: bool = False) -> Iterator[Connection]:
        """Open one transaction, which is stored when the block has ended; on SQLite writers wait in line for it.

        What is written lazily outlives this process, but a power cut may take it back: nobody waits for the disk.
        """
        if self._writers is not None:
            with translated(), self._writers.turn(lazily=lazily) as connection:
                yield connection
        else:
            with translated(), self.engine.begin() as connection:
                if lazily:
                    connection.exec_driver_sql("set local synchronous_commit = off")
                yield connection


def wall_clock() -> int:
    """Return the time in milliseconds, UTC."""
    return time.time_ns() // 1_000_000


@contextmanager
def translated() -> Iterator[None]:
    """Turn a database that is busy or full into a refusal; anything else stays what it is."""
    try:
        yield
    except OperationalError as error:
        text = str(error.orig)
        if any(sign in text for sign in DISK_FULL):
            raise Refused("storage_full", "The server's disk is full; nothing was stored. Tell the host.") from error
        raise Refused("busy", "The server is busy; nothing was stored. Try again in a moment.") from error
    except DBAPIError as error:
        if any(sign in str(error.orig) for sign in DISK_FULL):
            raise Refused("storage_full", "The server's disk is full; nothing was stored. Tell the host.") from error
        raise


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


def make_key_file(folder: Path) -> PrivateKey:
    """Return the server's key; make its file, readable by its owner only, if there is none."""
    path = folder / KEY_FILE
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        key = make_key_from_os_randomness()
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(msgspec.json.encode(key.jwk))
            file.flush()
            os.fsync(file.fileno())
    return load_key_file(folder)


def load_key_file(folder: Path) -> PrivateKey:
    """Return the server's key, or refuse a missing one or one that others can read."""
    path = folder / KEY_FILE
    if not path.exists():
        raise Refused("invalid_value", "There is no key in {folder}: run `atelier host init`.", folder=str(folder))
    if path.stat().st_mode & 0o077:
        raise Refused("invalid_value", "{path} can be read by others: `chmod 600` it.", path=str(path))
    return read_private_jwk(msgspec.json.decode(path.read_bytes()))


def check_key_is_listed(club: Club) -> None:
    """Refuse to work with a key that the database does not know: nobody could verify what it signs."""
    with club.read() as connection:
        known = connection.execute(select(ServerKey.kid)).scalars().all()
    if club.key.kid not in known:
        raise Refused("wrong_key", "This server's key is not listed in its database: run `atelier host init`.")


def list_key(club: Club) -> None:
    """List the server's key in the database (`host init` does)."""
    with club.write() as connection:
        alone(connection, "server_keys")
        if connection.execute(select(ServerKey.kid).where(ServerKey.kid == club.key.kid)).first() is None:
            row = {"kid": club.key.kid, "x": club.key.public.x, "added_at": club.now()}
            connection.execute(table(ServerKey).insert().values(row))
