"""Hosts by mail: with a slip all that they can do, without one everyday things that were vouched for and confirmed."""

from typing import Any

import pytest

from engine.ledger.verify import verify
from server.models import Member
from server.services.outbox import find_mails
from tests.mail.conftest import new_house, settings
from tests.mail.month import DSN
from tests.mail.test_signed import mailed

CLUB = "turns@club.example"
PASS = {"Authentication_Results": "mx.club.example; dmarc=pass header.from=example.org"}
HOUR = 3600 * 1000


@pytest.fixture
def house(tmp_path, clock):
    """A club whose mail server says what it found of DMARC."""
    with new_house(settings(tmp_path / "club", authserv_id="mx.club.example"), clock) as house:
        yield house


@pytest.fixture
def table(house):
    """A game with a clock at which ada, a host, plays."""
    ada = house.person("ada").become_host()
    game, *_ = house.table(pace={"turn": "48h"})
    return game, ada, next(mail for mail in house.send() if mail.to.startswith("ada@") and "Your turn" in mail.about)


def seats(ada, game):
    return ada.call("GET", f"/games/{game}/host").json["seats"]


def test_a_mailed_slip_does_all_that_a_host_can_do_to_the_club(house, table):
    _, ada, _ = table
    assert house.take_in(mailed(ada.act_slip("rename", member="bob", to="bert")), CLUB).code == "done"
    assert ada.call("GET", "/members/bert").status == 200
    (answer,) = [mail for mail in house.send() if mail.to == "ada@example.org" and "host's act" in mail.text]
    assert "atelier host log" in answer.text
    bob = house.people["bob"]
    assert house.take_in(mailed(bob.act_slip("ban", member="ada")), CLUB).code == "host_only"


def test_a_mailed_slip_does_what_a_host_can_do_to_a_game(house, table):
    game, ada, _ = table
    assert house.take_in(mailed(ada.host_slip(game, "bot_seat", seat=1)), CLUB).code == "hosted"
    assert seats(ada, game)[1]["by"] == "bot"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("host extend 24h", "has given everybody time until"),
        ("host pause 7d", "has paused the game until"),
        ("host give p2 bot", "has given the seat of"),
        ("hote give p2 substitute", "has opened the seat of"),
    ],
)
def test_an_everyday_act_is_asked_for_twice_and_vouched_for(house, table, line, told):
    game, ada, mail = table
    before = seats(ada, game)
    assert house.answer(mail, line, **PASS).code == "to_confirm"
    assert seats(ada, game) == before
    (asked,) = [one for one in house.send() if one.to == "ada@example.org" and "asked for twice" in one.text]
    assert house.answer(asked, "confirm", **PASS).code == "hosted"
    entry = ada.call("GET", f"/games/{game}/entries").json["entries"][-1]
    assert told in entry["told"][0]
    body = entry["body"]
    assert (body["by"], body["plays"], body["via"], body.get("slip")) == (ada.key.kid, 0, "mail", None)
    assert verify(ada.bundle(game)).grade != "failed"


def test_without_dmarc_nothing_is_done_and_a_confirmation_without_it_neither(house, table):
    game, ada, mail = table
    before = seats(ada, game)
    assert house.answer(mail, "host extend 24h").code == "unproved_sender"
    fail = {"Authentication_Results": "mx.club.example; dmarc=fail header.from=example.org"}
    assert house.answer(mail, "host extend 24h", **fail).code == "unproved_sender"
    other = {"Authentication_Results": "mx.elsewhere.example; dmarc=pass header.from=example.org"}
    assert house.answer(mail, "host extend 24h", **other).code == "unproved_sender"
    assert house.answer(mail, "host extend 24h", author="eve@example.net", **PASS).code == "unproved_sender"
    assert house.answer(mail, "host extend 24h", **PASS).code == "to_confirm"
    asked = next(one for one in house.send() if "asked for twice" in one.text)
    assert house.answer(asked, "confirm").code in {"to_confirm", "unproved_sender"}
    assert seats(ada, game) == before


