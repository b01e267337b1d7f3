"""Plays a recorded game again, showing each move and holding every position to every promise."""

import json
import sys
from pathlib import Path

from tests.engine.conformance.suite import Playout
from tests.games import register_tiny_games


def main(path: str) -> None:
    """Replay a file and show where it breaks."""
    register_tiny_games()
    record = json.loads(Path(path).read_text(encoding="utf-8"))
    playout = Playout(
        record["game"], record["seats"], bytes.fromhex(record["seed"]), record["options"], record["version"]
    )
    for number, (seat, move) in enumerate(record["moves"], 1):
        sys.stdout.write(f"{number:4}  p{seat + 1}  {move}\n")
        playout.look(close=True)
        for event in playout.play(seat, move).events:
            sys.stdout.write(f"            {event.text()}\n")
    playout.look(close=True)
    sys.stdout.write(f"{playout.table.sheet(0)}\n{playout.table.result}\n")


if __name__ == "__main__":
    main(sys.argv[1])
