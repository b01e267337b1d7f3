"""`make scale`: generates the database, measures, and prints the model's tables (SCALE=20000 for a quick one)."""

import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, TypeVar

from bench.__main__ import OUT, line
from bench.databases import second
from bench.rows import Row
from bench.scale.filling import Crop, fill
from bench.scale.measuring import Side, compare_sides, take_figures
from bench.scale.model import Figures, tell
from bench.scale.nursery import MIDDLE, RULES, make_nursery, play_whole
from bench.soak.clubs import Postgres
from server.config import Config, load_config

Made = TypeVar("Made")


class Sizes(NamedTuple):
    """How many games there are, how many of them can be played, and how many are in the small club."""

    games: int
    live: int
    few: int

    @classmethod
    def of(cls, games: int) -> "Sizes":
        """Return the sizes of a run; a million games have two thousand that can be played."""
        live = max(20, min(2_000, games // 50))
        return cls(games, live, live // 2)


class Outcome(NamedTuple):
    """What a run found."""

    rows: list[Row]
    figures: Figures


def run(sizes: Sizes, rounds: int, middle: int = MIDDLE, kinds: tuple[str, ...] = RULES) -> Outcome:
    """Make both clubs, and measure."""
    with tempfile.TemporaryDirectory(prefix="atelier-scale-") as folder, server() as postgres:
        home, uri = Path(folder), postgres.server.get_uri()
        nursery = step("nursery", lambda: make_nursery(home / "nursery", sizes.live, middle=middle))
        few, many = settings(home / "few", uri), settings(home / "many", second(uri))
        copies = sizes.games - sizes.live
        step("few", lambda: fill(few, nursery, Crop(nursery.live[: sizes.few], 0, 1)))
        step("many", lambda: fill(many, nursery, Crop(nursery.live, copies, max(1, sizes.games // 5))))
        small, big = Side(few, nursery, sizes.few), Side(many, nursery, sizes.live)
        rows = list(show(compare_sides(big, small, f"{sizes.games:,} games against {sizes.few:,}", rounds)))
        figures = take_figures(big, postgres.server.get_pid(), play_whole(nursery, kinds))
        for side in (small, big):
            side.club.engine.dispose()
        nursery.club.engine.dispose()
        return Outcome(rows, figures)


def step(name: str, work: Callable[[], Made]) -> Made:
    """Do something long, and say how long it took."""
    began = time.perf_counter()
    done = work()
    print(f"{name}: {time.perf_counter() - began:.0f} s", file=sys.stderr, flush=True)
    return done


def show(rows: Iterator[Row]) -> Iterator[Row]:
    """Print each line as it is measured."""
    for row in rows:
        print(line(row), flush=True)
        yield row


def settings(home: Path, url: str) -> Config:
    """Return the settings of a club that mails at once."""
    return load_config({}, home=str(home), database_url=url, log="off", rates=False, mail={"undo_pause": 0})


@contextmanager
def server() -> Iterator[Postgres]:
    """Start a Postgres server of our own."""
    postgres = Postgres(Path(tempfile.mkdtemp(prefix="atelier-scale-pg-")))
    try:
        yield postgres
    finally:
        postgres.server.cleanup()


def main(games: int) -> int:
    """Run, print, keep the figures, and tell whether every bar holds."""
    outcome = run(Sizes.of(games), rounds=150)
    print(json.dumps(outcome.figures._asdict(), indent=1))
    print(tell(outcome.figures))
    OUT.mkdir(exist_ok=True)
    kept = {"figures": outcome.figures._asdict(), "rows": [row._asdict() for row in outcome.rows]}
    (OUT / "scale.json").write_text(json.dumps(kept, indent=1))
    return 0 if all(row.holds for row in outcome.rows) else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
