"""What hosts do to a game: who may, what it does to seats and clocks, what is told, and that it verifies."""

from typing import Any

import pytest
from sqlalchemy import select

from engine.ledger.slips import HostSlip, SeatSlip, sign
from engine.ledger.verify import verify
from server.models import KeptHostAct, Seat
from server.services import clock, substitutes
from server.services.outbox import find_mails
from server.services.vacancies import PATIENCE, fill
from tests.server.people import play_to_the_end, seat_all

HOUR = 3600 * 1000
PACED = {"pace": {"turn": "48h"}, "policy": {"timeout": "bot_seat", "reminders": []}}
ACTS: list[tuple[Any, dict[str, Any]]] = [
    ("bot_seat", {"seat": 1}),
    ("open_seat", {"seat": 1}),
    ("extend", {"until": 60}),
    ("pause", {}),
    ("stop", {}),
    ("judge", {"places": (2, 1)}),
    ("void", {}),
]


@pytest.fixture
def host(person):
    return person("hana").become_host()


@pytest.fixture
def paced(person):
    """Two people at a game with a clock."""
    ada, bob = person("ada"), person("bob")
    return open_paced(ada, bob), ada, bob


def open_paced(ada, bob):
    game = ada.open("foundry", 2, **PACED)
    seat_all(game, (ada, bob))
    return game


def done(answer):
    assert answer.status == 201, answer
    return answer.json


def said(club, args):
    return {**args, "until": club.now() + args["until"] * HOUR} if "until" in args else args


def seats_of(club, game):
    with club.read() as session:
        return list(session.scalars(select(Seat).where(Seat.game_id == game).order_by(Seat.seat)))


def told(person, game, n, lang="en"):
    page = person.call("GET", f"/games/{game}/entries", query_string={"since": n}, headers={"Accept-Language": lang})
    return page.json["entries"][0]["told"]


def test_every_act_is_an_entry_with_a_sentence_and_a_mail_and_the_bundle_verifies(host, paced, club):
    _, ada, bob = paced
    for do, args in ACTS:
        game = open_paced(ada, bob)
        n = done(host.intervene(game, do, "Because of the storm.", **said(club, args)))["n"]
        english, french = told(ada, game, n), told(ada, game, n, "fr")
        assert english[0].startswith("hana (host) has ")
        assert english[-1] == "They write: Because of the storm."
        assert french[0] != english[0]
        entry = ada.call("GET", f"/games/{game}/entries", query_string={"since": n}).json["entries"][0]
        assert (entry["header"]["kind"], entry["body"]["action"], entry["body"]["by"]) == ("host", do, host.key.kid)
        assert "storm" not in str(entry["body"])
        mailed = {mail.handle for mail in find_mails(club) if (mail.kind, mail.game) == ("table_hosted", game)}
        assert mailed == {"ada", "bob"}
        assert verify(ada.bundle(game)).grade != "failed"
        kept = host.call("GET", "/host/acts").json["acts"][0]
        assert (kept["act"], kept["game"], kept["n"], kept["host"]) == (do, game, n, "hana")


def test_a_player_who_opened_nothing_is_refused(paced, club):
    game, _, bob = paced
    for do, args in ACTS:
        slip = sign(HostSlip(game, bob.view(game)["head"], do, **said(club, args)), bob.key)
        assert bob.call("POST", f"/games/{game}/host", json={"slip": slip.decode()}).code == "host_only"
    assert bob.call("GET", f"/games/{game}/host").code == "host_only"


def test_who_opened_the_table_gives_seats_and_time_there_and_ends_nothing(paced, club):
    _, ada, bob = paced
    for do, args in ACTS:
        game = open_paced(ada, bob)
        answer = ada.intervene(game, do, **said(club, args))
        if do in {"stop", "judge", "void"}:
            assert answer.code == "host_only"
            continue
        n = done(answer)["n"]
        assert told(ada, game, n)[0].startswith("ada, who is a host and plays here, has ")
        entry = ada.call("GET", f"/games/{game}/entries", query_string={"since": n}).json["entries"][0]
        assert (entry["body"]["reason"], entry["body"]["plays"]) == ("opener", 0)


def test_extending_moves_the_deadline_and_leaves_asks_alone(host, paced, club):
    game, ada, _ = paced
    before = [seat.deadline for seat in seats_of(club, game)]
    slip = ada.turn_slip(game, ["bid 1"])
    done(host.intervene(game, "extend", until=club.now() + 100 * HOUR, seat=0))
    after = [seat.deadline for seat in seats_of(club, game)]
    assert after[0] > before[0] + 50 * HOUR
    assert after[1] == before[1]
    assert ada.slip("POST", f"/games/{game}/turns", slip).status == 201
    late = club.now() + 61 * 24 * HOUR
    assert host.intervene(game, "extend", until=late).code == "invalid_value"
    assert host.intervene(game, "extend", until=club.now() - 1).code == "invalid_value"


def test_a_pause_ends_by_itself_or_is_ended_and_nobody_plays_twice(host, paced, club, monkeypatch):
    game, *_ = paced
    done(host.intervene(game, "pause", until=club.now() + 24 * HOUR))
    assert host.intervene(game, "pause").code == "already_so"
    shown = host.call("GET", f"/games/{game}/host").json
    assert shown["paused"]
    assert shown["paused_until"] > club.now()
    done(host.intervene(game, "resume"))
    assert host.intervene(game, "resume").code == "already_so"
    assert not host.call("GET", f"/games/{game}/host").json["paused"]


