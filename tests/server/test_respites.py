"""Time given at one table: later deadlines, and pauses that end by themselves."""

import pytest
from sqlalchemy import update

from engine.core.errors import Refused
from server.models import Moment
from server.services import bots, respites
from tests.mail.conftest import house
from tests.mail.post import Clock

__all__ = ["house"]
HOUR = 3_600_000
DAY = 24 * HOUR
TERMS = {"pace": {"turn": "48h"}, "policy": {"timeout": "bot_turn"}}


@pytest.fixture(name="clock")
def _clock():
    return Clock()


@pytest.fixture
def table(house):
    """A game whose clock runs for Bob alone, and its people."""
    game, ada, bob = house.table(**TERMS)
    house.send()
    ada.play(game, "bid 1")
    return game, ada, bob


def wait(house, hours):
    """Let time pass in which the server lives, and do what is due."""
    house.clock.wait(hours=hours)
    with house.club.write() as session:
        session.execute(update(Moment).where(Moment.name == "heartbeat").values(at=house.clock()))
    return house.work()


def deadline(one, game):
    return one.call("GET", f"/games/{game}").json["seats"][1]["deadline"]


def kinds(one, game):
    return [entry["header"]["kind"] for entry in one.call("GET", f"/games/{game}/entries").json["entries"]]


def give(house, game, until, seat=1):
    with house.club.write() as session:
        respites.extend(session, house.club, game, seat, until)


def pause(house, game, until=None):
    with house.club.write() as session:
        respites.pause(session, house.club, game, until)


def resume(house, game):
    with house.club.write() as session:
        respites.resume(session, house.club, game)


def test_a_given_deadline_counts_for_the_clock(house, table):
    game, ada, bob = table
    until = deadline(bob, game) + 24 * HOUR
    give(house, game, until)
    assert deadline(ada, game) == bob.view(game)["deadline"] == until
    wait(house, 60)
    assert kinds(ada, game)[-1] == "turn"
    wait(house, 24)
    assert "bot" in kinds(ada, game)


def test_everybody_who_is_asked_gets_time(house):
    game, ada, bob = house.table(**TERMS)
    until = house.clock() + 9 * DAY
    give(house, game, until, seat=None)
    assert ada.view(game)["deadline"] == bob.view(game)["deadline"] == until


def test_nobody_loses_time_by_being_given_some(house, table):
    game, ada, _ = table
    before = deadline(ada, game)
    give(house, game, before - HOUR)
    assert deadline(ada, game) == before


def test_time_that_does_not_count_is_added_to_a_given_deadline_too(house, table):
    game, ada, _ = table
    until = deadline(ada, game) + DAY
    give(house, game, until)
    pause(house, game, house.clock() + 10 * HOUR)
    wait(house, 11)
    assert deadline(ada, game) == until + 10 * HOUR


def test_without_a_clock_there_is_no_deadline_to_extend(house):
    game, *_ = house.table()
    with pytest.raises(Refused, match="not_awaited"):
        give(house, game, house.clock() + DAY)


def test_clocks_of_a_paused_game_stand_still(house, table):
    game, ada, bob = table
    before = deadline(ada, game)
    pause(house, game)
    for _ in range(3):
        wait(house, 30)
    assert kinds(ada, game)[-1] == "turn"
    resume(house, game)
    wait(house, 0)
    assert deadline(ada, game) == before + 90 * HOUR
    entry = ada.call("GET", f"/games/{game}/entries").json["entries"][-1]
    assert entry["body"]["credits"] == {"pause": 90 * HOUR}
    assert bob.play(game, "bid 0").status == 201


def test_a_pause_ends_by_itself(house, table):
    game, ada, _ = table
    before = deadline(ada, game)
    pause(house, game, house.clock() + DAY)
    wait(house, 25)
    assert deadline(ada, game) == before + DAY
    wait(house, 48)
    assert "bot" in kinds(ada, game)


def test_whoever_wants_to_may_play_in_a_pause(house, table):
    game, _, bob = table
    pause(house, game)
    assert bob.play(game, "bid 0").status == 201


def test_bots_wait_in_a_pause(house):
    game, *_ = house.table(names=("ada", "bob"), bots=[])
    ada = house.people["ada"]
    solo = ada.open("foundry", 2, bots=[{"seat": 1, "bot": "greedy"}])
    house._join(ada, ada, solo, 0)
    assert bots.find_games_with_work(house.club) == [solo]
    pause(house, solo)
    assert bots.find_games_with_work(house.club) == []
    resume(house, solo)
    assert bots.find_games_with_work(house.club) == [solo]
    assert game not in bots.find_games_with_work(house.club)


def test_a_game_is_paused_once_and_resumed_once(house, table):
    game, *_ = table
    pause(house, game)
    with pytest.raises(Refused, match="already_so"):
        pause(house, game)
    resume(house, game)
    with pytest.raises(Refused, match="already_so"):
        resume(house, game)


def test_one_tables_pause_is_no_others(house, table):
    game, ada, _ = table
    other, *_ = house.table(**TERMS)
    pause(house, game)
    with house.club.read() as session:
        assert respites.find_pause(session, game, house.clock()) is not None
        assert respites.find_pause(session, other, house.clock()) is None
    wait(house, 49)
    assert kinds(ada, other).count("bot") > 0