def test_what_is_not_everyday_is_never_done_by_plain_mail(house, table):
    game, ada, mail = table
    for line in ("host void", "host ban bob", "host readdress bob x@example.org", "host appoint bob"):
        assert house.answer(mail, line, **PASS).code == "invalid_value"
        assert any("all else needs a signed slip" in " ".join(one.text.split()) for one in house.send())
    assert ada.call("GET", f"/games/{game}").json["status"] == "running"


def test_somebody_who_is_no_host_is_refused_and_somebody_banned_is_not_heard(house, table):
    game, ada, _ = table
    bob = house.people["bob"]
    bob.call("POST", f"/games/{game}/messages", json={"text": "hello"})
    ada.call("POST", f"/games/{game}/messages", json={"text": "hello"})
    mail = next(one for one in house.send() if one.to == "bob@example.org")
    assert house.answer(mail, "host extend 24h", **PASS).code == "host_only"
    assert ada.host("ban", member="bob").status == 201
    assert house.answer(mail, "say What?", **PASS).code == "no_proof"


def test_a_host_who_plays_nowhere_answers_the_mail_that_somebody_s_mail_comes_back(house, table):
    game, ada, _ = table
    house.person("hana").become_host()
    ada.call("POST", f"/games/{game}/messages", json={"text": "hello"})
    house.take_in(DSN, house.mails_to("bob")[0].sender, sender="")
    told = next(one for one in house.send() if one.to == "hana@example.org" and "bounces" in one.about)
    assert house.answer(told, "host extend 24h", **PASS).code in {"not_found", "host_only"}
    assert house.answer(told, f"host give {game} p2 bot", **PASS).code == "to_confirm"
    asked = next(one for one in house.send() if "asked for twice" in one.text)
    assert house.answer(asked, "confirm", **PASS).code == "hosted"
    assert seats(ada, game)[1]["by"] == "bot"
    assert "hana (host) has given" in ada.call("GET", f"/games/{game}/entries").json["entries"][-1]["told"][0]


def test_whoever_is_removed_is_written_to_once_and_then_forgotten(house, table):
    _, ada, _ = table
    assert ada.host("remove", member="bob", why="You asked for it.").status == 201
    (mail,) = [one for one in house.send() if one.to == "bob@example.org"]
    assert "You asked for it." in mail.text
    assert all(row.to != "bob@example.org" for row in find_mails(house.club))
    with house.club.read() as session:
        assert session.get_one(Member, house.people["bob"].id).mail is None


TOLD: dict[str, tuple[dict[str, Any], str, str]] = {
    "rename": ({"member": "bob", "to": "bert"}, "Your name here is bert", "Votre nom ici est désormais bert"),
    "readdress": ({"member": "bob", "mail": "bob@example.net"}, "Your mail goes to", "Votre courrier va désormais"),
    "appoint": ({"member": "bob"}, "You are a host of", "Vous êtes maintenant hôte"),
    "ban": ({"member": "bob"}, "have banned you", "vous ont banni"),
    "remove": ({"member": "bob"}, "have ended your membership", "ont mis fin à votre adhésion"),
    "tell": ({"lines": ["Hello"]}, "writes to everybody", "écrit à tout le monde"),
    "pause": ({}, "is paused", "est en pause"),
}


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_whoever_is_concerned_is_told_in_their_language(house, lang):
    host = house.person("hana").become_host()
    for number, (do, (args, english, french)) in enumerate(TOLD.items()):
        name = f"bob{number}"
        house.person(name, language=lang)
        house.send()
        whom = {key: value.replace("bob", name) if isinstance(value, str) else value for key, value in args.items()}
        assert host.host(do, **whom).status == 201
        subjects = [mail.about for mail in house.send() if mail.to.startswith(f"{name}@")]
        assert subjects
        assert all((english if lang == "en" else french) in subject for subject in subjects)
