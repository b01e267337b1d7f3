"""Where a turn's time goes, as a picture: `python -m bench.flame docs/pictures/turn.svg` (needs py-spy, which bench installs).

Only threads that hold the interpreter are sampled: what waits, for the disk or for others, is not the turn's own work.
"""

import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.databases import new_club
from bench.rounds import Tables
from bench.turn_speed import FEW, GAMES, take
from bench.web import serving
from server import create_app

ROUNDS = 8
RATE = 500


def draw(target: Path) -> None:
    """Sample a server on SQLite while it takes some thousand turns."""
    with tempfile.TemporaryDirectory() as folder:
        config = new_club(Path(folder) / "club")
        app = create_app(config)
        tables = Tables(app, GAMES)
        with serving("server:create_app", config) as ours:
            take(ours, FEW, tables.sign_round)
            sampler_path = str(Path(sys.executable).with_name("py-spy"))
            command = [sampler_path, "record", "--gil", "--rate", str(RATE), "--format", "flamegraph"]
            with subprocess.Popen([*command, "--output", str(target), "--pid", str(ours.pid)]) as sampler:
                for _ in range(ROUNDS):
                    take(ours, FEW, tables.sign_round)
                sampler.send_signal(signal.SIGINT)
        app.extensions["atelier"].engine.dispose()
    said = target.read_text(encoding="utf-8")
    target.write_text(re.sub(r"[^>\s]*py-spy record[^<]*", "A signed turn", said), encoding="utf-8")


if __name__ == "__main__":
    draw(Path(sys.argv[1]))
