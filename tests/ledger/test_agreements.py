"""What a table agrees on: proposed, agreed to, carried or lapsed, and counted again."""

import msgspec
import pytest

from engine.ledger.agreements import DAY, PAUSES, Assent, count_needed, draft_assent, read_assent
from engine.ledger.entries import AgreeBody
from engine.ledger.record import end_due
from engine.ledger.replay import Replay
from tests.ledger.room import MAIL, Room, code_of, holds, key


def table(seats=4, bots=()):
    return Room(seats=seats).start(bots=dict.fromkeys(bots, "greedy"))


@pytest.fixture
def room():
    return table()


def body_of(written):
    return msgspec.json.decode(written.entry.body, type=AgreeBody)


def test_a_silent_seat_goes_to_a_bot_when_more_than_half_of_the_others_agree(room):
    motion = room.propose("bot_seat", about=3)
    assert not body_of(room.agrees(0, motion)).carried
    assert room.page.chairs[3].by == "player"
    assert body_of(room.agrees(1, motion)).carried
    assert (room.page.chairs[3].by, room.page.motions) == ("bot", ())
    room.bot(3, "bid 0")
    holds(room)


def test_turns_of_others_and_their_asks_are_left_alone_by_a_motion(room):
    motion = room.propose("open_seat", about=3)
    asks = [chair.ask for chair in room.page.chairs]
    room.agrees(0, motion)
    assert [chair.ask for chair in room.page.chairs] == asks
    room.turn(1, "bid 1")
    room.agrees(2, motion)
    assert room.page.chairs[3].by == "empty"
    holds(room)


def test_a_motion_lapses_when_the_silent_one_answers(room):
    motion = room.propose("bot_seat", about=3)
    room.agrees(0, motion)
    room.turn(3, "bid 1")
    assert room.page.motions == ()
    assert code_of(room.agrees, 1, motion) == "stale_position"
    holds(room)


def test_a_motion_lapses_with_its_time(room):
    motion = room.propose("bot_seat", about=3)
    room.agrees(0, motion)
    room.now = motion.ends + 1
    assert code_of(room.agrees, 1, motion) == "stale_position"
    again = room.propose("bot_seat", about=3)
    room.agrees(1, again)
    assert [one.terms for one in room.page.motions] == [again]
    holds(room)


def test_a_motion_lapses_when_its_seat_changes_hands(room):
    motion = room.propose("bot_seat", about=3)
    room.agrees(0, motion)
    room.seat(3, "leave")
    assert code_of(room.agrees, 1, motion) == "stale_position"


def test_everybody_may_propose_and_a_second_proposal_takes_the_place_of_the_first(room):
    first, other = room.propose("bot_seat", about=3), room.propose("stop")
    room.agrees(0, first)
    room.agrees(1, room.propose("pause", until=room.now + DAY))
    assert code_of(room.agrees, 0, other) == "stale_position"
    room.agrees(0, room.propose("stop"))
    assert [one.terms.do for one in room.page.motions] == ["pause", "stop"]
    holds(room)


@pytest.mark.parametrize(
    ("seats", "bots", "do", "needed"),
    [
        (4, (), "bot_seat", 2),
        (3, (), "bot_seat", 2),
        (2, (), "bot_seat", 1),
        (4, (), "pause", 3),
        (2, (), "pause", 2),
        (4, (), "stop", 3),
        (3, (), "stop", 2),
        (2, (), "stop", 2),
        (4, (2, 3), "stop", 2),
        (4, (1, 2, 3), "stop", 1),
    ],
)
def test_how_many_must_agree(seats, bots, do, needed):
    room = table(seats, bots)
    about = {"about": 0} if do == "bot_seat" else {}
    assert count_needed(room.page, room.propose(do, **about)) == needed


def test_a_game_is_stopped_by_two_of_three(room):
    motion = room.propose("stop")
    for seat in (0, 1):
        room.agrees(seat, motion)
    assert end_due(room.record) is None
    room.agrees(3, motion)
    assert end_due(room.record) == "agreed"
    assert msgspec.json.decode(room.end().entry.body)["how"] == "agreed"
    holds(room)


def test_who_asks_for_more_time_needs_the_others(room):
    motion = room.propose("extend", about=0, until=room.now + DAY)
    room.agrees(0, motion)
    room.agrees(1, motion)
    assert not body_of(room.last).carried
    assert body_of(room.agrees(2, motion)).carried


def test_pauses_have_a_budget(room):
    for _ in range(2):
        motion = room.propose("pause", until=room.now + 14 * DAY)
        for seat in (0, 1, 2):
            room.agrees(seat, motion)
    assert 0 < PAUSES - room.page.paused < DAY
    assert code_of(room.agrees, 0, room.propose("pause", until=room.now + DAY)) == "invalid_value"
    holds(room)


def test_an_agreement_by_mail_is_vouched_for(room):
    motion = room.propose("bot_seat", about=3)
    room.agrees_by_mail(0, motion)
    room.agrees(1, motion)
    assert room.page.chairs[3].by == "bot"
    assert code_of(draft_assent, room.record, Assent(0, motion, via="lmtp"), room.now) == "invalid_value"
    holds(room)


def test_only_a_players_own_key_agrees(room):
    motion = room.propose("bot_seat", about=3)
    assert code_of(room.agrees, 0, motion, key("bob")) == "not_your_seat"
    assert code_of(room.agrees, 0, motion, key("hanna")) == "wrong_key"
    room.seat(2, "leave")
    assert code_of(room.agrees, 2, room.propose("stop")) == "not_your_seat"
    signed = read_assent(room.agree_slip(0, motion))
    other = msgspec.structs.replace(signed, terms=room.propose("stop"))
    assert code_of(draft_assent, room.record, other, room.now) == "bad_position"


def test_nobody_agrees_twice(room):
    motion = room.propose("bot_seat", about=3)
    room.agrees(0, motion)
    assert code_of(room.agrees, 0, motion) == "already_so"


@pytest.mark.parametrize(
    ("do", "more"),
    [
        ("bot_seat", {}),
        ("bot_seat", {"about": 0}),
        ("bot_seat", {"about": 9}),
        ("extend", {"about": 1}),
        ("extend", {"about": 1, "until": 9}),
        ("pause", {}),
        ("stop", {"about": 1}),
    ],
)
def test_a_motion_says_what_its_word_needs_and_nothing_else(room, do, more):
    assert code_of(room.agrees, 0, room.propose(do, **more)) == "invalid_value"


def test_a_motion_is_about_somebody_who_plays_and_ends_soon():
    room = table(bots=(3,))
    assert code_of(room.agrees, 0, room.propose("bot_seat", about=3)) == "invalid_value"
    late = msgspec.structs.replace(room.propose("stop"), ends=room.now + 30 * DAY)
    assert code_of(room.agrees, 0, late) == "invalid_value"
    stale = msgspec.structs.replace(room.propose("stop"), on=MAIL)
    assert code_of(room.agrees, 0, stale) == "stale_position"


def test_a_lie_about_being_carried_is_found(room):
    motion = room.propose("bot_seat", about=3)
    room.agrees(0, motion)
    room.agrees(1, motion)
    bundle = room.bundle()
    assert Replay(bundle, room.secrets).run().page.chairs[3].by == "bot"
    lines = list(bundle.entries)
    assert lines[-1].body is not None
    lines[-1] = msgspec.structs.replace(lines[-1], body={**lines[-1].body, "carried": False})
    with pytest.raises(Exception, match="bad_position"):
        Replay(msgspec.structs.replace(bundle, entries=tuple(lines)), room.secrets).run()
