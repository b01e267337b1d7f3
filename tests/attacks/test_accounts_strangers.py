"""What accounts that prove nothing can make the club do, above all to people who are no members."""

import pytest
from sqlalchemy import text, update

from server.models import Member
from server.services import strangers
from tests.attacks.houses import config, find_link, house, set_up, try_to_confirm, try_to_register

__all__ = ["config", "house"]
MAIL = "victim@example.net"


def invite(one, game, mail):
    return one.call("POST", f"/games/{game}/invitations", json={"mail": mail})


def test_an_unconfirmed_account_opens_no_table_and_invites_nobody(house):
    ada, eve = house.person("ada"), house.person("eve", confirmed=False)
    assert eve.call("POST", "/games", json={"rules": "foundry", "seats": 2}).code == "address_unconfirmed"
    game = ada.open("foundry", 2)
    with house.club.write() as session:
        session.execute(update(Member).where(Member.id == ada.id).values(mail_confirmed_at=None))
    assert invite(ada, game, MAIL).code == "address_unconfirmed"


def test_a_stranger_gets_a_few_mails_a_day_whoever_has_them_sent_and_however_they_are_spelt(house):
    people = [house.person(name) for name in ("ada", "bob", "eve")]
    house.send()
    games = [one.open("foundry", 2) for one in people]
    answers = [
        invite(one, game, spelling)
        for one, game in zip(people, games, strict=True)
        for spelling in (MAIL, "Victim@Example.net", "victim+x@example.net", "VICTIM+y@example.net") * 3
    ]
    assert len(house.send()) == sum(one.status == 201 for one in answers) == strangers.MOST_A_DAY
    assert {one.code for one in answers if one.status != 201} == {"rate_limited"}
    assert try_to_register(house, "mallory", "vicTim@example.net")[1].code == "rate_limited"
    house.clock.wait(days=1)
    assert invite(people[0], games[0], MAIL).status == 201


def test_one_member_mails_only_so_many_strangers_a_day(house):
    ada = house.person("ada")
    game = ada.open("foundry", 2)
    answers = [invite(ada, game, f"stranger{number}@example.net") for number in range(32)]
    assert [one.status for one in answers].count(201) == 30


def test_no_mail_to_a_stranger_holds_words_that_somebody_chose(house):
    ada = house.person("ada")
    house.send()
    game = ada.open("foundry", 2, title="free coins: evil.example")
    invite(ada, game, MAIL)
    with house.club.write() as session:  # a handle as version 0.1 took it
        session.execute(update(Member).where(Member.id == ada.id).values(handle="www.evil.example"))
    invite(ada, game, MAIL)
    ada.slip("POST", "/me/acts", ada.act_slip("address", mail="other@example.net"))
    mails = [mail for mail in house.send() if mail.to.endswith("@example.net")]
    assert len(mails) == 3
    for mail in mails:
        assert b"evil" not in mail.raw
    assert {str(mail["To"]) for mail in mails} == {MAIL, "other@example.net"}


@pytest.mark.parametrize("handle", ["evil.example", "a_b", "a@b", "http:", "-ab", "ab\u3002cd"])
def test_a_handle_is_nothing_that_a_mail_program_makes_a_link_of(house, handle):
    assert try_to_register(house, handle, MAIL)[1].code == "invalid_value"


def test_never_again_holds_for_the_whole_club_and_only_a_button_says_so(house):
    ada, bob = house.person("ada"), house.person("bob")
    house.send()
    games = [one.open("foundry", 2) for one in (ada, bob)]
    invite(ada, games[0], MAIL)
    (mail,) = house.send()
    link = find_link(mail, "silence")
    assert link in mail["List-Unsubscribe"]
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert b"<button>" in house.door("GET", link).body
    invite(ada, games[0], MAIL)
    assert len(house.send()) == 1
    assert house.door("POST", link, data={"List-Unsubscribe": "One-Click"}).status == 200
    invite(bob, games[1], "Victim+again@example.net")
    try_to_register(house, "mallory", MAIL)
    bob.slip("POST", "/me/acts", bob.act_slip("address", mail=MAIL))
    assert [one.to for one in house.send() if one.to.endswith("@example.net")] == []
    assert strangers.lift_silence(house.club, MAIL.upper())
    assert not strangers.lift_silence(house.club, MAIL)
    invite(bob, games[1], MAIL)
    assert [one.to for one in house.send()] == [MAIL]


def test_a_code_to_a_stranger_can_be_answered_with_never_again(house):
    try_to_register(house, "mallory", MAIL)
    (mail,) = house.send()
    assert house.door("POST", find_link(mail, "silence")).status == 200


def test_silence_is_kept_as_a_hash_and_nobody_can_make_up_a_link(house):
    known = strangers.make_silence_link(house.club, MAIL).rpartition("/")[2]
    for token in (known[:-1] + "x", known.partition(".")[0], "x" + known, ".", "\u2603.a"):
        assert house.door("POST", f"/v1/silence/{token}").code == "not_found"
    assert house.door("POST", f"/v1/silence/{known}").status == 200
    with house.club.read() as session:
        (row,) = session.execute(text("select * from silences")).all()
    assert "victim" not in repr(row)


def test_no_counter_holds_an_address(house):
    ada = house.person("ada")
    invite(ada, ada.open("foundry", 2), MAIL)
    ada.call("POST", "/recoveries", json={"mail": MAIL}, anonymous=True)
    with house.club.read() as session:
        assert "example" not in repr(session.execute(text("select * from rates")).all())


def test_a_club_of_invited_players_takes_one_for_each_invitation(house):
    ada = house.person("ada")
    game = ada.open("foundry", 3, private=True)
    secret = ada.call("POST", f"/games/{game}/invitations", json={}).json["invitation"]
    set_up(house, registration="invited")
    bob, answer = try_to_register(house, "bob", invitation=secret)
    assert answer.status == 201
    assert try_to_register(house, "eve", invitation=secret)[1].code == "registration_closed"
    assert try_to_confirm(house, bob).status == 200
    slip = bob.join_slip(game, 0, ada.call("GET", f"/games/{game}").json["terms"])
    assert bob.slip("POST", f"/games/{game}/seats", slip, query_string={"invitation": secret}).status == 201
