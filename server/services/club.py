"""The club: its database, its key, its clock; every service gets it as its first argument."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import NamedTuple

from sqlalchemy import Connection, Engine

from engine.ledger.clerk import Clerk
from engine.ledger.keys import KeyRing, PrivateKey
from engine.ledger.succession import Succession
from server.config import Config
from server.models import Session, open_session
from server.services.thinkers import Thinkers
from server.storage.engines import empty_log, translate_errors, vacuum_postgres, vacuum_sqlite
from server.storage.writers import Writers


class Identity(NamedTuple):
    """Who a club is: where it is, which key it signs with, and how it came to both."""

    origin: str
    key: PrivateKey
    root: PrivateKey
    """The oldest key that is at hand: links, tokens and sealed mails are made with it, and outlive the others."""
    line: Succession | None = None
    """None for a new club whose address nobody has chosen yet."""


class Club:
    """One server's services. `now` is in milliseconds and can be replaced by a test's clock."""

    def __init__(self, config: Config, engine: Engine, ring: KeyRing, now: Callable[[], int] | None = None) -> None:
        self.config = config
        self.engine = engine
        self._reading = engine if config.is_sqlite else engine.execution_options(isolation_level="AUTOCOMMIT")
        self.ring = ring
        self.identity: Identity
        """Who the club is; services/identity.py finds it out before anything else is done."""
        self.clerk: Clerk
        self.now = now or wall_clock
        self.work = threading.Event()
        """Set when there may be something for the worker to do."""
        self.thinkers: Thinkers | None = None
        """Where bots think; None: in whichever thread asks them."""
        self._writers = Writers(engine, config.folder / "write.lock") if config.is_sqlite else None

    @contextmanager
    def open_thinkers(self) -> Iterator[None]:
        """Let bots think in processes of their own as long as the block lasts, unless they do so already."""
        if self.thinkers is not None:
            yield
            return
        self.thinkers = thinkers = Thinkers(self.work.set)
        try:
            yield
        finally:
            self.thinkers = None
            thinkers.close()

    @property
    def origin(self) -> str:
        """The address of the club as players type it; slips are signed for it."""
        return self.identity.origin

    @property
    def key(self) -> PrivateKey:
        """The key that the club signs with now."""
        return self.identity.key

    def identify(self, identity: Identity) -> None:
        """Be this club from now on."""
        self.identity = identity
        self.clerk = Clerk(identity.key, identity.origin, self.ring)

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

    def expect_entry(self) -> AbstractContextManager[None]:
        """Say that an entry is about to be written: on SQLite those who write at the same time are stored together."""
        return nullcontext() if self._writers is None else self._writers.expect()

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


def get_steps(club: Club) -> tuple[bytes, ...]:
    """Return where the club went, as bundles carry it."""
    line = club.identity.line
    return () if line is None else line.raws


def wall_clock() -> int:
    """Return the time in milliseconds, UTC."""
    return time.time_ns() // 1_000_000
