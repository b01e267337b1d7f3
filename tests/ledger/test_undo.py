"""Taking back: one's own last turns, and never past what was learned, drawn or answered."""

import pytest

from engine.core.canonical import b64u
from engine.core.errors import Refused
from engine.ledger.bundle import encode_bundle
from engine.ledger.playing import draft_mailed_undo, draft_turn, draft_undo
from engine.ledger.trail import MOST_STEPS, TrailStep, after_bot, after_person, choices, go_back, new_trail
from engine.ledger.verify import verify
from tests.ledger.room import Room, code_of, key


@pytest.fixture
def room():
    return Room().start()


def refused_by(act, *args, **more):
    with pytest.raises(Refused) as refused:
        act(*args, **more)
    return refused.value.code, refused.value.text.msgid


def to_casting(room):
    """Play the auction; seat 1 wins, keeps a design and seat 0 is to cast."""
    room.turn(0, "bid 1")
    room.turn(1, "bid 2")
    room.turn(1, str(room.table.legal(1)[0]))
    return room


def test_an_undo_leads_back_to_the_position_before(room):
    before = room.table.state_bytes()
    room.turn(0, "bid 2")
    room.undo(0, room.page.n - 1)
    assert room.table.state_bytes() == before
    assert [entry.header.kind for entry in room.entries[-2:]] == ["turn", "undo"]


def test_an_undo_uses_up_an_ask_and_asks_again(room):
    room.turn(0, "bid 2")
    room.undo(0, room.page.n - 1)
    assert (room.entries[-1].header.ask, room.ask(0).number) == (2, 3)
    room.turn(0, "bid 3")
    assert room.entries[-1].header.ask == 3


def test_an_undo_moves_every_open_ask_to_itself(room):
    stale = room.turn_slip(1, "bid 1")
    room.turn(0, "bid 2")
    assert room.ask(1).on == stale.payload.on
    room.undo(0, room.page.n - 1)
    assert (room.ask(1).number, room.ask(1).on) == (1, room.page.hash)
    assert code_of(draft_turn, room.record, stale) == "stale_position"


def test_the_slip_that_was_taken_back_does_not_count_again(room):
    slip = room.turn_slip(0, "bid 2")
    room.note(room.clerk.write(draft_turn(room.record, slip), 0))
    room.undo(0, room.page.n - 1)
    assert code_of(draft_turn, room.record, slip) == "stale_ask"


@pytest.mark.parametrize(
    ("changes", "code"),
    [({"ask": 1}, "stale_ask"), ({"ask": 3}, "stale_ask"), ({"on": b64u(bytes(32))}, "stale_position")],
)
def test_an_undo_names_the_head_and_the_next_ask(room, changes, code):
    room.turn(0, "bid 2")
    assert code_of(room.undo, 0, room.page.n - 1, **changes) == code


def test_who_has_not_moved_has_nothing_to_take_back(room):
    room.turn(0, "bid 2")
    assert code_of(room.undo, 1, room.page.n - 1) == "nothing_to_undo"


def test_nobody_takes_back_another_seats_turn(room):
    room.turn(0, "bid 2")
    slip = room.undo_slip(0, room.page.n - 1, seat=1)
    assert code_of(draft_undo, room.record, slip, room.tables.get) == "not_your_seat"


def test_what_another_player_has_answered_stands(room):
    room.turn(0, "bid 2")
    before = room.page.n - 1
    room.turn(1, "bid 1")
    assert code_of(room.undo, 0, before) == "undo_barrier"


def test_an_answer_that_was_taken_back_was_an_answer_all_the_same(room):
    """Bob answers and takes it back: Ada has seen that he did, and her own turn stands."""
    three = Room(seats=3).start()
    three.turn(0, "bid 2")
    before = three.page.n - 1
    three.turn(1, "bid 1")
    three.undo(1, three.page.n - 1)
    code, why = refused_by(three.undo, 0, before)
    assert (code, "Another player has moved" in why) == ("undo_barrier", True)


def test_what_the_mover_learned_is_not_forgotten(room):
    room.turn(0, "bid 1")
    room.turn(1, "bid 2")
    code, why = refused_by(room.undo, 1, room.page.n - 1)
    assert (code, "learned something" in why) == ("undo_barrier", True)


def test_a_hand_over_that_nobody_has_answered_can_be_taken_back(room):
    to_casting(room)
    room.turn(0, "pass")
    assert room.table.awaiting == (1,)
    room.undo(0, room.page.n - 1)
    assert room.table.awaiting == (0,)
    assert not room.ask(1).is_open


