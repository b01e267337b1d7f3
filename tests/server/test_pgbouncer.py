"""Behind PgBouncer in transaction mode, where no statement of a connection finds what an earlier one left there."""

import random

import pytest

from engine.ledger.verify import verify
from server import create_app
from server.config import load_config
from server.services import archiving, checks, host, identity
from tests.databases import NO_CLOCK, create_empty, drop_database, name_database
from tests.debian import skipped_if_absent
from tests.server.people import HttpDoor, Person, play_to_the_end, seat_all
from tests.server.pgbouncer import PgBouncer
from tests.server.processes import Served

pytestmark = [pytest.mark.mailserver, pytest.mark.timeout(400)]


@pytest.fixture
def bouncer(postgres):
    """A PgBouncer of our own."""
    with skipped_if_absent():
        bouncer = PgBouncer(postgres)
    bouncer.wait(postgres.set(database="postgres"))
    yield bouncer
    bouncer.close()


@pytest.fixture
def bounced(postgres, bouncer, tmp_path):
    """The settings of a new club whose database is reached through PgBouncer alone, its migrations too."""
    url = name_database(postgres)
    create_empty(url)
    yield load_config(
        {},
        home=str(tmp_path / "club"),
        log="off",
        rates=False,
        tables=NO_CLOCK,
        database_url=bouncer.before(url),
        prepared_statements=False,
    )
    bouncer.process.terminate()
    drop_database(url)


def test_a_whole_game_is_played_through_it_by_two_processes(bounced):
    host.init(bounced).engine.dispose()
    club = create_app(bounced).extensions["atelier"]
    identity.found(club)
    served = [Served(bounced, ATELIER_PREPARED_STATEMENTS="false").start() for _ in range(2)]
    try:
        people = [
            Person(HttpDoor(one.url), club, name).register() for one, name in zip(served, ("ada", "bob"), strict=True)
        ]
        game = people[0].open("foundry", 2)
        seat_all(game, people)
        play_to_the_end(game, people, random.Random(7))
        assert {one.view(game)["status"] for one in people} == {"over"}
        assert verify(people[1].bundle(game)).holds
        assert checks.check(club, again=True) == []
        assert archiving.archive_game(club, game)
        assert verify(people[0].bundle(game)).holds
    finally:
        for one in served:
            one.stop()
        club.engine.dispose()