def test_a_seat_is_offered_to_a_member_who_takes_it_with_their_own_slip(host, person, club):
    ada, bob, eve = person("ada"), person("bob"), person("eve")
    game = ada.open("foundry", 2, private=True)
    ada.join(game, 0)
    secret = ada.call("POST", f"/games/{game}/invitations", json={}).json["invitation"]
    terms = ada.call("GET", f"/games/{game}").json["terms"]
    joined = bob.slip(
        "POST", f"/games/{game}/seats", bob.join_slip(game, 1, terms), query_string={"invitation": secret}
    )
    assert joined.status == 201
    assert eve.call("GET", f"/games/{game}/host").status == 404
    kid = host.call("GET", "/members/eve").json["kid"]
    done(host.intervene(game, "offer_seat", seat=1, to=kid))
    fill(club)
    assert [seat.by for seat in seats_of(club, game)] == ["player", "empty"]
    (mail,) = [mail for mail in find_mails(club) if mail.kind == "seat_offered"]
    assert mail.handle == "eve"
    head = host.call("GET", f"/games/{game}/host").json["head"]
    invited = {"query_string": {"invitation": mail.data["secret"]}}
    other = person("max")
    refused = other.slip("POST", f"/games/{game}/seats", sign(SeatSlip(game, 1, head, "take"), other.key), **invited)
    assert refused.status in {403, 409}
    taken = eve.slip("POST", f"/games/{game}/seats", sign(SeatSlip(game, 1, head, "take"), eve.key), **invited)
    assert taken.status == 201, taken
    assert eve.view(game)["seat"] == 1


def test_a_seat_that_its_member_does_not_take_becomes_a_bots(host, paced, person, club, monkeypatch):
    game, *_ = paced
    person("eve")
    kid = host.call("GET", "/members/eve").json["kid"]
    done(host.intervene(game, "offer_seat", seat=1, to=kid))
    substitutes.mind(club)
    assert [seat.by for seat in seats_of(club, game)] == ["player", "empty"]
    began = club.now()
    monkeypatch.setattr(club, "now", lambda: began + PATIENCE + HOUR)
    substitutes.mind(club)
    assert [seat.by for seat in seats_of(club, game)] == ["player", "bot"]


def test_a_free_seat_of_a_paused_game_waits_until_it_goes_on(host, paced, club, monkeypatch):
    game, *_ = paced
    done(host.intervene(game, "open_seat", seat=1))
    done(host.intervene(game, "pause"))
    began, waited = club.now(), PATIENCE + HOUR
    monkeypatch.setattr(club, "now", lambda: began + waited)
    substitutes.mind(club)
    assert [seat.by for seat in seats_of(club, game)] == ["player", "empty"]
    host.now = club.now
    done(host.intervene(game, "resume"))
    substitutes.mind(club)
    assert [seat.by for seat in seats_of(club, game)] == ["player", "empty"]
    waited += PATIENCE
    substitutes.mind(club)
    assert [seat.by for seat in seats_of(club, game)] == ["player", "bot"]


def test_a_seat_is_offered_to_nobody_unknown_and_to_nobody_seated(host, paced, person):
    game, ada, _ = paced
    assert host.call("GET", "/members/nobody").code == "not_found"
    assert host.intervene(game, "offer_seat", seat=1, to=ada.key.kid).code == "already_seated"
    other = person("eve", confirmed=False)
    assert host.intervene(game, "offer_seat", seat=1, to=other.key.kid).code == "not_found"


def test_the_same_slip_again_is_answered_as_before_and_a_stale_one_is_refused(host, paced):
    game, ada, _ = paced
    slip = host.host_slip(game, "bot_seat", seat=1).decode()
    first = done(host.call("POST", f"/games/{game}/host", json={"slip": slip}))
    again = host.call("POST", f"/games/{game}/host", json={"slip": slip})
    assert (again.status, again.json["n"], again.json["repeated"]) == (200, first["n"], True)
    stale = host.host_slip(game, "open_seat", seat=1).decode()
    ada.play(game, "bid 1")
    assert host.call("POST", f"/games/{game}/host", json={"slip": stale}).code == "stale_position"
    other = host.host_slip(game, "void")
    assert host.call("POST", "/games/elsewhere/host", json={"slip": other.decode()}).code == "wrong_game"


def test_a_judged_game_is_over_with_its_places_and_a_void_one_without(host, paced, person):
    game, ada, bob = paced
    done(host.intervene(game, "judge", places=(2, 1)))
    shown = ada.call("GET", f"/games/{game}").json
    assert (shown["status"], shown["result"]["places"]) == ("over", [2, 1])
    assert verify(bob.bundle(game)).grade != "failed"
    assert host.intervene(game, "void").code == "game_over"


def test_a_game_goes_on_after_a_host_gave_a_seat_away_and_its_bundle_verifies(host, table, club):
    import random

    from server.worker import Worker

    game, ada, _ = table
    done(host.intervene(game, "bot_seat", "Bob is ill.", seat=1))
    worker = Worker(club)
    for _ in range(40):
        worker.once()
        play_to_the_end(game, [ada], random.Random(1))
        if ada.call("GET", f"/games/{game}").json["status"] == "over":
            break
    clock.mind(club)
    assert verify(ada.bundle(game)).grade in {"consistent", "anchored"}


def test_a_note_is_erased_with_its_host_and_the_entry_stays(host, paced, person, club):
    game, ada, _ = paced
    done(host.host("appoint", member="ada"))
    n = done(host.intervene(game, "extend", "A word.", until=club.now() + 90 * HOUR))["n"]
    done(ada.host("remove", member="hana"))
    assert told(ada, game, n) == [told(ada, game, n)[0]]
    assert told(ada, game, n)[0].startswith("A host has given")
    with club.read() as session:
        assert set(session.scalars(select(KeptHostAct.note))) == {None}
