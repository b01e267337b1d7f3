"""How long turns wait while bots think: the same server with tables of bots that search beside it and without, by turns."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from bench.databases import new_club
from bench.rounds import Tables
from bench.rows import Row
from bench.turn_speed import FEW, Taken, take
from bench.web import serving
from server import create_app
from server.config import Config

GAMES, ROUNDS, SEATS = 150, 7, 4
LONGEST = 1.5
WORKING = "bench.served:create_app_with_worker"


def measure() -> Iterator[Row]:
    """Yield how much longer the longest waits of turns are while four journeymen play."""
    with tempfile.TemporaryDirectory() as folder:
        quiet, busy = (new_club(Path(folder) / name) for name in ("quiet", "busy"))
        yield compare(list(take_rounds(quiet, busy)))


def take_rounds(quiet: Config, busy: Config) -> Iterator[tuple[Taken, Taken]]:
    """Yield how a server takes rounds of turns while nobody thinks, and how another does while four masters do."""
    apps = [create_app(config) for config in (quiet, busy)]
    tables = [Tables(app, GAMES) for app in apps]
    with serving(WORKING, quiet) as still, serving(WORKING, busy) as thinking:
        for _ in range(ROUNDS):
            tables[1].people[0].open(
                "imaginarium", SEATS, bots=[{"seat": n, "bot": "journeyman"} for n in range(SEATS)]
            )
            yield take(still, FEW, tables[0].sign_round), take(thinking, FEW, tables[1].sign_round)
    for app in apps:
        app.extensions["atelier"].engine.dispose()


def compare(pairs: list[tuple[Taken, Taken]]) -> Row:
    """Return the ratio of the longest waits."""
    still, thinking = (Taken(*map(median, zip(*side, strict=True))) for side in zip(*pairs, strict=True))
    ratio = median(other.p99 / one.p99 for one, other in pairs)
    detail = f"{thinking} against {still}"
    return Row("p99 of a turn while four journeymen think", ratio, LONGEST, detail, more_is_better=False)


if __name__ == "__main__":
    from bench.__main__ import line

    for row in measure():
        print(line(row), flush=True)
