"""What hosts can do to the club and its members, over REST; what others are refused; what is kept and told."""

from typing import Any

import pytest
from sqlalchemy import func, select

from server.models import KeptHostAct, Member, OutboxRow, Seat
from server.services import clock, founding, outages
from server.services.outbox import find_mails
from server.services.powers import POWERS
from tests.server.people import Person, seat_two
from tests.server.test_checks import counted

ARGS: dict[str, dict[str, Any]] = {
    "remove": {"member": "bob"},
    "ban": {"member": "bob"},
    "readmit": {"member": "bob"},
    "rename": {"member": "bob", "to": "bert"},
    "readdress": {"member": "bob", "mail": "bert@example.net"},
    "appoint": {"member": "bob"},
    "dismiss": {"member": "ada"},
    "registration": {"to": "closed"},
    "invite": {"mail": "new@example.net"},
    "tell": {"lines": ["Hello"]},
    "pause": {},
    "resume": {},
    "retry": {"mail": 1},
    "drop": {"mail": 1},
}


@pytest.fixture
def host(person):
    return person("hana").become_host()


def done(answer):
    assert answer.status == 201, answer
    return answer.json


def mails(club, kind):
    return [mail for mail in find_mails(club) if mail.kind == kind]


def seats_of(club, game):
    with club.read() as session:
        return list(session.scalars(select(Seat.by).where(Seat.game_id == game).order_by(Seat.seat)))


def test_somebody_who_is_no_host_is_refused_every_power(table, club):
    _, ada, _ = table
    assert set(ARGS) == set(POWERS)
    assert {word: ada.host(word, **args).code for word, args in ARGS.items()} == dict.fromkeys(ARGS, "host_only")
    with club.read() as session:
        assert session.scalar(select(func.count()).select_from(KeptHostAct)) == 0


MALFORMED: list[tuple[str, dict[str, Any]]] = [
    ("fire", {}),
    ("ban", {}),
    ("ban", {"member": 7}),
    ("ban", {"member": "bob", "forever": True}),
    ("registration", {"to": "never"}),
    ("retry", {"mail": "1"}),
    ("tell", {"lines": [" "]}),
    ("rename", {"member": "hana", "to": "p1"}),
]


def test_words_are_closed_and_arguments_are_typed(host):
    assert {host.host(word, **args).code for word, args in MALFORMED} == {"invalid_value"}


def test_a_removed_member_is_erased_and_a_bot_plays_on(host, table, club):
    game, _ada, bob = table
    shown = done(host.host("remove", member="bob", why="You asked for it."))
    assert (shown["act"], shown["host"], shown["on"], shown["note"]) == ("remove", "hana", None, None)
    assert seats_of(club, game) == ["player", "bot"]
    assert bob.call("GET", "/me").code == "token_unknown"
    with club.read() as session:
        assert session.get_one(Member, bob.id).mail is None
    (told,) = mails(club, "expelled")
    assert (told.to, told.data["why"]) == ("bob@example.org", "You asked for it.")
    assert [mail.handle for mail in mails(club, "seat_vacant")] == ["ada"]
    assert Person(bob.door, club, "bob").register()


def test_a_banned_member_is_out_until_readmitted(host, table, club, door):
    game, ada, bob = table
    slip = bob.turn_slip(game, ["bid 1"])
    done(host.host("ban", member="BOB", why="Insults."))
    assert seats_of(club, game) == ["player", "bot"]
    assert bob.call("GET", "/me").code == "token_unknown"
    assert bob.slip("POST", "/tokens", bob.act_slip("hello")).status == 422
    assert bob.slip("POST", f"/games/{game}/turns", slip).status in {403, 409}
    assert bob.slip("DELETE", f"/games/{game}/seats", ada.seat_slip(game, "return", 1)).status == 403
    again = Person(door, club, "bob2")
    with pytest.raises(AssertionError, match="registration_closed"):
        _register_as(again, "bob+x@example.org")
    same_key = Person(door, club, "bob3")
    same_key.key = bob.key
    with pytest.raises(AssertionError, match="banned"):
        same_key.register()
    assert host.host("ban", member="bob").code == "already_so"
    assert done(host.host("readmit", member="bob"))["on"] == "bob"
    bob.hello()
    assert bob.call("GET", "/me").json["handle"] == "bob"
    assert host.host("readmit", member="bob").code == "already_so"


def _register_as(person, mail):
    from engine.ledger.slips import RegisterSlip, sign
    from tests.server.people import nonce

    said = RegisterSlip(person.origin, person.now(), nonce(), person.handle, mail, person.key.public.jwk)
    answer = person.call("POST", "/players", json={"slip": sign(said, person.key).decode()})
    assert answer.status == 201, answer


def test_somebody_banned_and_removed_is_readmitted_by_the_address(host, person, club, door):
    person("bob")
    done(host.host("ban", member="bob"))
    done(host.host("remove", member="bob"))
    with pytest.raises(AssertionError, match="registration_closed"):
        Person(door, club, "bob").register()
    done(host.host("readmit", member="bob@example.org"))
    assert Person(door, club, "bob").register()


