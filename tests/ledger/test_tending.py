"""Keys, seats, clock, host, settling and the end."""

import msgspec
import pytest

from engine.ledger.clerk import Clerk
from engine.ledger.entries import ClockBody
from engine.ledger.joining import draft_leave
from engine.ledger.playing import draft_turn
from engine.ledger.record import end_due
from engine.ledger.slips import AcceptSlip, KeySlip, read_slip, sign
from engine.ledger.tending import draft_clock, draft_key, draft_seat, draft_server_key, draft_settle
from tests.ledger.room import ORIGIN, Room, code_of, holds, key

JTI = "n" * 22


@pytest.fixture
def room():
    return Room().start()


def change(before, new, aud=ORIGIN, **accepts):
    accept = sign(AcceptSlip(**{"aud": aud, "jti": JTI, "old": before.kid, **accepts}), new)
    return read_slip(sign(KeySlip(aud, 1, JTI, new.public.jwk, accept.decode()), before))


def clock(room, action, seat=0):
    body = ClockBody(action, opened=1, told=2, deadline=3, credits={"vacation": 4})
    return room.note(room.clerk.write(draft_clock(room.record, seat, body), room.tick()))


# Keys


def test_a_new_key_counts_from_its_entry_on(room):
    new = key("ada's new one")
    room.note(room.clerk.write(draft_key(room.record, 0, new.public, change(key("ada"), new)), room.tick()))
    assert code_of(room.turn, 0, "bid 2") == "wrong_key"
    room.turn(0, "bid 2", by=new)
    assert holds(room).seats[0].signed == 1


def test_a_key_change_leaves_the_ask_as_it_was(room):
    ask = room.ask(0)
    new = key("ada's new one")
    room.note(room.clerk.write(draft_key(room.record, 0, new.public, change(key("ada"), new)), room.tick()))
    assert room.ask(0) == ask


def test_a_lost_key_is_replaced_on_the_servers_word(room):
    new = key("ada's new one")
    room.note(room.clerk.write(draft_key(room.record, 0, new.public, None), room.tick()))
    body = msgspec.json.decode(room.last.entry.body)
    assert (body["slip"], body["how"], room.last.entry.header.kid) == (None, "recovered", key("server").kid)
    holds(room)


@pytest.mark.parametrize(
    ("slip", "code"),
    [
        (change(key("bob"), key("new")), "wrong_key"),
        (change(key("ada"), key("other")), "wrong_key"),
        (change(key("ada"), key("new"), aud="https://other.example"), "wrong_audience"),
        (change(key("ada"), key("new"), jti="m" * 22), "wrong_key"),
        (change(key("ada"), key("new"), old=key("bob").kid), "wrong_key"),
    ],
)
def test_both_halves_of_a_key_change_must_fit(room, slip, code):
    assert code_of(draft_key, room.record, 0, key("new").public, slip) == code


def test_a_key_that_has_a_seat_is_no_new_key(room):
    slip = change(key("ada"), key("bob"))
    assert code_of(draft_key, room.record, 0, key("bob").public, slip) == "key_taken"


def test_a_seat_without_a_player_has_no_key_to_change():
    room = Room().start(bots={1: "greedy"})
    assert code_of(draft_key, room.record, 1, key("new").public, None) == "not_your_seat"


def test_the_servers_next_key_is_named_by_the_last_one(room):
    room.note(room.clerk.write(draft_server_key(room.record, key("server 2").public), room.tick()))
    assert code_of(room.turn, 0, "bid 2") == "wrong_key"
    room.clerk = Clerk(key("server 2"), ORIGIN)
    room.play_out()
    report = holds(room)
    assert report.grade == "consistent"
    assert room.bundle().server_keys == (key("server").public.jwk, key("server 2").public.jwk)


# Seats


def test_a_player_who_leaves_can_return(room):
    room.seat(0, "leave")
    assert code_of(room.turn, 0, "bid 2") == "not_your_seat"
    room.seat(0, "return")
    room.turn(0, "bid 2")
    holds(room)


def test_a_substitute_takes_an_empty_seat_and_its_ask(room):
    ask = room.ask(0)
    room.seat(0, "leave")
    room.seat(0, "take", by=key("sub"))
    assert room.ask(0) == ask
    assert code_of(room.turn, 0, "bid 2") == "wrong_key"
    room.turn(0, "bid 2", by=key("sub"))
    holds(room)


