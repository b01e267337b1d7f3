"""The signed turn against a move of boardgame.io's file store, by turns, 50 connections each: `make rival`.

Its packages come from npm and go to bench/out. A move there has no signature and no sync; its game is a counter, and
each of 50 matches has a connection of its own that waits for each answer.
"""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple

import msgspec

from bench.__main__ import OUT, line
from bench.databases import new_club, postgres
from bench.light import Seen
from bench.rounds import Tables
from bench.rows import Row
from bench.turn_speed import GAMES, MANY, ROUNDS, take
from bench.web import WAITRESS, Web, serving
from server import create_app
from server.config import Config

HERE = Path(__file__).parent
MOVES = 60
"""Moves of each match in a round: with fewer the rival has not warmed up when it is over."""


class Side(NamedTuple):
    """One of our set-ups, with the ratio that it is to reach."""

    name: str
    web: Web
    bar: float


ALONE = Side("SQLite, one process", WAITRESS, 0.65)
SEVERAL = Side("Postgres, two processes of Granian", Web("granian", 2, 4), 0.8)


def install() -> Path:
    """Return a folder with the rival and what it needs."""
    folder = OUT / "rival"
    folder.mkdir(parents=True, exist_ok=True)
    for path in (HERE / "package.json", *HERE.glob("*.cjs")):
        shutil.copy(path, folder)
    if not (folder / "node_modules").exists():
        quietly = ["--no-audit", "--no-fund", "--no-package-lock"]
        subprocess.run(["npm", "install", *quietly], cwd=folder, check=True)
    return folder


@contextmanager
def run_rival(folder: Path) -> Iterator[int]:
    """Run the rival's server on files of its own and tell its port."""
    with (
        tempfile.TemporaryDirectory() as store,
        subprocess.Popen(["node", "server.cjs", store], cwd=folder, stdout=subprocess.PIPE, text=True) as server,
    ):
        try:
            assert server.stdout
            yield next(int(said) for said in server.stdout if said.strip().isdigit())
        finally:
            server.terminate()


def play_rival(folder: Path, port: int) -> Seen:
    """Let the rival take one round, in matches that are new."""
    command = ["node", "client.cjs", *map(str, (port, MANY, MOVES))]
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, check=True)
    return msgspec.json.decode(done.stdout, type=Seen, strict=False)


def measure_side(folder: Path, side: Side, config: Config) -> Row:
    """Return how many turns we take for each move of the rival."""
    app = create_app(config)
    tables = Tables(app, GAMES)
    with serving("server:create_app", config, side.web) as ours, run_rival(folder) as port:
        pairs = [(take(ours, MANY, tables.sign_round).rate, play_rival(folder, port).rate) for _ in range(ROUNDS)]
    app.extensions["atelier"].engine.dispose()
    ours_rate, rivals_rate = map(median, zip(*pairs, strict=True))
    ratio = median(mine / theirs for mine, theirs in pairs)
    name = f"{side.name}: signed turn against boardgame.io, {MANY} connections"
    return Row(name, ratio, side.bar, f"{ours_rate:.0f}/s against {rivals_rate:.0f}/s")


def measure() -> Iterator[Row]:
    """Yield a line for each of our set-ups."""
    folder = install()
    with tempfile.TemporaryDirectory() as name:
        yield measure_side(folder, ALONE, new_club(Path(name) / "one"))
        with postgres() as url:
            yield measure_side(folder, SEVERAL, new_club(Path(name) / "two", url))


if __name__ == "__main__":
    rows = []
    for row in measure():
        rows.append(row)
        print(line(row), flush=True)
    sys.exit(0 if all(row.holds for row in rows) else 1)
