"""Every registered game goes through the ledger: by slips, mails and bots, with undos, to a bundle that verifies."""

import random

import pytest

from engine import games
from engine.core.errors import Refused
from engine.ledger.bundle import encode_bundle, redact
from engine.ledger.record import end_due
from engine.ledger.trail import choices
from engine.ledger.verify import verify
from tests.ledger.room import Room

TURNS = 60


def tables():
    return [(game, seats) for game, rules in games().items() for seats in {rules.seats[0], rules.seats[-1]}]


def play(game, seats):
    """Play some random turns, the last seat by a bot where there are several, now and then taking one back."""
    room = Room(rules=game, seats=seats).start(bots={seats - 1: "random"} if seats > 1 else None)
    choose = random.Random(f"{game} {seats}")
    for _ in range(TURNS):
        if end_due(room.record):
            room.end()
            break
        take_back(room, choose)
        seat = choose.choice(room.table.awaiting)
        act = room.bot if room.page.chairs[seat].by == "bot" else room.turn
        act(seat, str(choose.choice(room.table.legal(seat))))
    return room


def take_back(room, choose):
    person = room.page.trail.person
    if person is not None and choose.random() < 0.15:
        room.undo(person, choose.choice(choices(room.page.trail, person)))


@pytest.mark.parametrize(("game", "seats"), tables())
def test_a_game_of_this_kind_verifies_whole_and_redacted(game, seats):
    room = play(game, seats)
    report = verify(encode_bundle(room.bundle()))
    assert report.grade == "consistent", (report.failed_at, report.refused)
    for seat in (*range(seats), None):
        report = verify(encode_bundle(redact(room.bundle(), seat)))
        assert report.grade == "partial", (seat, report.failed_at, report.refused)


@pytest.mark.parametrize(("game", "seats"), tables())
def test_no_redacted_body_holds_an_event_that_its_reader_may_not_know(game, seats):
    bundle = play(game, seats).bundle()
    for seat in range(seats):
        for line in redact(bundle, seat).entries:
            for event in (line.body or {}).get("events", []):
                assert event.get("seen_by") is None or seat in event["seen_by"]


@pytest.mark.parametrize(("game", "seats"), tables())
def test_who_has_nothing_left_to_take_back_is_told(game, seats):
    room = play(game, seats)
    with pytest.raises(Refused) as refused:
        room.undo(0, 0)
    assert refused.value.code in {"undo_barrier", "nothing_to_undo", "game_over"}
