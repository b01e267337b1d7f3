"""A table never hangs: a seat that was left, or whose player has left the club, is at once somebody's."""

import random

import pytest
from sqlalchemy import update

from engine.ledger.slips import read_slip
from engine.ledger.verify import verify
from server.models import Seat
from server.services import vacancies
from server.services.acts import perform
from server.services.joining import Leave
from server.services.vacancies import PATIENCE
from tests.mail.conftest import House
from tests.mail.post import Clock
from tests.server.people import play_to_the_end

SUBSTITUTES = {"pace": {"turn": "48h"}, "policy": {"timeout": "substitute"}}


@pytest.fixture
def house(config):
    house = House(config, Clock())
    yield house
    house.close()


def leave(one, game):
    answer = one.slip("DELETE", f"/games/{game}/seats", one.seat_slip(game, "leave"))
    assert answer.status == 201, answer


def delete(one, _game):
    assert one.slip("POST", "/me/acts", one.act_slip("delete")).json["deleted"]


def seat_of(one, game, seat):
    return one.call("GET", f"/games/{game}").json["seats"][seat]


def play_out(house, game, people):
    """Let the people who are left play, and the bots between them, until the game is over."""
    rng = random.Random(game)
    while people[0].call("GET", f"/games/{game}").json["status"] == "running":
        play_to_the_end(game, people, rng)
        house.worker.once()
        house.clock.wait(minutes=1)


@pytest.mark.parametrize("way", [leave, delete])
def test_the_others_are_told_who_plays_on(house, way):
    game, ada, bob = house.table()
    house.send()
    way(ada, game)
    mail = next(mail for mail in house.mails_to("bob") if "A seat has changed hands" in mail.about)
    assert "A bot plays on in their seat." in mail.text
    assert ("ada has left the table." in mail.text) == (way is leave)
    assert "ada" not in mail.text or way is leave
    house.worker.once()
    assert seat_of(bob, game, 0)["awaited"] is False


@pytest.mark.parametrize("is_asked", [True, False])
def test_a_left_seat_is_offered_to_substitutes_where_the_table_wants_them(house, is_asked):
    game, ada, bob = house.table(**SUBSTITUTES)
    cleo = house.person("cleo")
    cleo.call("PUT", "/me/standby", json={"rules": ["foundry"]})
    if not is_asked:
        ada.play(game, "bid 0")
    leave(ada, game)
    assert seat_of(bob, game, 0)["by"] == "empty"
    subjects = [mail.about for mail in house.work() if mail.to.startswith("cleo@")]
    assert any("will you step in?" in subject for subject in subjects), subjects
    answer = cleo.slip("POST", f"/games/{game}/seats", cleo.seat_slip(game, "take", seat=0))
    assert answer.status == 201, answer
    play_out(house, game, [cleo, bob])
    assert verify(bob.bundle(game)).grade == "consistent"


def test_a_bot_takes_a_seat_that_no_substitute_wants(house):
    game, ada, bob = house.table(**SUBSTITUTES)
    ada.play(game, "bid 0")
    leave(ada, game)
    bob.play(game, "bid 1")
    play_to_the_end(game, [bob], random.Random(1))
    house.clock.wait(seconds=PATIENCE / 1000 - 60)
    house.work()
    assert seat_of(bob, game, 0)["by"] == "empty"
    house.clock.wait(minutes=2)
    house.work()
    assert seat_of(bob, game, 0)["by"] == "bot"


def test_whoever_left_can_come_back(house):
    game, ada, bob = house.table()
    leave(ada, game)
    back = ada.slip("DELETE", f"/games/{game}/seats", ada.seat_slip(game, "return"))
    assert back.status == 201, back
    assert seat_of(bob, game, 0)["by"] == "player"
    play_out(house, game, [ada, bob])


def test_a_table_that_the_last_person_left_waits_for_them_and_is_then_played_out(house):
    ada = house.person("ada")
    game = ada.open("foundry", 2, bots=[{"seat": 1, "bot": "random"}])
    ada.join(game, 0)
    leave(ada, game)
    house.work()
    assert seat_of(ada, game, 0)["by"] == "empty"
    house.clock.wait(seconds=PATIENCE / 1000 + 60)
    house.work()
    house.work()
    assert ada.call("GET", f"/games/{game}").json["status"] == "over"


def test_a_seat_that_was_left_when_the_server_died_is_given_away_by_the_worker(house):
    game, ada, bob = house.table()
    perform(Leave(house.club, game, read_slip(ada.seat_slip(game, "leave"))))
    assert seat_of(bob, game, 0)["by"] == "empty"
    house.work()
    assert seat_of(bob, game, 0)["by"] == "bot"


def test_a_seat_is_given_away_once(house):
    game, ada, bob = house.table()
    leave(ada, game)
    before = bob.view(game)["n"]
    vacancies.fill(house.club)
    house.work()
    with house.club.write() as session:
        session.execute(update(Seat).where(Seat.game_id == game, Seat.seat == 0).values(by="empty"))
    vacancies.fill(house.club)  # the row is wrong, the ledger is right
    kinds = [entry["header"]["kind"] for entry in bob.call("GET", f"/games/{game}/entries").json["entries"]]
    assert kinds.count("host") == 1
    assert bob.view(game)["n"] >= before
