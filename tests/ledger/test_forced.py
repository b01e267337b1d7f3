"""A slip that also plays what goes without saying: one entry, which is verified and taken back as one."""

import random

import msgspec
import pytest

import engine
from engine.core.forced import MOST_FORCED
from engine.ledger.entries import TurnBody
from engine.ledger.heads import Receipt, read_statement
from engine.ledger.playing import draft_turn, spell_out
from engine.ledger.slips import MAX_MOVES, TurnSlip, sign
from tests.ledger.room import GAME, Room, entropy, holds, key

UP_TO_THE_END = ("collect", "dial extract+repair", "extract")
FIRST = ("sabotage", "extractor", "reserve", "acquire", "dial extract+repair", "extract", "end")
"""How the others play on until somebody is asked who has taken an extractor."""


@pytest.fixture
def room():
    """Return a game of Imaginarium, at a turn that ends with `end` once its player has extracted."""
    room = Room(rules="imaginarium").start()
    while "collect" not in (legal := [str(move) for move in room.table.legal(room.table.awaiting[0])]):
        room.turn(room.table.awaiting[0], next(line for verb in FIRST for line in legal if line.startswith(verb)))
    return room


def body_of(room):
    return msgspec.json.decode(room.last.entry.body, type=TurnBody)


def test_what_goes_without_saying_is_in_the_same_entry(room):
    seat = room.table.awaiting[0]
    written = room.turn(seat, *UP_TO_THE_END, forced=True)
    assert body_of(room).played == (*UP_TO_THE_END, "end")
    assert (written.outcome.forced, body_of(room).unplayed) == (1, ())
    assert seat not in room.table.awaiting
    assert read_statement(written.receipt, Receipt, key("server").public).played == len(UP_TO_THE_END) + 1
    holds(room)


def test_without_the_member_no_more_is_played_than_the_slip_says(room):
    seat = room.table.awaiting[0]
    room.turn(seat, *UP_TO_THE_END)
    assert body_of(room).played == UP_TO_THE_END
    assert [str(move) for move in room.table.legal(seat)] == ["end"]


def test_an_undo_takes_all_of_it_back(room):
    seat, before = room.table.awaiting[0], room.page.n
    state = room.table.state_bytes()
    room.turn(seat, *UP_TO_THE_END, forced=True)
    room.undo(seat, before)
    assert room.table.state_bytes() == state
    holds(room)


def test_a_mailed_turn_is_completed_by_the_same_rule_up_to_the_most_lines(room):
    seat = room.table.awaiting[0]
    whole = spell_out(room.record, room.mailed(seat, *UP_TO_THE_END), ("ada", "bob"))
    assert whole.moves == (*UP_TO_THE_END, "end")
    assert len(whole.moves) <= MAX_MOVES
    written = room.relay(seat, *whole.moves)
    room.undo(seat, written.entry.header.n - 1)
    drafted = draft_turn(room.record, room.turn_slip(seat, *UP_TO_THE_END, forced=True))
    assert drafted.table is not None
    assert drafted.table.state_bytes() == room.table_at(written.entry.header.n).state_bytes()


@pytest.mark.parametrize("blind", [False, True])
def test_a_turn_that_taught_its_player_something_is_not_played_on(blind):
    room = Room(rules="nicodemus").start()
    seat = room.table.awaiting[0]
    written = room.turn(seat, str(room.table.legal(seat)[0]), forced=True, blind=blind)
    assert seat in written.outcome.learned_by
    assert written.outcome.forced == 0


@pytest.mark.parametrize("rules", list(engine.games()))
def test_games_of_nothing_but_such_slips_verify(rules):
    room = Room(seats=engine.games()[rules].seats[0], rules=rules).start()
    choose = random.Random(rules)
    for _ in range(60):
        if not room.table.awaiting:
            break
        seat = choose.choice(room.table.awaiting)
        written = room.turn(seat, str(choose.choice(room.table.legal(seat))), forced=True)
        assert written.outcome.forced <= MOST_FORCED
    holds(room)


def test_a_slip_without_the_member_is_byte_for_byte_what_it_was():
    said = TurnSlip(GAME, 0, 1, entropy("on"), ("bid 1",))
    assert b'"forced"' not in sign(said, key("ada"))
    assert msgspec.json.encode(said) == msgspec.json.encode(msgspec.structs.replace(said, forced=False))
