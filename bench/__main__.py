"""Runs the benchmarks and prints one table; the same as JSON and as a picture goes to bench/out."""

import importlib
import json
import platform
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

from bench.rows import Row

PARTS = (
    "engine_speed",
    "search_speed",
    "turn_speed",
    "turn_parts",
    "thinking_speed",
    "server_speed",
    "length",
    "growth",
    "request_cost",
    "page_cost",
    "client_speed",
    "mail_speed",
    "memory",
    "archive_size",
)
OUT = Path(__file__).parent / "out"


def main(wanted: list[str]) -> int:
    """Measure all parts, or those named on the command line; tell whether every bar holds."""
    rows = []
    for part in PARTS:
        if wanted and part not in wanted:
            continue
        for row in importlib.import_module(f"bench.{part}").measure():
            rows.append(row)
            print(line(row), flush=True)
    write(rows)
    return 0 if all(row.holds for row in rows) else 1


def line(row: Row) -> str:
    """Return a row as a line of the table."""
    bar = "" if row.bar is None else f"{'>=' if row.more_is_better else '<='} {row.bar:g}"
    return f"{'ok ' if row.holds else 'LOW'} {row.ratio:8.2f}  {bar:9} {row.name:48} {row.detail}"


def write(rows: list[Row]) -> None:
    """Keep the table as JSON and as a picture."""
    OUT.mkdir(exist_ok=True)
    about = {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": f"{platform.machine()}, Python {platform.python_version()}",
        "commit": subprocess.run(
            ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False
        ).stdout.strip(),
    }
    rows_out = [{**row._asdict(), "holds": row.holds} for row in rows]
    (OUT / "bench.json").write_text(json.dumps({**about, "rows": rows_out}, indent=1))
    draw(rows)


def draw(rows: list[Row]) -> None:
    """Draw each ratio relative to its bar; to the right of 1 is good."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    barred = [row for row in rows if row.bar]
    shares = [
        row.ratio / row.bar if row.more_is_better else row.bar / max(row.ratio, 1e-9) for row in barred if row.bar
    ]
    figure, axes = plt.subplots(figsize=(9, 0.4 * len(barred) + 1.5))
    axes.barh([row.name for row in barred], shares, color=["#4a8" if row.holds else "#c55" for row in barred])
    axes.axvline(1, color="black", linewidth=1)
    axes.set_xlabel("measured / bar (right of the line holds)")
    axes.invert_yaxis()
    figure.tight_layout()
    figure.savefig(OUT / "bench.png", dpi=110)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
