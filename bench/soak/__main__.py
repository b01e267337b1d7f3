"""`python -m bench.soak MINUTES`: soaks both databases, half of the time each."""

import sys

from bench.soak.run import Wanted, soak


def main() -> int:
    """Print what was done and found; return how many databases had faults."""
    seconds = float(sys.argv[1]) * 60 / 2 if len(sys.argv) > 1 else 60
    failed = 0
    for kind in ("sqlite", "postgres"):
        run, faults = soak(kind, Wanted(seconds))
        print(f"{kind}: {run}; faults: {faults or 'none'}", flush=True)
        failed += bool(faults)
    return failed


if __name__ == "__main__":
    sys.exit(main())
