"""One soak: people at tables, faults around them, and the judgement at the end."""

import tempfile
import threading
import time
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import func, select

from bench.soak.clubs import Place, club_on
from bench.soak.faults import Trouble, faults_of
from bench.soak.judge import judge
from bench.soak.post import Mailed, PostOffice
from bench.soak.proxy import BadLine
from bench.soak.tables import PatientDoor, TableOfTwo
from server import create_app
from server.models import StoredEntry
from server.services import host
from server.services.club import Club
from tests.server.people import HttpDoor
from tests.server.processes import Served

TABLES = 4


class Wanted(NamedTuple):
    """How long a soak takes at least, how many turns it plays at least, and how fast things go wrong."""

    seconds: float
    turns: int = 0
    seconds_between_faults: float = 2.5


class Soak:
    """One club under stress."""

    def __init__(self, place: Place, office: PostOffice, wanted: Wanted) -> None:
        host.init(place.config).engine.dispose()
        self.club: Club = create_app(place.config).extensions["atelier"]
        self.office = office
        self.log = Path(tempfile.mkstemp(prefix="atelier-soak-", suffix=".log")[1])
        self.server = Served(place.config, log=self.log, **mail_settings(place)).start()
        self.line = BadLine(self.server.port)
        self.wanted = wanted
        self.is_over = False
        self.fired = 0
        """How many notes the server has played."""
        self.tables = [self.seat(number, place) for number in range(TABLES)]
        self.trouble = Trouble(faults_of(place, self.server, office), wanted.seconds_between_faults)

    def is_running(self) -> bool:
        """Tell whether people go on playing."""
        return not self.is_over

    def seat(self, number: int, place: Place) -> TableOfTwo:
        """Let two people register on a good line, and give them a bad one to play."""
        people = [
            Mailed(HttpDoor(self.server.url), self.club, f"{name}{number}", self.office) for name in ("ada", "bob")
        ]
        for one in people:
            one.register()
            one.door = PatientDoor(self.line.url, self.is_running)
        return TableOfTwo(number, people, self.is_running, place.config.mail.listen_port)

    def run(self) -> list[str]:
        """Play at all tables while things go wrong; return everything that was lost, doubled or does not verify.

        The time is over when it is over, everything has gone wrong once, and enough was played.
        """
        until = time.monotonic() + self.wanted.seconds
        threads = [threading.Thread(target=table.run) for table in self.tables]
        for thread in threads:
            thread.start()
        while time.monotonic() < until or not self.trouble.has_done_all() or self.count_turns() < self.wanted.turns:
            if any(table.faults for table in self.tables):
                break
            self.trouble.strike()
        self.is_over = True
        for thread in threads:
            thread.join()
        self.server.kill()  # what it remembers of the mail server's absence must not make us wait
        self.server.start()
        faults = judge(self.club, self.tables, self.office, self.server.url)
        self.fired = self.count_fired()
        return faults

    def count_turns(self) -> int:
        """Return how many turns the server has acknowledged so far."""
        return sum(len(table.acknowledged) for table in self.tables)

    def count_fired(self) -> int:
        """Return how many notes were played by the server."""
        with self.club.read() as session:
            fired = select(func.count()).select_from(StoredEntry).where(StoredEntry.kind == "note")
            return session.scalar(fired) or 0

    def close(self) -> None:
        """Stop everything."""
        self.server.stop()
        self.line.close()
        self.club.engine.dispose()

    def __str__(self) -> str:
        """Tell what was done and what went wrong around it."""
        count = {
            what: sum(int(getattr(table, what)) for table in self.tables)
            for what in ("doubled", "late", "rivals", "mailed", "notes_left", "notes_dropped")
        }
        finished = sum(len(table.finished) for table in self.tables)
        put_off: dict[str, int] = {}
        for table in self.tables:
            for one in table.people:
                for code, times in one.door.put_off.items():
                    put_off[code] = put_off.get(code, 0) + times
        return (
            f"{self.count_turns()} turns acknowledged ({count['doubled']} sent twice, {count['late']} arrived again late, "
            f"{count['rivals']} rivals refused, {count['mailed']} by mail; {count['notes_left']} notes left, "
            f"{count['notes_dropped']} dropped, {self.fired} fired), {finished} games finished, "
            f"{len(self.office.ids)} mails arrived; {self.line.cuts} lines cut, {self.trouble.times}, put off: {put_off}, "
            f"log: {self.log}"
        )


def mail_settings(place: Place) -> dict[str, str]:
    """Return the settings of mail as a server process gets them."""
    mail = place.config.mail
    return {
        "ATELIER_MAIL_TRANSPORT": "smtp",
        "ATELIER_MAIL_PORT": str(mail.port),
        "ATELIER_MAIL_LISTEN_PORT": str(mail.listen_port),
        "ATELIER_MAIL_UNDO_PAUSE": "0",
    }


def soak(kind: str, wanted: Wanted) -> tuple[Soak, list[str]]:
    """Run a soak on one kind of database and return it with what it found."""
    office = PostOffice()
    with club_on(kind, office.port) as place:
        run = Soak(place, office, wanted)
        try:
            faults = run.run()
        finally:
            run.close()
            office.close()
    return run, faults
