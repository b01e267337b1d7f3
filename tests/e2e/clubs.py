"""A club served by a real `atelier serve`, and an oracle that knows good moves because it looks into the database."""

import email
import json
import signal
import subprocess
import time
from contextlib import contextmanager

from engine.bots import BOTS, take_turn
from tests.cli.people import PROGRAM, Player, bare_environment

QUIET = {"ATELIER_LOG": "off", "ATELIER_RATES": "false"}


class ServedProcess:
    """`atelier serve` in a process of its own, on a free port."""

    def __init__(self, folder, *args, port="0", program=PROGRAM):
        command = [program, "serve", "--club", str(folder), "--json", *args]
        environ = {"HOME": str(folder), **bare_environment(), **QUIET}
        self.folder, self.program = folder, program
        self.process = subprocess.Popen(
            command + (["--port", port] if port else []),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environ,
        )
        assert self.process.stdout
        assert self.process.stderr
        line = self.process.stdout.readline()
        assert line, self.process.stderr.read()
        self.origin = json.loads(line)["origin"]

    def stop(self, how=signal.SIGINT):
        """End it as Ctrl-C does; return its exit code and what it said."""
        self.process.send_signal(how)
        _, talk = self.process.communicate(timeout=30)
        return self.process.returncode, talk

    def player(self, home, handle, *, here=False):
        """Register somebody by real commands, with the code that lies in the club's mail folder."""
        player = Player(home, self.origin)
        player.program = self.program
        call = player.run if here else player.process
        assert call("register", handle, f"{handle}@example.org", "--json").exit == 0
        confirmed = call("confirm", wait_for_code(self.folder, f"{handle}@example.org"))
        assert confirmed.exit == 0, confirmed
        player.handle = handle
        return player


def wait_for_code(folder, address):
    """Return the code that was mailed to an address, once the worker has put it into a club's mail folder."""
    for _ in range(300):
        for path in (folder / "mail").glob("new/*"):
            mail = email.message_from_bytes(path.read_bytes())
            if mail["To"] == address and mail["Subject"].endswith("confirms your address"):
                return mail["Subject"].split()[0]
        time.sleep(0.1)
    raise AssertionError(f"no code was mailed to {address}")


@contextmanager
def serving(folder, *args, **given):
    served = ServedProcess(folder, *args, **given)
    try:
        yield served
    finally:
        if served.process.poll() is None:
            served.stop()


class Oracle:
    """Reads a game from the club's database and says what a greedy bot would play, to the end of its turn."""

    def __init__(self, folder):
        from server import create_app
        from server.config import load_config

        self.club = create_app(load_config({}, home=str(folder), log="off")).extensions["atelier"]

    def close(self):
        self.club.engine.dispose()

    def next_turn(self, game):
        """Return who is asked and their whole turn, or None when the game is over."""
        from server.services import shelf

        with self.club.read() as session:
            record = shelf.get_record(session, game)
        if record.page.phase != "running" or record.table is None:
            return None
        seat = next(seat for seat, chair in enumerate(record.page.chairs) if chair.ask.is_open)
        table = record.table.copy()
        lines = []
        ask = b"turn"
        while seat in table.awaiting:
            lines += [str(move) for move in take_turn(table, seat, BOTS["greedy"], ask).played]
            if len(table.awaiting) > 1:  # others are asked at the same time: no need to wait for them
                break
        return seat, lines
