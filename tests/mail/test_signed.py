"""Slips by mail: they prove their author wherever they come from, and do whatever a slip can do."""

import base64

import pytest

from engine.ledger.armour import armour
from engine.ledger.keys import make_key_from_os_randomness
from engine.ledger.slips import ActSlip, HelloSlip, SeatSlip, TurnSlip, UndoSlip, sign
from tests.server.people import nonce

CLUB = "turns@club.example"


@pytest.fixture
def table(house):
    game, ada, bob = house.table()
    house.send()
    return house, game, ada, bob


def mailed(slip, *, message_id=None, attached=False, quoted=False, author="x@elsewhere.example"):
    """Return a mail with a slip in it, from nobody in particular."""
    head = f"From: {author}\r\nMessage-ID: {message_id or '<' + nonce() + '@x>'}\r\n"
    if attached:
        content = base64.encodebytes(slip).decode()
        return (
            head
            + 'Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nsee there\r\n'
            '--b\r\nContent-Type: application/jose\r\nContent-Disposition: attachment; filename="turn.slip"\r\n'
            f"Content-Transfer-Encoding: base64\r\n\r\n{content}\r\n--b--\r\n"
        ).encode()
    lines = armour(slip).splitlines()
    return (head + "\r\n" + "\r\n".join("> " + line if quoted else line for line in lines)).encode()


def send(house, slip, **how):
    return house.take_in(mailed(slip, **how), CLUB)


@pytest.mark.parametrize("how", [{}, {"attached": True}, {"quoted": True}])
def test_a_turn_slip_is_played_however_it_comes(table, how):
    house, game, ada, _ = table
    assert send(house, ada.turn_slip(game, ["bid 2"]), **how) == ("played", True)
    assert not ada.view(game)["awaited"]
    (answer,) = house.send()
    assert answer.to == "ada@example.org"
    assert "Played 1 of 1 moves" in answer.text


def test_the_same_slip_in_another_mail_is_answered_with_its_entry(table):
    house, game, ada, _ = table
    slip = ada.turn_slip(game, ["bid 2"])
    send(house, slip, message_id="<1@x>")
    assert send(house, slip, message_id="<1@x>").code == "duplicate"
    assert send(house, slip, message_id="<2@x>").code == "duplicate"
    assert send(house, slip, message_id="<3@x>", author="Ada <ada@example.org>").code == "played"
    assert "This slip was played already, as entry 4." in house.send()[-1].text


def test_an_undo_slip_takes_back(table):
    house, game, ada, _ = table
    ada.play(game, "bid 2")
    view = ada.view(game)
    slip = sign(UndoSlip(game, 0, view["ask"], view["head"], view["undo"][0]), ada.key)
    assert send(house, slip).code == "undone"
    assert ada.view(game)["awaited"]


def test_a_seat_is_left_and_returned_to_and_the_others_read_of_it(table):
    house, game, ada, bob = table
    ada.play(game, "bid 2")
    assert send(house, bob.seat_slip(game, "leave")).code == "seated"
    assert send(house, bob.seat_slip(game, "return")).code == "seated"
    assert bob.play(game, "bid 0").status == 201
    news = next(mail for mail in house.send() if mail.to == "ada@example.org")
    assert "bob has left the table." in news.text
    assert "bob is back at the table." in news.text


def test_a_substitute_can_step_in_by_mail(table):
    house, game, _, bob = table
    send(house, bob.seat_slip(game, "leave"))
    eve = house.person("eve")
    head = eve.call("GET", f"/games/{game}").json["head"]
    assert send(house, sign(SeatSlip(game, 1, head, "take"), eve.key)).code == "seated"
    assert eve.view(game)["awaited"]


def test_a_vacation_and_other_acts_can_be_signed(table):
    house, _, ada, _ = table
    slip = ada.act_slip("vacation", **{"from": "2026-12-24", "to": "2026-12-31"})
    assert send(house, slip).code == "done"
    assert [one["from"] for one in ada.call("GET", "/me/vacations").json] == ["2026-12-24"]
    assert send(house, slip, message_id="<again@x>").code == "jti_seen"
    assert send(house, ada.act_slip("address", mail="new@example.net")).code == "done"
    assert any(mail.to == "new@example.net" for mail in house.send())


def test_a_slip_that_does_not_fit_is_refused_with_a_sentence(table):
    house, game, ada, _ = table
    assert send(house, ada.turn_slip(game, ["bid 99"])).code == "illegal_move"
    assert send(house, ada.turn_slip(game, ["bid 1"], ask=9)).code == "stale_ask"
    assert send(house, ada.turn_slip(game, ["bid 1"], seat=1)).code == "not_your_seat"
    assert send(house, ada.turn_slip("gnowhere", ["bid 1"], view=ada.view(game))).code == "not_found"
    hello = HelloSlip(ada.origin, house.clock(), nonce(), ("read",), "x")
    assert send(house, sign(hello, ada.key)).code == "wrong_typ"
    old = ActSlip(
        ada.origin, house.clock() - 3_600_000, nonce(), "vacation", {"from": "2026-12-24", "to": "2026-12-25"}
    )
    assert send(house, sign(old, ada.key)).code == "slip_expired"
    answers = house.send()
    assert {mail.to for mail in answers} == {"ada@example.org"}
    assert len(answers) == 5
    assert "Line 1:" in answers[0].text
    assert all("Nothing was played." in mail.text for mail in answers)


def test_a_slip_that_nobody_here_signed_is_dropped(table):
    house, game, ada, _ = table
    view = ada.view(game)
    said = TurnSlip(game, 0, view["ask"], view["on"], ("bid 1",))
    stranger = make_key_from_os_randomness()
    assert send(house, sign(said, stranger)) == ("no_proof", False)
    forged = sign(said, ada.key)[:-8] + b"AAAAAAAA"
    assert send(house, forged) == ("no_proof", False)
    assert house.send() == []


def test_news_tell_of_undos(table):
    house, game, ada, _ = table
    ada.play(game, "bid 2")
    ada.undo(game)
    mails = [mail for mail in house.send() if mail.to == "bob@example.org"]
    assert "ada took back a turn." in mails[-1].text


def test_a_held_game_keeps_its_mails_until_it_goes_on(table):
    from sqlalchemy import update

    from server.models import Game

    house, game, ada, _ = table
    ada.play(game, "bid 2")
    ada.undo(game)
    with house.club.write() as session:
        session.execute(update(Game).values(held=True))
    assert house.send() == []
    with house.club.write() as session:
        session.execute(update(Game).values(held=False))
    house.clock.wait(hours=1)
    assert len(house.send()) == 2
