"""A club served on loopback, and people who use it with `atelier`, each with a home of their own."""

import io
import json
import os
import shlex
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import NamedTuple

from cli.app import run
from cli.env import Env
from tests.server.people import mailed_code

PROGRAM = str(Path(sys.executable).parent / "atelier")


def bare_environment():
    """Return the little that a program needs to start, and what `make coverage` needs to count it."""
    return {name: value for name, value in os.environ.items() if name == "PATH" or name.startswith("COVERAGE_")}


class Result(NamedTuple):
    """What a command left: its exit code, data and talk."""

    exit: int
    out: str
    err: str

    @property
    def json(self):
        return json.loads(self.out)


class Terminal(io.StringIO):
    """A stream with somebody before it."""

    def isatty(self):
        return True


class Player:
    """Somebody with a home; commands run in this process, or in one of their own."""

    program = PROGRAM

    def __init__(self, home, server, **variables):
        self.home = Path(home)
        self.server = server
        self.environ = {
            "ATELIER_HOME": str(home),
            "ATELIER_SERVER": server,
            "ATELIER_LANG": "en",
            "HOME": str(home),
            "TZ": "UTC",
            **bare_environment(),
            **variables,
        }

    def env(self, stdin="", *, terminal=False, **variables):
        kind = Terminal if terminal else io.StringIO
        return Env.of({**self.environ, **variables}, kind(stdin), kind(), kind())

    def run(self, *args, stdin="", terminal=False, env=None, **variables):
        env = env or self.env(stdin, terminal=terminal, **variables)
        code = run([str(arg) for arg in args], env)
        return Result(int(code), env.stdout.getvalue(), env.stderr.getvalue())

    def ok(self, *args, **given):
        result = self.run(*args, **given)
        assert result.exit == 0, result
        return result

    def data(self, *args, **given):
        return self.ok(*args, "--json", **given).json

    def process(self, *args, stdin="", **variables):
        done = subprocess.run(
            [self.program, *map(str, args)],
            check=False,
            input=stdin,
            capture_output=True,
            text=True,
            env={**self.environ, **variables},
            timeout=60,
        )
        return Result(done.returncode, done.stdout, done.stderr)

    def complete(self, words, shell="bash"):
        """Return what a shell is offered after these words."""
        variables = {
            "_ATELIER_COMPLETE": f"complete_{shell}",
            "COMP_WORDS": words,
            "COMP_CWORD": str(len(shlex.split(words)) - 1),
            "_TYPER_COMPLETE_ARGS": words,
            "_TYPER_COMPLETE_FISH_ACTION": "get-args",
        }
        return [line for line in self.process(**variables).out.splitlines() if line]

    def register(self, club, handle, *given):
        shown = self.data("register", handle, f"{handle}@example.org", *given)
        self.handle = handle
        self.ok("confirm", mailed_code(club, shown["id"]))
        return self

    def found(self, club, handle):
        """Register as whoever made the club."""
        from server.services import founding

        return self.register(club, handle, "--claim", founding.make_claim(club))

    def become_host(self, club):
        from server.services import founding

        self.ok("claim", founding.make_claim(club))
        return self

    def view(self, game):
        return self.data("show", game)

    def lines(self, game):
        return [move["line"] for move in self.view(game)["legal"]]


def play_to_the_end(game, people, rng):
    while True:
        waiting = [(one, view) for one in people if (view := one.view(game))["awaited"]]
        if not waiting:
            return
        one, view = rng.choice(waiting)
        one.ok("play", game, rng.choice(view["legal"])["line"])


def write_witnesses(player, game, **changed):
    """Return the document that a page would have saved, of what the client kept of a game."""
    folder = player.home / "profiles/default"
    profile = json.loads((folder / "profile.json").read_text())
    receipts, noted = folder / f"receipts/{game}.txt", folder / f"noted/{game}.txt"
    held = {
        "receipts": receipts.read_text().split() if receipts.exists() else [],
        "noted": [line.split() for line in noted.read_text().splitlines()] if noted.exists() else [],
    }
    whole = {
        "v": 1,
        "origin": profile["origin"],
        "server_keys": profile["server_keys"],
        "own_keys": [],
        "succession": profile["succession"],
        "games": {game: {"heads": [], **held}},
    }
    return json.dumps(whole | changed)


def wait_for_mail(club, to, words):
    """Return a mail in the club's folder, by its reader and words of its subject or first line, as soon as it is there."""
    from server.mail import folder

    for _ in range(400):
        for mail in map(folder.read, folder.find_mails(club)):
            if to in str(mail["To"]) and words in f"{mail['Subject']} {folder.get_text(mail)[:100]}":
                return mail
        time.sleep(0.05)
    raise TimeoutError


class Served:
    """A club served by a thread of this process."""

    def __init__(self, folder, **given):
        from server import create_app
        from server.config import Web, load_config
        from server.httpd import WebServer
        from server.serving import bind
        from server.worker import Worker
        from tests.databases import NO_CLOCK, make_club

        listener = bind("127.0.0.1", 0)
        self.origin = f"http://127.0.0.1:{listener.getsockname()[1]}"
        self.folder = Path(folder)
        self.config = load_config(
            {}, home=str(folder), origin=self.origin, log="off", rates=False, tables=NO_CLOCK, **given
        )
        make_club(self.config)
        app = create_app(self.config)
        self.club = app.extensions["atelier"]
        self.worker = Worker(self.club, pause=0.05).start()
        self.app, self.calls = app, []
        """Every call that came in, such as `GET /v1/me`."""
        self.server = WebServer(self._answer, listener, Web(threads=4))
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()

    def _answer(self, environ, start_response):
        self.calls.append(f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']}")
        return self.app(environ, start_response)

    def close(self):
        self.worker.stop()
        self.server.stop()
        self.thread.join(timeout=10)
        self.club.engine.dispose()
