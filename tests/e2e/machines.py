"""A machine that hosts a club from its wheel by the units of docs/hosting.md, and two people who play there by theirs."""

import json
import os
import re
import subprocess

from engine.core.refusals import Exit
from tests.cli.people import Player, Result
from tests.databases import find_postgres_tools
from tests.e2e.clubs import wait_for_code
from tests.e2e.units import find_environment, find_units, move_paths, read_unit, run_line, start, stop, wait_until_ready
from tests.e2e.wheels import Installed

MOST = 2
"""Turns that are played while the host does something, if it takes long."""
ANY = {"pebbles": "take 1"}
"""A move that is always legal, where a game has one: nobody need look first."""


class Machine:
    """A folder in the place of `/`, with the wheel installed where the units look for it."""

    def __init__(self, folder, wheels, port):
        self.folder, self.home, self.port = folder, folder / "srv" / "atelier", port
        self.installed = Installed(self.home, wheels[0])
        self.installed.add_program("granian")
        self.install(*wheels)
        self.corrected = {"ATELIER_ORIGIN": f"http://127.0.0.1:{port}"}
        """What the host has written into the units instead of what the page has."""
        self.running = []

    def install(self, *wheels):
        """Install wheels over what is there."""
        for wheel in wheels:
            self.installed.type(f"pip install {wheel}")

    def read(self, name):
        """Return what a unit runs here, and in which environment."""
        service, environment = read_unit(move_paths(find_units()[name], self.folder))
        own = {key: self.corrected[key] for key in environment if key in self.corrected}
        return service, {**environment, **own, "PATH": f"{find_postgres_tools()}:{os.environ['PATH']}"}

    def fit(self, line):
        """Return a line of a unit with a port that is free, and no more processes than are needed to be several."""
        return line.replace("8000", str(self.port)).replace("--workers 4", "--workers 2")

    def start(self, name):
        """Do what `systemctl start` does with a unit."""
        service, environment = self.read(name)
        if "ExecStartPre" in service:
            run_line(service["ExecStartPre"], **environment)
        self.running.append(start(self.fit(service["ExecStart"]), **environment))
        return self.running[-1]

    def serve(self, *names):
        """Stop whatever runs, start units, and wait for the first one."""
        self.stop()
        first, *_ = [self.start(name) for name in names]
        wait_until_ready(self.port, first)
        return first

    def stop(self):
        """End everything that was started."""
        for process in self.running:
            stop(process)
        self.running = []

    def host(self, *words):
        """Start a command of the host's, with what the unit for all databases says of the club."""
        _, environment = self.read("atelier-api.service" if "DATABASE_URL" in self.corrected else "atelier.service")
        command = [self.installed.bin / "atelier", "host", *words, "--json"]
        return subprocess.Popen(
            list(map(str, command)),
            env=find_environment(**environment),
            cwd="/",
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )


def finish(process):
    """Wait for a command that must succeed, and return its data."""
    out, talk = process.communicate(timeout=120)
    assert process.returncode == 0, (process.args, out, talk)
    return json.loads(out or "null")


class Pair:
    """Two people with a client of their own, and the games that they play."""

    def __init__(self, folder, wheels, machine):
        self.installed = Installed(folder / "clients", wheels[0])
        for wheel in wheels[1:]:
            self.installed.type(f"pip install {wheel}")
        self.people = [self.make_player(folder / name, machine.corrected["ATELIER_ORIGIN"]) for name in ("ada", "bob")]
        self.games: dict[str, str] = {}

    def make_player(self, home, server):
        """Return somebody who uses the installed client."""
        player = Player(home, server)
        player.program = str(self.installed.bin / "atelier")
        return player

    def register(self, machine, process):
        """Register both; who made the club with the code that its first start shows."""
        claim = next(found[1] for line in process.stderr if (found := re.search(r"--claim (\S+)", line)))
        for one, given in zip(self.people, (("--claim", claim), ()), strict=True):
            address = f"{one.home.name}@example.org"
            tell(one, "register", one.home.name, address, *given)
            tell(one, "confirm", wait_for_code(machine.home, address))

    def open(self, rules, *given):
        """Return a new game of both."""
        ada, bob = sorted(self.people, key=lambda one: one.home.name)
        game = tell(ada, "new", rules, *given)["id"]
        tell(bob, "join", game)
        self.games[game] = rules
        return game

    def play(self, game, line=None):
        """Let whoever is asked play a line, or else their first move; return what the client says of it."""
        for one in reversed(self.people):  # who played last is seldom asked again
            chosen = line or find_move(one, game)
            played = chosen and one.process("play", game, chosen, "--json")
            if played and played.exit != Exit.NOT_YOUR_TURN:
                self.people.sort(key=lambda other: other is one)
                return played
        raise AssertionError(f"nobody is asked in {game}")

    def play_all(self):
        """Play a turn in every game; each must be taken."""
        answers = [self.play(game, ANY.get(rules)) for game, rules in self.games.items()]
        assert all(answer.exit == 0 for answer in answers), answers

    def play_during(self, process, game):
        """Play a few turns of a game while a command of the host's runs; return its data and each answer."""
        answers: list[Result] = []
        while process.poll() is None and len(answers) < MOST:
            answers.append(self.play(game, ANY[self.games[game]]))
        return finish(process), answers

    def play_out(self, game):
        """Take all that is left in a game of Pebbles, and return what is shown of it then."""
        while (shown := tell(self.people[0], "show", game))["status"] != "over":
            played = self.play(game, f"take {min(3, shown['view']['heap'])}")
            assert played.exit == 0, played
        return shown


def find_move(one, game):
    """Return the first move that somebody is offered, if they are asked."""
    return next((move["line"] for move in tell(one, "show", game)["legal"]), None)


def tell(one, *words):
    """Run a command of somebody's that must succeed, and return its data."""
    done = one.process(*words, "--json")
    assert done.exit == 0, (words, done)
    return done.json
