"""How long the client takes to start: imports and parsing, against importing what it is made of."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench.rows import Row

ROUNDS = 15


def measure() -> Iterator[Row]:
    """Yield the start-up of `show` and of completion."""
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "ATELIER_HOME": home}
        atelier = str(Path(sys.executable).parent / "atelier")
        show = [atelier, "show", "--help"]
        complete = [atelier]
        asked = {**environment, "_ATELIER_COMPLETE": "complete_bash", "COMP_WORDS": "atelier sh", "COMP_CWORD": "1"}
        yield compared("client: start-up of `atelier show`", show, "import typer, requests", environment, 1.3)
        yield compared("client: shell completion", complete, "import typer", asked, 1.5)


def compared(name: str, command: list[str], imports: str, environment: dict[str, str], bar: float) -> Row:
    """Compare a command with a bare import, alternating, so that both meet the same machine."""
    ours, theirs = [], []
    for _ in range(ROUNDS):
        ours.append(run(command, environment))
        theirs.append(run([sys.executable, "-c", imports], environment))
    fast, bare = sorted(ours)[ROUNDS // 3], sorted(theirs)[ROUNDS // 3]
    return Row(name, fast / bare, bar, f"{fast * 1e3:.0f} ms against {bare * 1e3:.0f} ms", more_is_better=False)


def run(command: list[str], environment: dict[str, str]) -> float:
    """Return how long a command takes."""
    began = time.perf_counter()
    subprocess.run(command, env=environment, check=False, capture_output=True)
    return time.perf_counter() - began
