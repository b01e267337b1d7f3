"""Writers on SQLite wait in line, and those who wait together are stored together: one sync of the disk for all."""

import fcntl
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine

from server.storage.files import open_owned

MOST_TOGETHER = 16
PATIENCE = 0.005
"""Seconds that what is written waits for those who are about to write too."""


class Batch:
    """A transaction that several writers share: none of them goes on before it is stored, and if it can't be, all fail.

    A lazy one does not wait for the disk, and so nobody else may share it.
    """

    def __init__(self, engine: Engine, lock_file: Path, *, lazily: bool = False) -> None:
        self.is_lazy = lazily
        with ExitStack() as opening:
            fcntl.flock(opening.enter_context(open(lock_file, "wb", 0, opener=open_owned)), fcntl.LOCK_EX)
            self.connection = opening.enter_context(engine.connect()).execution_options(write=True, lazily=lazily)
            self.connection.begin()
            self._held = opening.pop_all()
        self._driver: Any = self.connection.connection.dbapi_connection
        self._closed = threading.Event()
        self._error: Exception | None = None
        self.size = 0

    @property
    def is_broken(self) -> bool:
        """Whether SQLite gave up the whole transaction, as it may when the disk is full."""
        return self._error is not None

    @contextmanager
    def part(self) -> Iterator[Connection]:
        """Let one writer write; what fails is taken back, and what others wrote before stays."""
        self.size += 1
        self._driver.execute(f"savepoint part{self.size}")
        try:
            yield self.connection
        except BaseException as error:
            if not self._take_back():
                self._error = error if isinstance(error, Exception) else RuntimeError(repr(error))
            raise

    def _take_back(self) -> bool:
        """Take back what the last writer wrote; False where all that was written is lost."""
        try:
            if self._driver.in_transaction:
                self._driver.execute(f"rollback to part{self.size}")
                return True
        except sqlite3.Error:
            pass  # what is left of it may not be stored
        return False

    def close(self) -> None:
        """Store what was written, and let everybody go on."""
        try:
            if not self.is_broken:
                self.connection.commit()
        except Exception as error:  # noqa: BLE001 - each writer of the batch raises it
            self._error = error
        finally:
            if self.is_broken:
                self.connection.invalidate()
            self._held.close()
            self._closed.set()

    def is_closed_within(self, seconds: float) -> bool:
        """Wait so long for it to be stored, or raise what went wrong."""
        if not self._closed.wait(seconds):
            return False
        if self._error is not None:
            raise self._error
        return True


class Writers:
    """The line before the only write transaction that SQLite can have; a lock file makes it one line for all processes."""

    def __init__(self, engine: Engine, lock_file: Path) -> None:
        self._engine = engine
        self._lock_file = lock_file
        self._first = threading.Lock()
        """Held by the one who writes."""
        self._counting = threading.Lock()
        self._coming = 0
        """How many wait in line, or are about to."""
        self._in_line = 0
        self._mine = threading.local()
        """Whether the thread that asks is one of them."""
        self._batch: Batch | None = None

    @contextmanager
    def expect(self) -> Iterator[None]:
        """Say that one is about to write: those who have written wait a little, so that all are stored together."""
        self._say_coming()
        try:
            yield
        finally:
            self._say_come()

    @contextmanager
    def turn(self, *, lazily: bool = False) -> Iterator[Connection]:
        """Wait until it is one's turn, write, and wait until it is stored; the last in line stores it for all."""
        self._wait_in_line()
        try:
            batch = self._batch = self._batch or Batch(self._engine, self._lock_file, lazily=lazily)
            try:
                with batch.part() as connection:
                    yield connection
            finally:
                if batch.is_broken or batch.is_lazy or self._coming == 0 or batch.size >= MOST_TOGETHER:
                    self._close(batch)
        finally:
            self._first.release()
        while not batch.is_closed_within(PATIENCE):
            if self._in_line == 0:
                self._close_late(batch)

    @contextmanager
    def hold_up(self) -> Iterator[None]:
        """Hold up everybody who writes, for what no transaction may hold; what others wrote before is stored first."""
        with self._first:
            if self._batch is not None:
                self._close(self._batch)
            with open(self._lock_file, "w", opener=open_owned) as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                yield

    def _close(self, batch: Batch) -> None:
        self._batch = None
        batch.close()

    def _close_late(self, batch: Batch) -> None:
        """Store what has waited long enough for those who were about to write."""
        with self._first:
            if self._batch is batch:
                self._close(batch)

    def _wait_in_line(self) -> None:
        self._say_coming()
        self._count(in_line=1)
        try:
            self._first.acquire()
        finally:
            self._count(in_line=-1)
            self._say_come()

    def _say_coming(self) -> None:
        if not getattr(self._mine, "is_coming", False):
            self._mine.is_coming = True
            self._count(coming=1)

    def _say_come(self) -> None:
        if self._mine.is_coming:
            self._mine.is_coming = False
            self._count(coming=-1)

    def _count(self, *, coming: int = 0, in_line: int = 0) -> None:
        with self._counting:
            self._coming += coming
            self._in_line += in_line
