"""The signed turn against a bare endpoint on the same web server, with light clients, on SQLite and Postgres.

`python -m bench.turn_speed granian 2 4` measures both on another web server: its name, processes and threads.
Both are measured by turns, so that whatever else the machine is doing slows both. Mails wait in the outbox, as under
`atelier serve --no-worker`: sending them is a line of its own.
"""

import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import NamedTuple

from bench.databases import new_club, postgres
from bench.light import Load, Post, fire
from bench.rounds import Tables, make_bare_round
from bench.rows import Row
from bench.web import WAITRESS, Served, Web, serving
from server import create_app
from server.config import Config

GAMES, ROUNDS = 300, 7
FEW, MANY = 8, 50
"""Connections."""
LOWEST, LONGEST = 0.75, 1.3
RECOMMENDED = Web("granian", 2, 4)
"""What docs/hosting.md has for two cores and Postgres."""
MakeRound = Callable[[], list[Post]]


class Taken(NamedTuple):
    """How a server took one round: posts a second, two waits in milliseconds, and its CPU for a post."""

    rate: float
    p50: float
    p99: float
    cpu: float

    @property
    def spread(self) -> float:
        """How much longer the longest waits are than the usual one."""
        return self.p99 / self.p50

    def __str__(self) -> str:
        return f"{self.rate:.0f}/s, p50 {self.p50:.1f} ms, p99 {self.p99:.1f} ms, CPU {self.cpu:.1f} ms"


def measure(web: Web = WAITRESS) -> Iterator[Row]:
    """Yield the lines for both databases."""
    with tempfile.TemporaryDirectory() as folder:
        yield from measure_on("SQLite", new_club(Path(folder) / "one"), web)
        with postgres() as url:
            config = new_club(Path(folder) / "two", url)
            yield from measure_on("Postgres", config, web)
            yield measure_recommended(config)


def measure_on(name: str, config: Config, web: Web) -> Iterator[Row]:
    """Yield the lines for one database."""
    app = create_app(config)
    tables = Tables(app, GAMES)
    with serving("bench.bare:create_app", config, web) as bare, serving("server:create_app", config, web) as ours:
        for connections in (FEW, MANY):
            pairs = [
                (take(bare, connections, lambda: make_bare_round(GAMES)), take(ours, connections, tables.sign_round))
                for _ in range(ROUNDS)
            ]
            yield from compare(f"{name}, {connections} connections", pairs, is_barred=connections == FEW)
    app.extensions["atelier"].engine.dispose()


def measure_recommended(config: Config) -> Row:
    """Return how the recommended set-up on Postgres compares with a bare endpoint in one process."""
    app = create_app(config)
    tables = Tables(app, GAMES)
    with serving("bench.bare:create_app", config) as bare, serving("server:create_app", config, RECOMMENDED) as ours:
        pairs = [
            (take(bare, FEW, lambda: make_bare_round(GAMES)), take(ours, FEW, tables.sign_round)) for _ in range(ROUNDS)
        ]
    app.extensions["atelier"].engine.dispose()
    rate, _ = compare("Postgres, two processes against bare in one", pairs, is_barred=False)
    return rate._replace(bar=1.0)


def take(server: Served, connections: int, make_round: MakeRound) -> Taken:
    """Let a server take one round, which is made before the clock runs."""
    posts = make_round()
    before = server.cpu
    seen = fire(Load(server.port, connections, posts))
    return Taken(seen.rate, seen.middle * 1e3, seen.longest * 1e3, (server.cpu - before) / len(posts) * 1e3)


def compare(name: str, pairs: list[tuple[Taken, Taken]], *, is_barred: bool) -> Iterator[Row]:
    """Yield how many turns are taken for each bare post, and how much more their waits spread."""
    bare, ours = (Taken(*map(median, zip(*side, strict=True))) for side in zip(*pairs, strict=True))
    rate = median(turn.rate / post.rate for post, turn in pairs)
    yield Row(f"{name}: signed turn against a bare post", rate, LOWEST if is_barred else None, f"{ours} against {bare}")
    spread = median(turn.spread / post.spread for post, turn in pairs)
    detail = f"p99 is {ours.spread:.1f} p50, bare {bare.spread:.1f}"
    bar = LONGEST if is_barred else None
    yield Row(f"{name}: spread of waits against bare", spread, bar, detail, more_is_better=False)


if __name__ == "__main__":
    from bench.__main__ import line

    chosen, *sizes = sys.argv[1:] or [WAITRESS.name]
    for row in measure(Web(chosen, *map(int, sizes))):
        print(line(row), flush=True)
