"""Mail out against a bare smtplib loop, one connection to a server that offers PIPELINING; writing alone; the dearest mail in."""

import random
import smtplib
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import select

from bench.rows import Row
from engine.seats import Onlooker, look
from server import create_app
from server.config import Mail, load_config
from server.mail.outgoing.compose import render
from server.mail.outgoing.material import Lookups, Material
from server.mail.outgoing.sender import Sender, Sheaf
from server.mail.outgoing.transports import Envelope, Smtp
from server.models import OutboxRow
from server.services import host
from server.services.club import Club
from tests.attacks.mails import make_body, make_fields
from tests.attacks.scales import Scales
from tests.games import register_tiny_games
from tests.mail.post import free_port
from tests.server.people import FlaskDoor, Person

GAMES, ROUNDS = 100, 6
MADE = 300
SINK = """
import sys, time
from aiosmtpd.controller import Controller
class Sink:
    async def handle_EHLO(self, server, session, envelope, hostname, responses):
        session.host_name = hostname
        return [responses[0], "250-PIPELINING", *responses[1:]]
    async def handle_DATA(self, server, session, envelope):
        return "250 OK"
Controller(Sink(), "127.0.0.1", int(sys.argv[1])).start()
print("ready", flush=True)
time.sleep(3600)
"""


def measure() -> Iterator[Row]:
    """Yield what the worker sends per second against the bare loop: the same mails to the same sink, by turns."""
    register_tiny_games()
    bare, ours, again, composed, size = 0.0, 0.0, 0.0, 0.0, 0
    with tempfile.TemporaryDirectory() as folder, sink() as port:
        league = League(Path(folder), port)
        for _ in range(ROUNDS):
            league.play_a_turn_everywhere()
            ours += league.send()
            bare += bare_loop(port, league.sent.mails)
            size += sum(len(parcel.raw) for parcel in league.sent.mails)
            league.sent.mails.clear()
            league.play_a_turn_everywhere()
            composed += league.send_composed()
            again += bare_loop(port, league.sent.mails)
            league.sent.mails.clear()
        composing = league.measure_composing()
        league.club.engine.dispose()
    count = GAMES * ROUNDS
    detail = f"{count / ours:.0f} against {count / bare:.0f} mails a second, {size // count} bytes each"
    yield Row("mail out, writing it included, against a bare smtplib loop", bare / ours, None, detail)
    detail = f"{count / composed:.0f} against {count / again:.0f} mails a second"
    yield Row("mail out, written already, against a bare smtplib loop", again / composed, 0.7, detail)
    yield composing
    yield from measure_worst()


def measure_worst() -> Iterator[Row]:
    """Yield the CPU time of the dearest body and of the dearest head among many that are made to be dear."""
    with tempfile.TemporaryDirectory() as folder:
        scales = Scales(Path(folder))
        bodies = scales.find_worst(make_body(seed) for seed in range(MADE))
        heads = scales.find_worst((make_fields(seed), b"status\n") for seed in range(MADE))
        scales.house.close()
    for name, worst in (("body", bodies), ("head", heads)):
        detail = f"{scales.plain * worst.times * 1000:.1f} against {scales.plain * 1000:.1f} ms of CPU"
        yield Row(
            f"mail in: worst {name} of {MADE} against a plain mail, 64 KB", worst.times, 5, detail, more_is_better=False
        )


