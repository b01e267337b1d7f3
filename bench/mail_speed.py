"""Mail out against a bare smtplib loop with one connection, and mail in, both over real sockets."""

import smtplib
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import insert, select, update

from bench.rows import Row
from server import create_app
from server.config import load_config
from server.mail.sender import Sender
from server.models import OutboxRow, table
from server.services import host
from server.services.club import Club
from tests.games import register_tiny_games
from tests.mail.post import Box, free_port
from tests.server.people import FlaskDoor, Person

MAILS = 600
GAMES = 60
SINK = """
import sys, time
from aiosmtpd.controller import Controller
class Sink:
    async def handle_DATA(self, server, session, envelope):
        return "250 OK"
Controller(Sink(), "127.0.0.1", int(sys.argv[1])).start()
print("ready", flush=True)
time.sleep(3600)
"""


def measure() -> Iterator[Row]:
    """Yield what the worker sends per second against the bare loop, same mails, same sink."""
    register_tiny_games()
    with tempfile.TemporaryDirectory() as folder, sink() as port:
        club = a_club(Path(folder), port)
        mails = some_mails(club)
        bare = max(bare_loop(port, mails) for _ in range(3))
        ours = max(worker(club, len(mails)) for _ in range(3))
        club.engine.dispose()
    detail = f"{ours:.0f} against {bare:.0f} mails a second, {sum(map(len, mails)) // len(mails)} bytes each"
    yield Row("mail out against a bare smtplib loop", ours / bare, 0.7, detail)


@contextmanager
def sink() -> Iterator[int]:
    """Run an SMTP server in a process of its own."""
    port = free_port()
    process = subprocess.Popen([sys.executable, "-c", SINK, str(port)], stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.readline()
    yield port
    process.kill()
    process.wait()


def a_club(folder: Path, port: int) -> Club:
    """Return a club with games of Nicodemus to send mails about."""
    mail = {"transport": "smtp", "port": port, "undo_pause": 0}
    config = load_config({}, home=str(folder), log="off", rates=False, mail=mail)
    host.init(config).engine.dispose()
    app = create_app(config)
    club: Club = app.extensions["atelier"]
    people = [Person(FlaskDoor(app), club, name).register() for name in ("ada", "bob")]
    for _ in range(GAMES):
        game = people[0].open("nicodemus", 2, pace={"turn": "48h"})
        for seat, one in enumerate(people):
            one.join(game, seat)
    return club


def announce_many(club: Club) -> None:
    """Write intents for the seats that are awaited, as its turn's transaction does."""
    with club.write() as connection:
        found = connection.execute(select(table(OutboxRow)).where(OutboxRow.kind == "turn")).mappings().all()
        plain: list[dict[str, Any]] = [{key: row[key] for key in row if key != "id"} for row in found]
        connection.execute(update(OutboxRow).values(state="dropped"))
        stamp = time.time_ns()
        rows = [
            {
                **plain[i % len(plain)],
                "kind": "reminder",
                "state": "queued",
                "due_at": 0,
                "key": f"{stamp}:{i}",
                "message_id": f"<{stamp}.{i}@x>",
            }
            for i in range(MAILS)
        ]
        connection.execute(insert(table(OutboxRow)), rows)


def some_mails(club: Club) -> list[bytes]:
    """Return the mails that the worker would send."""
    announce_many(club)
    box = Box()
    Sender(club, box).run_dry()
    return [mail.raw for mail in box.mails]


def bare_loop(port: int, mails: list[bytes]) -> float:
    """Return how many mails a second a bare loop sends."""
    began = time.perf_counter()
    with smtplib.SMTP("127.0.0.1", port) as connection:
        for raw in mails:
            connection.sendmail("turns@club.example", ["ada@example.org"], raw)
    return len(mails) / (time.perf_counter() - began)


def worker(club: Club, count: int) -> float:
    """Return how many mails a second the worker leases, renders, sends and writes down."""
    announce_many(club)
    sender = Sender(club)
    began = time.perf_counter()
    sent = sender.run_dry()
    spent = time.perf_counter() - began
    sender.close()
    assert sent == count
    return count / spent
