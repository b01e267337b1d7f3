"""What the key of somebody who has left the club can still do: nothing, and nobody waits for it."""

import pytest
from sqlalchemy import select

from engine.ledger.slips import SeatSlip, sign
from server.models import Standby
from tests.attacks.houses import config, house

__all__ = ["config", "house"]


@pytest.fixture
def ada(house):
    return house.person("ada")


def test_a_deleted_players_key_plays_no_more_and_a_bot_plays_on(house, ada):
    bob = house.person("bob")
    game = ada.open("foundry", 2)
    ada.join(game, 0)
    bob.join(game, 1)
    view = ada.view(game)
    slip = ada.seat_slip(game, "leave")
    assert ada.slip("POST", "/me/acts", ada.act_slip("delete")).json["deleted"]
    assert ada.play(game, "bid 1", view=view).code == "not_your_seat"
    assert ada.slip("DELETE", f"/games/{game}/seats", slip).code == "wrong_key"
    seat = bob.call("GET", f"/games/{game}").json["seats"][0]
    assert (seat["by"], seat["player"], bob.view(game)["players"][0]) == ("bot", None, seat["name"])
    house.worker.once()
    assert not bob.call("GET", f"/games/{game}").json["seats"][0]["awaited"]


def test_a_seat_that_was_taken_before_the_start_is_no_longer_a_deleted_players_after_it(house, ada):
    bob = house.person("bob")
    game = bob.open("foundry", 2)
    ada.join(game, 0)
    head = bob.call("GET", f"/games/{game}").json["head"]
    ada.slip("POST", "/me/acts", ada.act_slip("delete"))
    leave = sign(SeatSlip(game, 0, head, "leave"), ada.key)
    assert ada.slip("DELETE", f"/games/{game}/seats", leave).code == "wrong_key"
    bob.join(game, 1)
    assert bob.call("GET", f"/games/{game}").json["seats"][0]["by"] == "bot"


def test_nothing_waits_for_somebody_who_left(house, ada):
    ada.call("PUT", "/me/standby", json={"rules": ["foundry"]})
    link = ada.call("POST", "/me/calendar").json["link"].removeprefix(ada.origin)
    ada.slip("POST", "/me/acts", ada.act_slip("delete"))
    assert house.door("GET", link).status in {404, 410}
    with house.club.read() as session:
        assert session.scalars(select(Standby)).all() == []
