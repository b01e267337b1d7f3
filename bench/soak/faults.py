"""What goes wrong, one thing after the other, each as often as the others."""

import random
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from bench.soak.clubs import Place, Postgres
from bench.soak.disk import Disk, Quota
from bench.soak.post import PostOffice
from tests.server.processes import Served

SECONDS_FULL = 2.0
SECONDS_AWAY = 3.0
Fault = Callable[[], None]


def faults_of(place: Place, server: Served, office: PostOffice) -> dict[str, Fault]:
    """Return the faults that can befall a club, by their names."""
    found: dict[str, Fault] = {
        "kill -9": lambda: kill(server),
        "mail server away": lambda: mail_server_away(office),
    }
    if place.postgres is not None:
        postgres = place.postgres
        found["Postgres restart"] = lambda: postgres.restart("fast")
        found["Postgres crash"] = lambda: postgres.restart("immediate")
        if place.disk is not None:
            found["disk full"] = lambda: postgres_without_room(place.disk, postgres)
    else:
        found["disk full"] = lambda: sqlite_without_room(place.disk or Quota(server.process.pid), place.sqlite)
    return found


def kill(server: Served) -> None:
    """Kill the server as nothing else can, and start it again."""
    server.kill()
    server.start()


def mail_server_away(office: PostOffice) -> None:
    """Let nobody take the club's mail for a while."""
    office.close()
    time.sleep(SECONDS_AWAY)
    office.open()


def sqlite_without_room(disk: Disk, database: Path) -> None:
    """Leave no room on the disk for a while, not even in the log that SQLite would write over."""
    disk.fill()
    with closing(sqlite3.connect(database, timeout=10)) as connection, suppress(sqlite3.OperationalError):
        connection.execute("pragma wal_checkpoint(truncate)")
    disk.fill()
    time.sleep(SECONDS_FULL)
    disk.free()


def postgres_without_room(disk: Disk | None, postgres: Postgres) -> None:
    """Leave no room for Postgres, which may stop; its host starts it again when there is room."""
    assert disk is not None
    disk.fill()
    time.sleep(SECONDS_FULL)
    disk.free()
    time.sleep(1)
    if not postgres.is_up():
        postgres.restart("immediate")


class Trouble:
    """Befalls a club with every fault in turn, in a new order each time."""

    def __init__(self, faults: dict[str, Fault], seconds_between: float) -> None:
        self.faults = faults
        self.seconds_between = seconds_between
        self.times = dict.fromkeys(faults, 0)
        self._next: list[str] = []
        self._rng = random.Random()

    def has_done_all(self) -> bool:
        """Tell whether every fault has struck."""
        return all(self.times.values())

    def strike(self) -> None:
        """Wait a little, then let something go wrong."""
        time.sleep(self._rng.uniform(0.5, 1.5) * self.seconds_between)
        if not self._next:
            self._next = self._rng.sample(sorted(self.faults), len(self.faults))
        name = self._next.pop()
        self.faults[name]()
        self.times[name] += 1
