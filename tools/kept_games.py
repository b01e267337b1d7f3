"""What was measured of the bots stays in bench/strength, a line of JSON for each game, and is shown as Markdown."""

import json
import math
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

FOLDER = Path(__file__).parent.parent / "bench" / "strength"
AGAINST = "-against-"
FORETOLD = "chances-"
Z = 1.96
BINS = 10
ENOUGH = 200
"""Of fewer games nothing is said to hold."""

Row = dict[str, Any]


class Line(NamedTuple):
    """One bot against others of one kind in one game, each by the word of its version, which never chooses otherwise."""

    game: str
    hero: str
    rival: str
    seats: int

    @property
    def path(self) -> Path:
        """Where its games are kept."""
        return FOLDER / self.game / f"{self.hero}{AGAINST}{self.rival}-x{self.seats}.jsonl"


def list_lines() -> list[Line]:
    """Return all lines of which games are kept."""
    return [_read_name(path) for path in sorted(FOLDER.glob(f"*/*{AGAINST}*.jsonl"))]


def _read_name(path: Path) -> Line:
    hero, _, rest = path.stem.partition(AGAINST)
    rival, _, seats = rest.rpartition("-x")
    return Line(path.parent.name, hero, rival, int(seats))


def find_foretold(game: str, fit: int) -> Path:
    """Return where it is kept whether a fit's chances came true."""
    return FOLDER / game / f"{FORETOLD}{fit}.jsonl"


def read_rows(path: Path) -> dict[int, Row]:
    """Return the games of a file by their numbers, in order."""
    rows = [json.loads(text) for text in path.read_text().splitlines()] if path.exists() else []
    return {row["number"]: row for row in sorted(rows, key=lambda row: int(row["number"]))}


def keep_row(path: Path, row: Row) -> None:
    """Add a game to a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as file:
        file.write(json.dumps(row) + "\n")


def wilson(wins: float, n: int) -> tuple[float, float]:
    """Return the interval in which a share lies, with 95 %."""
    share, spread = wins / n, Z * Z / n
    middle, half = share + spread / 2, Z * math.sqrt(share * (1 - share) / n + spread / (4 * n))
    return (middle - half) / (1 + spread), (middle + half) / (1 + spread)


def format_lines(bars: dict[Line, float]) -> Iterator[str]:
    """Yield a table of the lines for which something is wanted, then of all others that were played."""
    others = [line for line in list_lines() if line not in bars]
    yield "| line | game | won | share | interval | wanted of its lower end | CPU of a decision, mean and longest |"
    yield "|---|---|---|---|---|---|---|"
    for line in (*bars, *others):
        rows = list(read_rows(line.path).values())
        if rows:
            yield format_line(line, rows, bars.get(line))


def format_line(line: Line, rows: Sequence[Row], bar: float | None) -> str:
    """Return a row of the table: in bold where what is wanted holds, in games enough."""
    wins, decisions = sum(row["won"] for row in rows), sum(row["decisions"] for row in rows)
    low, high = wilson(wins, len(rows))
    spent, longest = sum(row["seconds"] for row in rows) / decisions, max(row["longest"] for row in rows)
    wanted = "" if bar is None else f"**{bar:.0%}**" if low >= bar and len(rows) >= ENOUGH else f"{bar:.0%}"
    cells = (
        f"{line.hero} against {line.rival}, {line.seats} players",
        line.game,
        f"{wins:g} of {len(rows)}",
        f"{wins / len(rows):.1%}",
        f"{low:.1%} to {high:.1%}",
        wanted,
        f"{spent * 1000:.0f} ms, {longest:.2f} s",
    )
    return f"| {' | '.join(cells)} |"


def format_foretold() -> Iterator[str]:
    """Yield a table of what was foretold, and of what came, for each tenth; nothing if nothing was."""
    paths = sorted(FOLDER.glob(f"*/{FORETOLD}*.jsonl"))
    if not paths:
        return
    yield "| game, fit | " + " | ".join(f"{n * BINS} to {(n + 1) * BINS} %" for n in range(BINS)) + " |"
    yield "|---" * (BINS + 1) + "|"
    for path in paths:
        bins = fill_bins(read_rows(path).values())
        yield f"| {path.parent.name}, {path.stem.removeprefix(FORETOLD)} | {' | '.join(map(format_bin, bins))} |"


def fill_bins(rows: Iterable[Row]) -> list[list[Row]]:
    """Return the games in which a chance was noted, by its tenth."""
    bins: list[list[Row]] = [[] for _ in range(BINS)]
    for row in rows:
        if row["chance"] is not None:
            bins[find_bin(row["chance"])].append(row)
    return bins


def find_bin(chance: float) -> int:
    """Return the tenth that a chance is in."""
    return min(BINS - 1, int(chance * BINS))


def format_bin(rows: Sequence[Row]) -> str:
    """Say what was foretold on average, how often it came, and of how many games."""
    if not rows:
        return ""
    told, came = (sum(row[key] for row in rows) / len(rows) for key in ("chance", "won"))
    return f"{told:.0%} → {came:.0%} ({len(rows)})"
