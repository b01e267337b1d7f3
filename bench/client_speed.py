"""What a person waits for: a turn, a look and a Tab, each a process of its own, against importing what the client is made of."""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.rounds import GAME
from bench.rows import Row
from tests.cli.people import Player
from tests.e2e.clubs import ServedProcess

ROUNDS = 21
MADE_OF = "import typer, requests"


def measure() -> Iterator[Row]:
    """Yield a signed turn, a look at the board, the help of a command, and what a shell is offered."""
    with tempfile.TemporaryDirectory() as folder, opened(Path(folder)) as table:
        one = table.people[0]
        yield compare("client: `atelier play` from Enter to receipt", table.play, MADE_OF, 1.6)
        yield compare("client: `atelier show`", lambda: clock(one, "show", table.game), MADE_OF, 1.4)
        yield compare("client: start-up, `atelier show --help`", lambda: clock(one, "show", "--help"), MADE_OF, 1.3)
        yield compare("client: completing a command", lambda: complete(one, "atelier sh"), "import typer", 1.05)
        words = f"atelier play {table.game} "
        yield compare("client: completing a move", lambda: complete(one, words), "import typer", None)


class TableOfTwo:
    """Two people with `atelier`, and a game that they play turn by turn."""

    def __init__(self, people: list[Player]) -> None:
        self.people = people
        self.game = self.open()

    def open(self) -> str:
        """Return a new game with both at the table."""
        first, second = self.people
        game: str = first.data("new", GAME, "--seats", "2")["id"]
        second.ok("join", game)
        return game

    def play(self) -> float:
        """Return how long a turn of whoever is asked takes, which they have looked at before."""
        while (asked := self.find_asked()) is None:
            self.game = self.open()
        one, line = asked
        return clock(one, "play", self.game, line, "--exact")

    def find_asked(self) -> tuple[Player, str] | None:
        """Return who is asked, and a move of theirs; None once the game is over."""
        for one in self.people:
            seen = one.data("show", self.game)
            if seen["awaited"]:
                return one, seen["legal"][0]["line"]
        return None


@contextmanager
def opened(folder: Path) -> Iterator[TableOfTwo]:
    """Serve a club, and let two people sit down."""
    served = ServedProcess(folder / "club")
    try:
        yield TableOfTwo([served.player(folder / name, name, here=True) for name in ("ada", "bob")])
    finally:
        served.stop()


def clock(one: Player, *words: str) -> float:
    """Return how long a command takes."""
    began = time.perf_counter()
    done = one.process(*words)
    spent = time.perf_counter() - began
    assert done.exit == 0, done
    return spent


def complete(one: Player, words: str) -> float:
    """Return how long a shell waits for what can follow."""
    began = time.perf_counter()
    found = one.complete(words)
    spent = time.perf_counter() - began
    assert found, words
    return spent


def compare(name: str, work: Callable[[], float], imports: str, bar: float | None) -> Row:
    """Compare something with a bare import, by turns, so that both meet the same machine."""
    pairs = [(work(), import_bare(imports)) for _ in range(ROUNDS)]
    ours, bare = (sorted(times)[ROUNDS // 3] for times in zip(*pairs, strict=True))
    return Row(name, ours / bare, bar, f"{ours * 1e3:.0f} ms against {bare * 1e3:.0f} ms", more_is_better=False)


def import_bare(imports: str) -> float:
    """Return how long Python takes to import something."""
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", imports], check=True, capture_output=True)
    return time.perf_counter() - began