def test_a_member_gets_another_name_and_the_old_one_is_free(host, table, club):
    game, ada, _bob = table
    assert host.host("rename", member="bob", to="ADA").code == "handle_taken"
    assert done(host.host("rename", member="bob", to="bert"))["args"] == {"old": "bob", "new": "bert"}
    assert ada.call("GET", f"/games/{game}").json["seats"][1]["player"] == "bert"
    assert Person(ada.door, club, "bob").register(confirmed=False)
    assert [mail.data["new"] for mail in mails(club, "membership")] == ["bert"]


def test_a_corrected_address_counts_at_once_and_both_are_told(host, person, club):
    bob = person("bob")
    person("ada")
    assert host.host("readdress", member="bob", mail="ada@example.org").code == "address_taken"
    done(host.host("readdress", member="bob", mail="bert@example.net"))
    me = bob.call("GET", "/me").json
    assert (me["mail"], me["confirmed"]) == ("bert@example.net", True)
    assert {mail.to for mail in mails(club, "membership")} == {"bob@example.org", "bert@example.net"}
    assert bob.call("POST", "/recoveries", json={"mail": "bob@example.org"}).status == 202


def test_the_last_host_leaves_only_an_empty_club(host, person):
    bob = person("bob")
    assert host.slip("POST", "/me/acts", host.act_slip("delete")).code == "last_host"
    assert bob.slip("POST", "/me/acts", bob.act_slip("delete")).status == 200
    assert host.slip("POST", "/me/acts", host.act_slip("delete")).status == 200


def test_hosts_are_appointed_and_dismissed_and_the_last_one_stays(host, person, club):
    ada = person("ada")
    assert host.host("dismiss", member="hana").code == "last_host"
    assert host.host("remove", member="hana").code == "last_host"
    assert host.host("ban", member="hana").code == "last_host"
    done(host.host("appoint", member="ada"))
    assert host.host("appoint", member="ada").code == "already_so"
    done(ada.host("dismiss", member="hana"))
    assert host.host("appoint", member="hana").code == "host_only"
    assert ada.host("dismiss", member="hana").code == "already_so"
    assert [mail.data["news"] for mail in mails(club, "membership")] == ["dismissed", "appointed"]


def test_registration_is_closed_and_opened_while_the_club_runs(host, club, door):
    assert door("GET", "/").json["registration"] == "open"
    done(host.host("registration", to="invited"))
    assert door("GET", "/").json["registration"] == "invited"
    with pytest.raises(AssertionError, match="registration_closed"):
        Person(door, club, "ada").register()
    link = done(host.host("invite"))["link"]
    assert Person(door, club, "ada").register(invitation=link.partition("invitation=")[2])
    with pytest.raises(AssertionError, match="registration_closed"):
        Person(door, club, "bob").register(invitation=link.partition("invitation=")[2])
    done(host.host("registration", to="closed"))
    secret = done(host.host("invite"))["invitation"]
    with pytest.raises(AssertionError, match="registration_closed"):
        Person(door, club, "bob").register(invitation=secret)
    done(host.host("registration", to="open"))
    assert Person(door, club, "bob").register()


def test_an_invitation_to_the_club_is_mailed_and_the_log_keeps_no_address(host, club):
    shown = done(host.host("invite", mail="new@example.net"))
    (mail,) = mails(club, "club_invitation")
    assert (mail.to, mail.data["secret"]) == ("new@example.net", shown["invitation"])
    (kept,) = host.call("GET", "/host/acts").json["acts"]
    assert "example" not in str(kept["args"])
    assert (kept["invitation"], kept["link"]) == (None, None)


def test_everybody_is_told_and_reads_it_among_the_news(host, table, club):
    _, ada, bob = table
    done(host.host("tell", lines=["We move on Sunday.", "Be patient."]))
    assert {mail.handle for mail in mails(club, "club_news")} == {"ada", "bob"}
    (news,) = bob.call("GET", "/news").json["news"]
    assert (news["host"], news["note"]) == ("hana", "We move on Sunday.\nBe patient.")
    assert ada.call("GET", "/news", anonymous=True).code == "token_missing"


def test_a_paused_club_stands_and_resumed_nobody_has_lost_time(host, person, club, monkeypatch):
    terms = {"pace": {"turn": "48h"}, "policy": {"timeout": "bot_seat", "reminders": ["24h"]}}
    game, ada, bob = seat_two(person, **terms)
    before = ada.call("GET", f"/games/{game}").json["seats"][0]["deadline"]
    assert host.host("resume").code == "already_so"
    done(host.host("pause", why="The server moves."))
    assert host.host("pause").code == "already_so"
    assert host.door("GET", "/").json["paused_since"] is not None
    assert bob.call("GET", "/news").json["paused_since"] is not None
    began, waited = club.now(), 0
    monkeypatch.setattr(club, "now", lambda: began + waited)
    while waited < 100 * 3600 * 1000:
        waited += 4 * 60 * 1000
        outages.beat(club)
    clock.mind(club)
    assert seats_of(club, game) == ["player", "player"]
    host.now = club.now
    done(host.host("resume"))
    clock.mind(club)
    after = ada.call("GET", f"/games/{game}").json["seats"][0]["deadline"]
    assert abs(after - before - waited) < 10_000
    assert {mail.handle for mail in mails(club, "club_news")} == {"ada", "bob"}