@contextmanager
def sink() -> Iterator[int]:
    """Run an SMTP server in a process of its own."""
    port = free_port()
    process = subprocess.Popen([sys.executable, "-c", SINK, str(port)], stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.readline()
    try:
        yield port
    finally:
        process.kill()
        process.wait()


class Kept(Smtp):
    """A connection that keeps a copy of what it sends."""

    def __init__(self, settings: Mail) -> None:
        super().__init__(settings)
        self.mails: list[Envelope] = []

    def send(self, envelope: Envelope) -> None:
        """Send a mail and keep it."""
        self.mails.append(envelope)
        super().send(envelope)


class League:
    """A club in which many games of Nicodemus go on."""

    def __init__(self, folder: Path, port: int) -> None:
        mail = {"transport": "smtp", "port": port, "undo_pause": 0}
        config = load_config({}, home=str(folder), log="off", rates=False, mail=mail)
        host.init(config).engine.dispose()
        app = create_app(config)
        self.club: Club = app.extensions["atelier"]
        self.sent = Kept(config.mail)
        self.sender = Sender(self.club, self.sent)
        self.rng = random.Random(5)
        self.people = [Person(FlaskDoor(app), self.club, name).register() for name in ("ada", "bob")]
        self.games = [self.opened() for _ in range(GAMES)]
        self.sender.run_dry()
        self.sent.mails.clear()

    def opened(self) -> str:
        """Return a new game with both at the table."""
        game: str = self.people[0].open("nicodemus", 2, pace={"turn": "48h"})
        for seat, one in enumerate(self.people):
            one.join(game, seat)
        return game

    def play_a_turn_everywhere(self) -> None:
        """Let whoever is asked play in every game until the other one is."""
        for game in self.games:
            views = [one.view(game) for one in self.people]
            asked = next(seat for seat, view in enumerate(views) if view["awaited"])
            one, view = self.people[asked], views[asked]
            while view["awaited"]:
                one.play(game, self.rng.choice(view["legal"])["line"], view=view)
                view = one.view(game)

    def measure_composing(self) -> Row:
        """Return what writing turn mails costs against looking at their boards, in CPU time."""
        writing = looking = 0.0
        for _ in range(ROUNDS):
            self.play_a_turn_everywhere()
            with self.club.read() as session:
                due = select(OutboxRow).where(OutboxRow.state == "queued", OutboxRow.kind == "turn")
                rows = session.scalars(due).all()
                written = (Material(self.club, session, row, Lookups(session, [row])) for row in rows)
                mails = [mail for mail in written if is_due(mail)]
                looking += spend(look_all, mails)
                writing += spend(write_all, mails)
            assert len(mails) == GAMES
            self.send()
            self.sent.mails.clear()
        count = GAMES * ROUNDS
        detail = f"{writing / count * 1000:.2f} against {looking / count * 1000:.2f} ms of CPU"
        name = "writing a turn mail against looking at its board"
        return Row(name, writing / looking, 4, detail, more_is_better=False)

    def send(self) -> float:
        """Return how many seconds the worker takes to lease, write, send and write down all mails that are due."""
        began = time.perf_counter()
        count = self.sender.run_dry()
        spent = time.perf_counter() - began
        assert count == len(self.sent.mails) == GAMES
        return spent

    def send_composed(self) -> float:
        """Return how many seconds the worker takes to send mails that are written, and to write down that they are sent."""
        sheaves: list[Sheaf] = []
        while (sheaf := self.sender.next_batch()).write_all():
            sheaves.append(sheaf)
        ready = [one for sheaf in sheaves for one in sheaf.ready]
        began = time.perf_counter()
        count = self.sender.send_batch(ready, sheaf)
        spent = time.perf_counter() - began
        assert count == len(self.sent.mails) == GAMES
        return spent


def is_due(mail: Material) -> bool:
    """Tell whether a mail still asks for what is to be played."""
    seat = mail.seats[mail.seat]
    return seat.awaited and seat.ask == mail.row.ask


def spend(work: Callable[[list[Material]], None], mails: list[Material]) -> float:
    """Return how many seconds of CPU some work on mails takes."""
    began = time.process_time()
    work(mails)
    return time.process_time() - began


def look_all(mails: list[Material]) -> None:
    """Do for each mail what a player's call for the position does: view, legal moves, board as text."""
    for mail in mails:
        look(mail.record, Onlooker(mail.seat, mail.reader.lang, mail.names), mail.game.title)


def write_all(mails: list[Material]) -> None:
    """Write each mail."""
    for mail in mails:
        render(mail)


def bare_loop(port: int, mails: list[Envelope]) -> float:
    """Return how many seconds a bare loop takes to send the same mails."""
    with smtplib.SMTP("127.0.0.1", port) as connection:
        connection.ehlo()
        began = time.perf_counter()
        for parcel in mails:
            connection.sendmail(parcel.sender, [parcel.to], parcel.raw)
        return time.perf_counter() - began
