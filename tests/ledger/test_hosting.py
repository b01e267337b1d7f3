"""What hosts do to a game, signed and vouched for."""

import msgspec
import pytest

from engine.ledger.bundle import encode_bundle, redact
from engine.ledger.entries import HostBody
from engine.ledger.hosting import draft_host, make_body
from engine.ledger.playing import draft_turn
from engine.ledger.record import end_due
from engine.ledger.report import HostTally
from engine.ledger.verify import verify
from tests.ledger.room import MAIL, Room, code_of, holds, key

HANNA = key("hanna")
CLEO = key("cleo")


@pytest.fixture
def room():
    return Room().start()


def vouched(room, action, seat=None, **more):
    body = HostBody(action, "asked", kept=True, **more)
    return room.note(room.clerk.write(draft_host(room.record, body, seat), room.tick()))


@pytest.mark.parametrize(
    ("do", "says"),
    [("extend", {"seat": 0, "until": 9}), ("extend", {"until": 9}), ("pause", {"until": 9}), ("pause", {})],
)
def test_time_that_is_given_leaves_asks_and_undo_alone(room, do, says):
    room.turn(0, "bid 2")
    asks, turn = [chair.ask for chair in room.page.chairs], room.turn_slip(1, "bid 1")
    room.acts(do, **says)
    assert [chair.ask for chair in room.page.chairs] == asks
    assert draft_turn(room.record, turn).ask == 1
    room.undo(0, room.page.n - 2)
    assert holds(room).hosts == HostTally(1, 0, 0)


def test_an_entry_names_the_hosts_key_and_seat(room):
    header = room.acts("pause", by=room.players[1], plays=1).entry.header
    body = msgspec.json.decode(room.last.entry.body)
    assert (header.kid, body["by"], body["plays"]) == (room.players[1].kid, room.players[1].kid, 1)
    assert room.last.receipt is None
    holds(room)


def test_what_a_host_signed_is_what_is_done(room):
    slip = room.host_slip("bot_seat", seat=0)
    body = make_body(slip, HANNA.public, "asked", None)
    assert code_of(draft_host, room.record, body, 1) == "bad_position"
    assert code_of(draft_host, room.record, msgspec.structs.replace(body, action="open_seat"), 0) == "bad_position"
    assert code_of(draft_host, room.record, msgspec.structs.replace(body, by=CLEO.kid), 0) == "bad_position"
    assert code_of(draft_host, room.record, msgspec.structs.replace(body, jwk=CLEO.public.jwk), 0) == "wrong_key"


def test_a_hosts_slip_is_good_for_one_head_of_one_game(room):
    for changed, code in (({"on": MAIL}, "stale_position"), ({"game": "other"}, "wrong_game")):
        body = make_body(room.host_slip("stop", **changed), HANNA.public, "asked", None)
        assert code_of(draft_host, room.record, body) == code
    slip = room.host_slip("pause")
    room.acts("pause")
    assert code_of(draft_host, room.record, make_body(slip, HANNA.public, "asked", None)) == "stale_position"


def test_without_a_slip_the_way_and_the_mail_are_named(room):
    assert code_of(vouched, room, "pause", by=HANNA.kid) == "invalid_value"
    assert code_of(vouched, room, "pause", via="mail") == "invalid_value"
    assert code_of(vouched, room, "pause", jwk=HANNA.public.jwk) == "invalid_value"
    vouched(room, "pause", by=HANNA.kid, via="mail", mail_sha256=MAIL)
    vouched(room, "resume")
    assert holds(room).hosts == HostTally(0, 1, 1)


@pytest.mark.parametrize(
    ("action", "seat", "more"),
    [
        ("bot_seat", None, {}),
        ("offer_seat", 0, {}),
        ("extend", 0, {}),
        ("pause", 0, {}),
        ("judge", None, {}),
        ("judge", None, {"places": (1,)}),
        ("stop", None, {"until": 9}),
        ("restore", None, {}),
    ],
)
def test_an_act_says_what_its_word_needs_and_nothing_else(room, action, seat, more):
    assert code_of(vouched, room, action, seat, **more) == "invalid_value"


def test_only_entries_of_the_first_form_move_asks_on(room):
    for body in (
        HostBody("void", "asked"),
        HostBody("pause", "asked", until=9),
        HostBody("restore", "asked", kept=True),
    ):
        assert code_of(draft_host, room.record, body) == "invalid_value"
    assert draft_host(room.record, HostBody("pause", "asked")).reopen
    assert draft_host(room.record, HostBody("restore", "backup")).reopen


def test_an_offered_seat_is_taken_by_the_one_whom_it_was_offered_to(room):
    room.acts("offer_seat", seat=0, to=CLEO.kid)
    assert room.page.chairs[0].by == "empty"
    assert code_of(room.seat, 0, "take", key("dan")) == "seat_taken"
    assert code_of(room.seat, 0, "return") == "seat_taken"
    room.seat(0, "take", CLEO)
    assert (room.page.chairs[0].by, room.page.chairs[0].offered_to) == ("player", None)
    room.turn(0, "bid 2", by=CLEO)
    holds(room)


def test_an_offer_ends_when_the_seat_is_given_to_somebody_else(room):
    room.acts("offer_seat", seat=0, to=CLEO.kid)
    room.acts("open_seat", seat=0)
    room.seat(0, "return")
    holds(room)


def test_a_seat_that_changes_hands_is_a_barrier_and_leaves_other_asks_alone(room):
    room.turn(0, "bid 2")
    ask = room.ask(1)
    room.acts("bot_seat", seat=0)
    assert room.ask(1) == ask
    assert code_of(room.undo, 0, room.page.n - 2) in {"not_your_seat", "undo_barrier"}
    room.seat(0, "return")
    assert code_of(room.undo, 0, room.page.n - 3) == "undo_barrier"
    holds(room)


@pytest.mark.parametrize(
    ("do", "says", "how", "result"),
    [
        ("stop", {}, "stopped", None),
        ("void", {}, "voided", None),
        ("judge", {"places": (2, 1)}, "judged", {"places": [2, 1]}),
    ],
)
def test_a_host_ends_a_game_with_or_without_a_result(room, do, says, how, result):
    room.acts(do, **says)
    assert end_due(room.record) == how
    assert code_of(room.turn, 0, "bid 2") == "game_over"
    body = msgspec.json.decode(room.end().entry.body)
    assert (body["how"], body["result"]) == (how, result)
    assert holds(room).result == result


def test_a_game_that_has_not_started_can_be_voided_and_not_judged():
    room = Room()
    assert code_of(room.acts, "judge", places=(1, 2)) == "game_not_started"
    room.acts("void")
    room.end()
    assert holds(room).is_over


def test_a_judged_game_shows_its_places_to_who_sees_a_part(room):
    room.acts("judge", places=(1, 1))
    room.end()
    assert verify(encode_bundle(redact(room.bundle(), 0))).result == {"places": [1, 1]}