def test_a_substitute_does_not_take_back_what_another_played(room):
    room.turn(0, "bid 2")
    before = room.page.n - 1
    room.seat(0, "leave")
    room.seat(0, "take", by=key("sub"))
    room.players[0] = key("sub")
    assert code_of(room.undo, 0, before) == "undo_barrier"


def test_a_seat_that_is_played_is_not_for_others(room):
    assert code_of(room.seat, 0, "take", by=key("sub")) == "seat_taken"
    assert code_of(room.seat, 0, "return") == "invalid_value"
    room.seat(0, "leave")
    assert code_of(room.seat, 0, "take", by=key("bob")) == "already_seated"
    assert code_of(room.seat, 0, "leave") == "invalid_value"


def test_a_seat_is_taken_with_a_key_that_is_known(room):
    room.seat(0, "leave")
    slip = room.seat_slip(0, "take", by=key("sub"))
    assert code_of(draft_seat, room.record, slip, None) == "wrong_key"


def test_a_seat_slip_is_good_for_what_it_says_only(room):
    assert code_of(room.seat, 0, "settle") == "invalid_value"
    assert code_of(draft_settle, room.record, room.seat_slip(0, "leave")) == "invalid_value"
    waiting = Room()
    waiting.join(0)
    assert code_of(draft_leave, waiting.record, waiting.seat_slip(0, "settle")) == "invalid_value"


def test_a_seat_slip_answers_the_last_entry(room):
    slip = room.seat_slip(0, "leave")
    room.turn(1, "bid 2")
    assert code_of(draft_seat, room.record, slip) == "stale_position"


# Clock and host


def test_the_clock_lends_a_bot_one_turn(room):
    clock(room, "bot_turn")
    room.bot(0, "bid 1")
    room.turn(1, "bid 2")
    assert code_of(room.bot, 1, "keep bell") == "not_your_seat"
    holds(room)


def test_a_late_turn_wins_until_the_bot_has_played(room):
    clock(room, "bot_turn")
    room.turn(0, "bid 2")
    assert code_of(room.bot, 0, "bid 1") == "not_awaited"


def test_the_clock_gives_a_seat_to_a_bot_until_its_player_returns(room):
    clock(room, "bot_seat")
    assert code_of(room.turn, 0, "bid 2") == "not_your_seat"
    room.bot(0, "bid 1")
    room.seat(0, "return")
    room.turn(1, "bid 0")
    holds(room)


def test_the_clock_does_not_move_an_ask(room):
    ask = room.ask(0)
    clock(room, "credit")
    assert room.ask(0) == ask
    room.turn(0, "bid 1")
    assert code_of(clock, room, "credit") == "not_awaited"


def test_after_a_restore_old_slips_are_dead(room):
    slip = room.turn_slip(0, "bid 2")
    room.host("restore")
    assert code_of(draft_turn, room.record, slip) == "stale_position"
    room.turn(0, "bid 2")
    holds(room)


def test_the_host_gives_away_a_seat_by_name(room):
    assert code_of(room.host, "bot_seat") == "invalid_value"
    assert code_of(room.host, "pause", 0) == "invalid_value"
    room.host("bot_seat", 0)
    room.bot(0, "bid 1")
    holds(room)


# The end


def test_a_game_ends_by_agreement_of_all_players(room):
    room.turn(0, "bid 1")
    room.settle(1)
    assert end_due(room.record) is None
    room.settle(0)
    assert end_due(room.record) == "settled"
    room.end()
    report = holds(room)
    assert (report.is_over, report.result) == (True, None)


def test_an_offer_to_settle_ends_with_the_next_turn(room):
    room.settle(1)
    room.turn(0, "bid 1")
    room.settle(0)
    assert end_due(room.record) is None


def test_a_game_that_the_host_stops_opens_its_secrets_too(room):
    room.host("stop")
    assert code_of(room.turn, 0, "bid 2") == "game_over"
    body = msgspec.json.decode(room.end().entry.body)
    assert (body["how"], len(body["S"]), len(body["K"])) == ("stopped", 43, 43)
    holds(room)


def test_a_game_can_be_stopped_before_it_starts():
    room = Room()
    room.host("stop")
    room.end()
    assert holds(room).is_over


def test_nobody_joins_a_game_that_was_stopped():
    room = Room()
    room.host("stop")
    assert code_of(room.join, 0) == "game_over"


def test_a_game_ends_once_and_is_then_left_alone(room):
    room.host("stop")
    room.end()
    assert end_due(room.record) is None
    assert code_of(draft_key, room.record, 0, key("new").public, None) == "game_over"


def test_a_running_game_has_no_end(room):
    assert code_of(room.end) == "bad_position"
