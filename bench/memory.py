"""The memory of server and worker in one process, after many turns against after few: it must not grow with them."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench.databases import new_club
from bench.light import Load, fire
from bench.rounds import Tables
from bench.rows import Row
from bench.web import Served, serving
from server import create_app

GAMES, CONNECTIONS = 100, 8
FEW, MANY = 1_000, 10_000
MEGABYTE = 2**20


def measure() -> Iterator[Row]:
    """Yield how much the process has grown between the 1,000th and the 10,000th turn."""
    with tempfile.TemporaryDirectory() as folder:
        config = new_club(Path(folder) / "club")
        app = create_app(config)
        tables = Tables(app, GAMES)
        with serving("bench.served:create_app_with_worker", config) as served:
            few = weigh_after(served, tables, FEW)
            many = weigh_after(served, tables, MANY - FEW)
        app.extensions["atelier"].engine.dispose()
    detail = f"{many / MEGABYTE:.0f} MB against {few / MEGABYTE:.0f}, SQLite, {CONNECTIONS} connections"
    yield Row("memory after 10,000 turns against 1,000", many / few, 1.2, detail, more_is_better=False)


def weigh_after(served: Served, tables: Tables, turns: int) -> int:
    """Return the bytes that a server has in memory after so many turns more."""
    for _ in range(turns // GAMES):
        fire(Load(served.port, CONNECTIONS, tables.sign_round()))
    return resident(served.pid)


def resident(pid: int) -> int:
    """Return the bytes that a process has in memory (Linux)."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    line = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1]) * 1024
