"""A club on SQLite and on Postgres, with tables that the migrations made; people to use it."""

import zlib
from contextlib import contextmanager

import pytest

from server import create_app
from server.config import load_config
from tests.databases import NO_CLOCK, make_club
from tests.server.people import FlaskDoor, Person, seat_two
from tests.server.processes import ServedClubs

ON_BOTH = {
    *(
        "test_archive",
        "test_backups",
        "test_checks",
        "test_copying",
        "test_faults",
        "test_list_costs",
        "test_migrations",
    ),
    *("test_races", "test_statements", "test_tick_costs", "test_whole_games", "test_writers"),
}
"""Files that ask what each database does: they are tried on both every day."""


def pytest_collection_modifyitems(items):
    """Leave every second test of the other files on Postgres to the night; what it asks is the same on SQLite."""
    for item in items:
        is_here = item.path.parent.name == "server" and item.path.stem not in ON_BOTH
        on = item.callspec.params.values() if hasattr(item, "callspec") else ()
        if is_here and "postgres" in on and zlib.crc32(item.originalname.encode()) % 2:
            item.add_marker(pytest.mark.nightly)


@contextmanager
def open_app(config):
    """Open the app of a club in this process, and let go of its database afterwards."""
    app = create_app(config)
    try:
        yield app
    finally:
        app.extensions["atelier"].engine.dispose()


@contextmanager
def new_app(home):
    """Make a club on SQLite, and open its app."""
    config = load_config({}, home=str(home), log="off", rates=False)
    make_club(config)
    with open_app(config) as app:
        yield app


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
    with open_app(config) as app:
        yield app


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
    return seat_two(person)
