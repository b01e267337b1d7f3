"""How fast `atelier` starts: imports and argument parsing up to the network, and what a press of Tab costs."""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bench.rows import Row

ROUNDS = 15
GAME = "g" + "a" * 20
PROGRAM = str(Path(sys.executable).parent / "atelier")
NOWHERE = "http://127.0.0.1:1"


def measure() -> Iterator[Row]:
    """Yield the ratios of start-up and completion to the bare imports that they can't do without."""
    with tempfile.TemporaryDirectory() as home:
        environ = {**os.environ, "ATELIER_HOME": home, "ATELIER_LANG": "en"}
        make_profile(Path(home))
        completing = {
            **environ, "_ATELIER_COMPLETE": "complete_bash", "COMP_WORDS": f"atelier play {GAME} res", "COMP_CWORD": "3",
        }  # fmt: skip
        yield ratio("atelier show, to the network", [PROGRAM, "show", GAME], environ, "import typer, requests", 1.3)
        yield ratio("completion of a move", [PROGRAM], completing, "import typer", 1.5)


def make_profile(home: Path) -> None:
    """Make a player whose server nobody answers at, with a game in the cache."""
    folder = home / "profiles" / "default"
    folder.mkdir(parents=True)
    (folder / "profile.json").write_text(json.dumps({"server": NOWHERE}))
    (folder / "profile.json").chmod(0o600)
    legal = [f"reserve {space}" for space in range(1, 8)]
    (folder / "cache.json").write_text(json.dumps({"games": {GAME: {"title": "bench", "legal": legal, "names": {}}}}))


def ratio(name: str, command: list[str], environ: dict[str, str], imports: str, bar: float) -> Row:
    """Return how much longer a command takes than bare imports, both measured in turn."""
    bare = [sys.executable, "-c", imports]
    pairs = [(took(command, environ), took(bare, environ)) for _ in range(ROUNDS)]
    ours, theirs = (min(times) for times in zip(*pairs, strict=True))
    detail = f"{ours * 1000:.0f} ms against {theirs * 1000:.0f} ms of `{imports}`"
    return Row(name, ours / theirs, bar, detail, more_is_better=False)


def took(command: list[str], environ: dict[str, str]) -> float:
    """Return how long a process takes from start to end."""
    began = time.perf_counter()
    subprocess.run(command, check=False, capture_output=True, env=environ)
    return time.perf_counter() - began
