"""Mails in another's name: copies of published slips, confirmations from elsewhere, subjects of strangers."""

import msgspec
import pytest
from sqlalchemy import func, select

from engine.ledger.armour import armour
from server.models import InboundMail, Member, OutboxRow
from server.services import replies
from tests.mail.conftest import new_house, settings

CLUB = "turns@club.example"
EVE = "eve@example.net"
FAILED = "mx.club.example; dmarc=fail"


@pytest.fixture
def house(tmp_path):
    """A club that counts, and whose mail server says what it thinks of senders."""
    config = msgspec.structs.replace(settings(tmp_path / "club", authserv_id="mx.club.example"), rates=True)
    with new_house(config) as house:
        yield house


@pytest.fixture
def table(house):
    game, ada, bob = house.table()
    house.send()
    return game, ada, bob


def mailed(slip, number, author=EVE, more=""):
    head = f"From: {author}\r\nSubject: Cheap pills\r\nMessage-ID: <{number}@eve.example>\r\n{more}"
    return head.encode() + b"\r\n" + armour(slip).encode()


def count_rows(house, kind):
    with house.club.read() as session:
        return session.scalar(select(func.count()).select_from(kind))


def keep_rows(house):
    return count_rows(house, InboundMail), count_rows(house, OutboxRow)


# Copies of slips that stand in a ledger


def test_copies_of_published_slips_draw_no_answer_and_leave_nothing_behind(house, table):
    game, ada, bob = table
    slips = [ada.turn_slip(game, ["bid 2"]), bob.turn_slip(game, ["bid 1"])]
    for one, slip in zip((ada, bob), slips, strict=True):
        assert one.slip("POST", f"/games/{game}/turns", slip).status == 201
    house.send()
    before = keep_rows(house)
    outcomes = {house.take_in(mailed(slip, f"{n}"), CLUB, EVE) for n in range(40) for slip in slips}
    assert outcomes == {("duplicate", False)}
    assert keep_rows(house) == before
    assert house.send() == []


def test_a_copy_of_a_join_slip_draws_no_answer_either(house):
    ada = house.person("ada")
    game = ada.open("foundry", 2)
    terms = ada.call("GET", f"/games/{game}").json["terms"]
    slip = ada.join_slip(game, 0, terms)
    assert ada.slip("POST", f"/games/{game}/seats", slip).status == 201
    house.send()
    assert house.take_in(mailed(slip, 1), CLUB, EVE) == ("duplicate", False)
    assert house.send() == []


def test_who_mails_a_slip_again_from_their_own_address_is_answered(house, table):
    game, ada, _ = table
    slip = ada.turn_slip(game, ["bid 2"])
    assert ada.slip("POST", f"/games/{game}/turns", slip).status == 201
    assert (
        house.take_in(mailed(slip, 1, "ada@example.org", f"Authentication-Results: {FAILED}\r\n"), CLUB).code
        == "duplicate"
    )
    assert house.take_in(mailed(slip, 2, "ada@example.org"), CLUB) == ("played", True)
    assert "This slip was played already, as entry 4." in house.send()[-1].text


def test_a_slip_of_another_club_draws_no_answer(house, table):
    game, ada, _ = table
    slip = ada.turn_slip("gelsewhere", ["bid 1"], view=ada.view(game))
    assert house.take_in(mailed(slip, 1), CLUB, EVE) == ("not_found", False)
    assert house.take_in(mailed(slip, 2, "ada@example.org"), CLUB) == ("not_found", True)


# Limits are a player's, and others can't use them up


def test_what_others_send_never_uses_up_the_players_own_answers(house, table):
    game, ada, _ = table
    view = ada.view(game)
    slips = [ada.turn_slip(game, ["bid 1"], ask=view["ask"] + n) for n in range(1, 41)]
    outcomes = [house.take_in(mailed(slip, n), CLUB, EVE) for n, slip in enumerate(slips)]
    assert [outcome.code for outcome in outcomes].count("rate_limited") == 40 - replies.MOST_ELSEWHERE
    assert sum(outcome.is_answered for outcome in outcomes) == replies.MOST_ANSWERS_A_DAY
    assert house.take_in(mailed(ada.turn_slip(game, ["bid 2"]), "own", "ada@example.org"), CLUB) == ("played", True)


# What is kept, and what is shown


def test_of_a_mail_with_a_slip_the_slip_is_kept(house, table):
    game, ada, _ = table
    slip = ada.turn_slip(game, ["bid 2"])
    assert house.take_in(mailed(slip, 1) + b"padding\r\n" * 50_000, CLUB, EVE).code == "played"
    with house.club.read() as session:
        (kept,) = session.scalars(select(InboundMail.raw)).all()
    assert replies.unseal(house.club, kept) == slip


def test_of_a_refused_mail_nothing_is_kept_but_that_it_came(house):
    house.table()
    mail = house.mails_to("ada")[0]
    assert house.answer(mail, "bid 99").code == "illegal_move"
    with house.club.read() as session:
        assert session.scalars(select(InboundMail.raw)).all() == [None]
    assert house.answer(mail, "bid 1").code == "played"


def test_a_strangers_subject_and_message_id_are_never_reflected(house, table):
    game, ada, _ = table
    assert house.take_in(mailed(ada.turn_slip(game, ["bid 99"]), 1, "ada@example.org"), CLUB).is_answered
    assert house.mails_to("ada")[0].subject == "Re: Cheap pills"
    assert house.take_in(mailed(ada.turn_slip(game, ["bid 2"]), 2), CLUB, EVE).code == "played"
    (answer,) = house.mails_to("ada")
    assert b"pills" not in answer.raw
    assert b"eve.example" not in answer.raw
    assert answer.subject == "Re: Winter League"


def test_what_a_stranger_mails_does_not_count_as_a_sign_of_life(house):
    house.table()
    mail = house.mails_to("ada")[0]
    with house.club.read() as session:
        before = session.scalars(select(Member.looked_at).where(Member.handle == "ada")).one()
    house.clock.wait(hours=1)
    assert house.answer(mail, "status", author=EVE).code == "status"
    with house.club.read() as session:
        assert session.scalars(select(Member.looked_at).where(Member.handle == "ada")).one() == before


# Confirming a mail that was held


@pytest.mark.parametrize(
    "headers", [{"author": EVE}, {"Authentication_Results": FAILED}, {"author": EVE, "Authentication_Results": FAILED}]
)
def test_a_held_mail_is_confirmed_by_its_owner_alone(house, headers):
    game, ada, _ = house.table()
    mail = house.mails_to("ada")[0]
    assert house.answer(mail, "bid 6", author="ada@work.example").code == "sender_mismatch"
    (question,) = house.send()
    assert house.answer(question, "confirm", **headers) == ("unproved_sender", True)
    assert ada.view(game)["awaited"]
    (answer,) = house.send()
    assert "Only a mail from your own address" in answer.text
    assert house.answer(question, "confirm").code == "played"
    assert not ada.view(game)["awaited"]


def test_a_slip_needs_no_confirmation(house):
    game, ada, _ = house.table()
    mail = house.mails_to("ada")[0]
    house.answer(mail, "bid 6", author=EVE)
    (question,) = house.send()
    slip = armour(ada.turn_slip(game, ["bid 6"]))
    assert house.answer(question, slip, author="ada@work.example", Authentication_Results=FAILED).code == "played"
