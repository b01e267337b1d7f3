"""What a table agrees on, over REST and by mail, and what comes of it."""

import pytest
from sqlalchemy import update

from engine.ledger.verify import verify
from server.models import Moment
from tests.mail.conftest import house
from tests.mail.post import Clock

__all__ = ["house"]
HOUR = 3_600_000
DAY = 24 * HOUR
FOUR = ("ada", "bob", "cleo", "dan")


@pytest.fixture(name="clock")
def _clock():
    return Clock()


@pytest.fixture
def table(house):
    """Four at a table without a clock; Dan has not answered for three days."""
    game, *people = house.table(names=FOUR)
    for one in people[:3]:
        one.play(game, "bid 1")
    wait(house, 73)
    return game, *people


def wait(house, hours):
    house.clock.wait(hours=hours)
    with house.club.write() as session:
        session.execute(update(Moment).where(Moment.name == "heartbeat").values(at=house.clock()))
    return house.work()


def seat_of(one, game, seat):
    return one.call("GET", f"/games/{game}").json["seats"][seat]


def last_told(one, game):
    return one.call("GET", f"/games/{game}/entries", query_string={"limit": 100}).json["entries"][-1]["told"]


def test_a_silent_seat_goes_to_a_bot_and_the_game_goes_on(house, table):
    game, ada, bob, _, dan = table
    assert ada.agree(game, "bot_seat", about=3).status == 201
    assert seat_of(ada, game, 3)["by"] == "player"
    assert bob.second(game).status == 201
    assert seat_of(ada, game, 3)["by"] == "bot"
    mails = wait(house, 1)
    assert "[foundry] Your seat was given away" in [mail.about for mail in mails if mail.to.startswith("dan@")]
    kinds = [one["header"]["kind"] for one in ada.call("GET", f"/games/{game}/entries").json["entries"]]
    assert kinds[-3:].count("agree") + kinds.count("bot") >= 2
    assert verify(ada.bundle(game)).holds
    assert dan.slip("DELETE", f"/games/{game}/seats", dan.seat_slip(game, "return")).status == 201


def test_a_seat_can_be_offered_to_substitutes(house, table):
    game, ada, bob, *_ = table
    eve = house.person("eve")
    eve.call("PUT", "/me/standby", json={"rules": ["foundry"]})
    ada.agree(game, "open_seat", about=3)
    bob.second(game)
    assert seat_of(ada, game, 3)["by"] == "empty"
    assert any("step in" in mail.about for mail in wait(house, 1) if mail.to.startswith("eve@"))
    for _ in range(4):
        wait(house, 24)
    assert seat_of(ada, game, 3)["by"] == "bot"


def test_somebody_who_is_not_silent_keeps_the_seat(house):
    game, ada, *_ = house.table(names=FOUR)
    refused = ada.agree(game, "bot_seat", about=3)
    assert (refused.status, "3 days" in refused.json["detail"]) == (422, True)
    ada.play(game, "bid 1")
    assert ada.agree(game, "bot_seat", about=0).status == 422


def test_somebody_whose_time_is_up_is_silent(house):
    game, ada, bob = house.table(pace={"turn": "48h"})
    house.send()
    ada.play(game, "bid 1")
    assert ada.agree(game, "bot_seat", about=1).status == 422
    wait(house, 49)
    assert ada.agree(game, "bot_seat", about=1).status == 201
    assert seat_of(bob, game, 1)["by"] == "bot"


def test_somebody_on_vacation_keeps_the_seat(house):
    game, ada, bob = house.table()
    ada.play(game, "bid 1")
    wait(house, 60)
    today = "2026-11-18"
    assert bob.call("POST", "/me/vacations", json={"from": today, "to": "2026-11-28"}).status == 201
    wait(house, 20)
    refused = ada.agree(game, "bot_seat", about=1)
    assert (refused.status, "vacation" in refused.json["detail"]) == (422, True)


def test_a_table_stops_by_agreement(house, table):
    game, ada, bob, cleo, _ = table
    ada.agree(game, "stop")
    bob.second(game)
    assert ada.call("GET", f"/games/{game}").json["status"] == "running"
    cleo.second(game)
    assert ada.call("GET", f"/games/{game}").json["status"] == "over"
    report = verify(ada.bundle(game))
    assert (report.holds, report.is_over) == (True, True)
    assert last_told(ada, game) == ["The table has agreed to end the game here."]


