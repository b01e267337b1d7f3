"""The memory of server and worker in one process, after many turns against after few: it must not grow with them."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench.clients import CLIENTS, running, spend, table_for_two
from bench.rows import Row
from bench.server_speed import new_club
from server import create_app
from tests.games import register_tiny_games

FEW, MANY = 1_000, 10_000
MEGABYTE = 2**20


def measure() -> Iterator[Row]:
    """Yield how much the process has grown between the 1,000th and the 10,000th turn."""
    register_tiny_games()
    with tempfile.TemporaryDirectory() as folder:
        config = new_club(Path(folder) / "club")
        club = create_app(config).extensions["atelier"]
        with running("bench.served", config, "worker") as served:
            clients = [table_for_two(served.origin, club, number) for number in range(CLIENTS)]
            spend(clients, FEW // CLIENTS)
            few = resident(served.pid)
            spend(clients, (MANY - FEW) // CLIENTS)
            many = resident(served.pid)
        club.engine.dispose()
    detail = f"{many / MEGABYTE:.0f} MB against {few / MEGABYTE:.0f}, SQLite, {CLIENTS} clients"
    yield Row("memory after 10,000 turns against 1,000", many / few, 1.2, detail, more_is_better=False)


def resident(pid: int) -> int:
    """Return the bytes that a process has in memory (Linux)."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    line = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1]) * 1024
