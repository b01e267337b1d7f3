"""`python -m bench.waits [GAMES [RULES...]]`: the table of waits and days, with and without notes."""

import sys

from bench.__main__ import line
from bench.waits.report import measure


def main() -> int:
    """Print a line for each figure; tell whether every bar holds."""
    rows = []
    for row in measure(int(sys.argv[1]) if len(sys.argv) > 1 else 24, sys.argv[2:]):
        rows.append(row)
        print(line(row), flush=True)
    return 0 if all(row.holds for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