def test_parked_mails_are_sent_after_all_or_forgotten_from_afar(host, person, club):
    person("ada", confirmed=False)
    with club.write() as session:
        row = session.scalars(
            select(OutboxRow).where(OutboxRow.kind == "confirm").order_by(OutboxRow.id.desc())
        ).first()
        row.state, which = "parked", row.id
    (shown,) = host.call("GET", "/host/outbox", query_string={"state": "parked"}).json["mails"]
    assert (shown["id"], shown["handle"]) == (which, "ada")
    assert "code" not in str(shown)
    done(host.host("retry", mail=which))
    assert host.host("drop", mail=which).code == "not_found"


def test_what_hosts_did_is_listed_page_by_page_and_erased_with_its_member(host, person):
    for name in ("ada", "bob"):
        person(name)
        done(host.host("rename", member=name, to=f"{name}-b"))
    first = host.call("GET", "/host/acts", query_string={"most": 1}).json
    second = host.call("GET", "/host/acts", query_string={"most": 1, "before": first["next"]}).json
    assert [page["acts"][0]["on"] for page in (first, second)] == ["bob-b", "ada-b"]
    assert second["next"] is None
    done(host.host("remove", member="bob-b"))
    acts = host.call("GET", "/host/acts").json["acts"]
    assert [(one["act"], one["on"]) for one in acts] == [("remove", None), ("rename", None), ("rename", "ada-b")]
    assert "bob" not in str(acts)


SEEN = {"acts": 3, "members": 3, "games": 3, "stuck": 3, "outbox": 3, "figures": 9}
"""What hosts see, and how many statements it may cost, the token's among them."""


def test_only_hosts_see_what_hosts_see(host, person):
    ada = person("ada")
    for what in SEEN:
        assert ada.call("GET", f"/host/{what}").code == "host_only"
        assert ada.call("GET", f"/host/{what}", anonymous=True).code == "token_missing"
        assert host.call("GET", f"/host/{what}").status == 200


def test_a_host_sees_who_is_awaited_and_who_was_seen(host, table):
    game, ada, _ = table
    ada.call("GET", f"/games/{game}/view")
    stuck = host.call("GET", "/host/stuck", query_string={"hours": 0}).json["seats"]
    assert [(one["game"], one["player"], one["mail"]) for one in stuck] == [
        (game, "ada", "queued"),
        (game, "bob", "queued"),
    ]
    assert host.call("GET", "/host/stuck").json["seats"] == []
    members = host.call("GET", "/host/members", query_string={"most": 2}).json
    assert ([one["handle"] for one in members["members"]], members["next"]) == (["hana", "ada"], 2)
    assert [one["games"] for one in members["members"]] == [0, 1]
    assert members["members"][1]["seen_at"] is not None
    assert host.call("GET", "/host/members", query_string={"bounced": "true"}).json["members"] == []
    figures = host.call("GET", "/host/figures").json
    assert (figures["members"], figures["hosts"], figures["games_running"], figures["awaited"]) == (3, 1, 1, 2)
    assert figures["seen_this_month"] == 3


def test_what_hosts_see_costs_a_fixed_number_of_statements(host, person, club):
    for name in ("ada", "bob", "cleo", "dora", "emil"):
        one = person(name)
        game = one.open("foundry", 2, bots=[{"seat": 1, "bot": "random"}])
        one.join(game, 0)
        done(host.host("rename", member=name, to=f"{name}-b"))
    for what, most in SEEN.items():
        with counted(club) as statements:
            assert host.call("GET", f"/host/{what}").status == 200
        assert len([one for one in statements if "select" in one.lower()]) <= most


def test_a_claim_code_is_good_once_and_a_new_one_ends_it(club, person):
    old = founding.found(club).claim
    assert founding.found(club) == founding.Founding(has_host=False, claim=None)
    ada, bob, new = person("ada"), person("bob"), founding.make_claim(club)
    assert ada.slip("POST", "/me/acts", ada.act_slip("claim", code=old)).code == "wrong_claim"
    assert ada.slip("POST", "/me/acts", ada.act_slip("claim", code=new.upper())).json["role"] == "host"
    assert bob.slip("POST", "/me/acts", bob.act_slip("claim", code=new)).code == "wrong_claim"
    assert founding.found(club) == founding.Founding(has_host=True, claim=None)
