"""The club: its database, its key, its clock; every service gets it as its first argument."""

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
from sqlalchemy import Connection, Engine, select

from engine.core.errors import Refused
from engine.ledger.clerk import Clerk
from engine.ledger.keys import PrivateKey, make_key_from_os_randomness, read_private_jwk
from server.config import Config
from server.models import ServerKey, Session, open_session
from server.storage.engines import empty_log, translate_errors, vacuum_postgres, vacuum_sqlite
from server.storage.files import make_folder
from server.storage.order import alone
from server.storage.writers import Writers

KEY_FILE = "server-key.json"


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
        self._writers = Writers(engine, config.folder / "write.lock") if config.is_sqlite else None

    @contextmanager
    def read(self) -> Iterator[Session]:
        """Open a session for reading."""
        with self.connect() as connection, open_session(connection) as session:
            yield session

    @contextmanager
    def write(self, *, lazily: bool = False) -> Iterator[Session]:
        """Open a session whose changes are stored, all of them or none, when the block has ended.

        What is written lazily outlives this process, but a power cut may take it back: nobody waits for the disk.
        """
        with self.begin(lazily=lazily) as connection, open_session(connection) as session:
            yield session
            session.flush()

    @contextmanager
    def connect(self) -> Iterator[Connection]:
        """Open a bare connection for reading, for what is asked all the time; on Postgres without a transaction."""
        with translate_errors(), self._reading.connect() as connection:
            yield connection

    @contextmanager
    def begin(self, *, lazily: bool = False) -> Iterator[Connection]:
        """Begin one transaction on a bare connection, for a turn's statements; on SQLite writers wait in line for it."""
        if self._writers is not None:
            with translate_errors(), self._writers.turn(lazily=lazily) as connection:
                yield connection
        else:
            with translate_errors(), self.engine.begin() as connection:
                if lazily:
                    connection.exec_driver_sql("set local synchronous_commit = off")
                yield connection

    def checkpoint(self) -> None:
        """Let nothing that was erased stay in SQLite's log; while somebody reads it, that is left to the worker."""
        if self.config.is_sqlite:
            empty_log(self.engine)

    def rewrite(self) -> bool:
        """Write the database anew, without what was erased from it; tell whether it could be done now."""
        if self._writers is None:
            return vacuum_postgres(self.engine)
        with self._writers.hold_up():
            return vacuum_sqlite(self.engine)


def wall_clock() -> int:
    """Return the time in milliseconds, UTC."""
    return time.time_ns() // 1_000_000


def make_key_file(folder: Path) -> PrivateKey:
    """Return the server's key; make its file, readable by its owner only, if there is none."""
    path = folder / KEY_FILE
    if not path.exists():
        make_folder(folder)
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
    with club.read() as session:
        known = session.scalars(select(ServerKey.kid)).all()
    if club.key.kid not in known:
        raise Refused("wrong_key", "This server's key is not listed in its database: run `atelier host init`.")


def list_key(club: Club) -> None:
    """List the server's key in the database (`host init` does)."""
    with club.write() as session:
        alone(session, "server_keys")
        if session.get(ServerKey, club.key.kid) is None:
            session.add(ServerKey(kid=club.key.kid, x=club.key.public.x, added_at=club.now()))