def test_time_is_given_by_agreement(house):
    game, ada, bob = house.table(pace={"turn": "48h"}, policy={"timeout": "bot_seat"})
    until = house.clock() + 9 * DAY
    assert ada.agree(game, "extend", about=0, until=until).status == 201
    assert bob.second(game).status == 201
    assert ada.view(game)["deadline"] == until
    assert bob.view(game)["deadline"] < until


def test_a_pause_by_agreement_ends_by_itself(house):
    game, ada, bob = house.table(pace={"turn": "48h"}, policy={"timeout": "bot_seat"})
    before = ada.view(game)["deadline"]
    ada.agree(game, "pause", until=house.clock() + 7 * DAY)
    bob.second(game)
    for _ in range(8):
        wait(house, 24)
    assert seat_of(ada, game, 0)["by"] == "player"
    assert ada.view(game)["deadline"] == before + 7 * DAY


def test_the_same_slip_again_is_answered_with_its_first_receipt(house, table):
    game, ada, *_ = table
    slip = ada.motion_slip(game, "stop")
    first = ada.slip("POST", f"/games/{game}/motions", slip)
    again = ada.slip("POST", f"/games/{game}/motions", slip)
    assert (first.status, again.status) == (201, 200)
    assert first.json["receipt"] == again.json["receipt"]


def test_motions_are_listed_in_words_and_lapse(house, table):
    game, ada, bob, _, dan = table
    ada.agree(game, "bot_seat", about=3)
    (motion,) = bob.call("GET", f"/games/{game}/motions").json
    assert (motion["said"], motion["agreed"], motion["needed"]) == ("a bot plays on for dan", 1, 2)
    dan.play(game, "bid 1")
    assert bob.call("GET", f"/games/{game}/motions").json == []


def test_strangers_see_no_motion_of_a_private_table_and_agree_to_none(house):
    game, ada, _ = house.table(private=True)
    ada.agree(game, "stop")
    eve = house.person("eve")
    assert eve.call("GET", f"/games/{game}/motions").status == 404
    assert (
        eve.slip("POST", f"/games/{game}/motions", ada.motion_slip(game, "pause", until=house.clock() + DAY)).status
        == 201
    )


def mails_about(mails, word):
    return {mail.to.partition("@")[0]: mail for mail in mails if word in mail.about}


def test_a_mail_tells_of_it_and_is_answered_with_agree(house, table):
    game, ada, *_ = table
    ada.agree(game, "bot_seat", about=3)
    told = mails_about(house.send(), "proposed")
    assert set(told) == {"bob", "cleo", "dan"}
    assert "ada proposes: a bot plays on for dan." in told["bob"].text
    assert "Answer `agree`" in told["bob"].text
    assert "Answer `agree`" not in told["dan"].text
    assert house.answer(told["cleo"], "agree").code == "agreed"
    assert seat_of(ada, game, 3)["by"] == "bot"
    (answer,) = [mail for mail in house.send() if mail.to.startswith("cleo@") and "Re:" in mail.about]
    assert "That is enough: it is done." in answer.text
    report = verify(ada.bundle(game))
    assert report.holds, report.refused


def test_a_line_of_mail_proposes(house):
    game, _, bob = house.table()
    turn = mails_about(house.send(), "Your turn")["ada"]
    assert house.answer(turn, "propose pause 7d").code == "agreed"
    (motion,) = bob.call("GET", f"/games/{game}/motions").json
    assert (motion["do"], motion["until"] - house.clock() > 6 * DAY) == ("pause", True)
    assert house.answer(turn, "propose nonsense").code == "invalid_value"
    assert house.answer(turn, "agree").code == "not_found"


def test_a_mail_that_may_be_somebody_elses_agrees_to_nothing(house, table):
    game, ada, *_ = table
    ada.agree(game, "bot_seat", about=3)
    told = mails_about(house.send(), "proposed")["bob"]
    assert house.answer(told, "agree", author="mallory@example.org").code != "agreed"
    assert seat_of(ada, game, 3)["by"] == "player"


def test_a_table_of_slips_takes_no_yes_by_plain_mail(house):
    game, ada, bob = house.table(slips_only=True)
    ada.agree(game, "stop")
    told = mails_about(house.send(), "proposed")["bob"]
    assert house.answer(told, "agree").code == "slips_only"
    assert bob.second(game).status == 201
    assert bob.call("GET", f"/games/{game}").json["status"] == "over"