def test_a_number_is_never_asked_twice_after_an_undo(room):
    to_casting(room)
    room.turn(0, "pass")
    asked = room.ask(1).number
    room.undo(0, room.page.n - 1)
    room.turn(0, "pass")
    assert room.ask(1).number == asked + 1


def test_bots_that_reveal_nothing_can_be_crossed():
    room = Room(seats=3).start(bots={1: "greedy"})
    before = room.page.n
    room.turn(0, "bid 2")
    room.bot(1, "bid 1")
    room.undo(0, before)
    assert set(room.table.awaiting) == {0, 1, 2}


def test_bots_that_reveal_something_can_not():
    room = Room().start(bots={1: "greedy"})
    before = room.page.n
    room.turn(0, "bid 2")
    room.bot(1, "bid 1")
    code, why = refused_by(room.undo, 0, before)
    assert (code, "bot's turn" in why) == ("undo_barrier", True)


def two_turns_in_a_row():
    """Ada keeps a design and casts nothing, both with nobody between."""
    room = Room().start()
    room.turn(1, "bid 1")
    room.turn(0, "bid 2")
    first = room.page.n
    room.turn(0, str(room.table.legal(0)[0]))
    second = room.page.n
    room.turn(0, "pass")
    return room, first, second


def test_two_turns_can_be_taken_back_at_once():
    room, first, second = two_turns_in_a_row()
    assert choices(room.page.trail, 0) == (second, first)
    room.undo(0, first)
    assert room.table.state_bytes() == room.tables[first].state_bytes()


def test_two_turns_can_be_taken_back_one_by_one():
    room, first, second = two_turns_in_a_row()
    room.undo(0, second)
    room.undo(0, first)
    assert room.table.state_bytes() == room.tables[first].state_bytes()
    assert code_of(room.undo, 0, first) == "nothing_to_undo"


def test_after_an_undo_play_goes_on_and_can_be_taken_back_again():
    room, first, second = two_turns_in_a_row()
    room.undo(0, second)
    undone = room.page.n
    room.turn(0, "pass")
    assert choices(room.page.trail, 0) == (undone, first)
    room.undo(0, undone)
    room.play_out()
    assert verify(encode_bundle(room.bundle())).grade == "consistent"


def test_a_seat_goes_back_only_to_where_a_turn_of_its_own_begins(room):
    room.turn(0, "bid 2")
    assert code_of(room.undo, 0, room.page.n) == "nothing_to_undo"
    assert code_of(room.undo, 0, 0) == "undo_barrier"


def test_an_undo_by_mail_is_the_servers_word(room):
    room.turn(0, "bid 2")
    mailed = room.mailed(0, on=room.page.hash)
    before = room.page.n - 1
    room.note(room.clerk.write(draft_mailed_undo(room.record, mailed, before, room), room.tick()))
    assert (room.entries[-1].header.kind, room.entries[-1].header.kid) == ("undo", key("server").kid)


@pytest.mark.parametrize("act", ["pause", "restore"])
def test_what_the_host_does_is_a_barrier(room, act):
    room.turn(0, "bid 2")
    before = room.page.n - 1
    room.host(act)
    assert code_of(room.undo, 0, before) == "undo_barrier"


def test_a_trail_keeps_only_so_many_steps():
    trail = new_trail(2)
    for n in range(3 * MOST_STEPS):
        trail = after_person(trail, TrailStep(2 * n + 1, 2 * n, 0, bot=False), "")
        trail = after_bot(trail, TrailStep(2 * n + 2, 2 * n + 1, 1, bot=True), revealed=False)
    assert len(trail.steps) <= MOST_STEPS
    assert not trail.steps[0].bot
    furthest = choices(trail, 0)[-1]
    assert go_back(trail, 0, furthest).steps == ()


@pytest.mark.parametrize(
    ("barrier", "said"),
    [
        ("learned", "learned something"),
        ("touched", "drew from a hidden pile"),
        ("bot", "A bot's turn"),
        ("table", "The table has changed"),
    ],
)
def test_whoever_can_not_go_back_is_told_why(barrier, said):
    trail = after_person(new_trail(2), TrailStep(3, 2, 0, bot=False), barrier)
    code, sentence = refused_by(go_back, trail, 0, 2)
    assert (code, said in sentence) == ("undo_barrier", True)
