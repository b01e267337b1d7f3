"""A club that moves, passes its key on, loses it or is restored: what can be followed, and what is never believed."""

import copy

import msgspec
import pytest

from engine.ledger.anchoring import Anchors, find_fork
from engine.ledger.bundle import encode_bundle, redact
from engine.ledger.clerk import Clerk
from engine.ledger.heads import Passage, head_of, sign_statement
from engine.ledger.keys import KeyRing
from engine.ledger.playing import draft_turn
from engine.ledger.slips import AcceptSlip, KeySlip, read_slip, sign
from engine.ledger.succession import (
    find_contradiction,
    find_heirs,
    found_club,
    hash_step,
    move_club,
    pass_key_on,
    read_succession,
    replace_lost_key,
)
from engine.ledger.tending import draft_key, draft_lost_key, draft_server_key
from engine.ledger.verify import verify
from tests.ledger.room import ORIGIN, Room, code_of, key

OLD, NEW, NEXT = key("server"), key("server 2"), key("server 3")
THERE = "https://elsewhere.example"
FOUNDED = found_club(ORIGIN, OLD, 1)


def grow(*steps):
    """Return a succession after these steps: each a function of the line so far."""
    raws = [FOUNDED]
    for step in steps:
        raws.append(step(read_succession(raws)))
    return read_succession(raws)


def moved(line):
    return move_club(line, THERE, {OLD.kid: OLD, NEW.kid: NEW}[line.key.kid], 2)


def rotated(line):
    return pass_key_on(line, NEW.public, OLD, 3)


def lost(line):
    return replace_lost_key(line, NEXT, 4)


def pinned(*keys, **more):
    return Anchors(server_keys=tuple(one.public for one in keys), **more)


def check(room, anchors=None, line=None, seat="whole"):
    bundle = room.bundle(succession=() if line is None else line.raws)
    return verify(encode_bundle(bundle if seat == "whole" else redact(bundle, seat)), anchors)


# The line itself


def test_a_line_tells_every_address_and_key_in_order():
    line = grow(moved, rotated, lost)
    assert [one.how for one in line.passages] == ["founded", "moved", "rotated", "lost"]
    assert (line.origin, line.key) == (THERE, NEXT.public)
    assert line.origins == (ORIGIN, THERE)
    assert line.keys == (OLD.public, NEW.public, NEXT.public)


def test_a_key_is_believed_that_a_believed_key_has_named_and_no_other():
    line = grow(rotated, moved, lost)
    assert find_heirs(line, [OLD.public]) == {OLD.public, NEW.public}
    assert find_heirs(line, [NEW.public]) == {NEW.public}
    assert find_heirs(line, [NEXT.public]) == {NEXT.public}


def test_nobody_else_can_name_the_next_step():
    line = grow()
    forged = pass_key_on(line, NEXT.public, NEXT, 3)
    assert code_of(read_succession, [FOUNDED, forged]) == "wrong_key"
    assert code_of(read_succession, []) == "malformed_json"


@pytest.mark.parametrize(
    "changes",
    [
        {"n": 2},
        {"prev": hash_step(b"another")},
        {"how": "founded"},
        {"how": "rotated"},
        {"origin": ORIGIN},
        {"jwk": NEW.public.jwk},
        {"at": 0},
    ],
)
def test_a_step_follows_the_one_before_it_in_every_member(changes):
    right = Passage(1, hash_step(FOUNDED), "moved", THERE, OLD.public.jwk, 2)
    assert read_succession([FOUNDED, sign_statement(right, OLD)]).origin == THERE
    wrong = msgspec.structs.replace(right, **changes)
    assert code_of(read_succession, [FOUNDED, sign_statement(wrong, OLD)]) == "bad_position"


def test_every_altered_byte_of_a_line_is_found():
    line = grow(moved, rotated)
    for n, raw in enumerate(line.raws):
        for place in range(0, len(raw), 7):
            flipped = raw[:place] + (b"A" if raw[place : place + 1] != b"A" else b"B") + raw[place + 1 :]
            code_of(read_succession, [*line.raws[:n], flipped, *line.raws[n + 1 :]])


def test_a_club_that_went_two_ways_is_caught():
    one, other = grow(moved), grow(rotated)
    assert find_contradiction(one, other) == 1
    assert find_contradiction(one, grow()) is None
    room = Room().start().play_out()
    report = check(room, pinned(OLD, succession=other.raws), one)
    assert "two different successions" in report.refused.say()


# Games of a club that moved or passed its key on


def play_through(ring):
    """Return a finished game that the old key began at the old address and the new key ended."""
    room = Room().start()
    room.clerk = Clerk(NEW, THERE, ring)
    room.turn(0, "bid 2")
    room.note(room.clerk.write(draft_server_key(room.record, NEW.public), room.tick()))
    return room.play_out()


def test_a_game_outlives_the_address_and_the_key_it_was_opened_with():
    line = grow(moved, rotated)
    room = play_through(KeyRing([OLD, NEW]))
    own = tuple(one.public for one in room.players)
    for seat in ("whole", None, 0, 1):
        assert check(room, line=line, seat=seat).holds
    report = check(room, pinned(OLD, own_keys=own), line)
    assert (report.grade, report.key_lost_at) == ("anchored", None)
    assert report.anchored_to > [entry.header.kind for entry in room.entries].index("key")


def test_a_game_of_the_new_key_is_anchored_for_who_pinned_the_old_one():
    room = Room(server="server 2").start().play_out()
    anchors = pinned(OLD, own_keys=tuple(one.public for one in room.players))
    assert check(room, anchors).refused.code == "wrong_key"
    assert check(room, anchors, grow(rotated)).grade == "anchored"
    followed = msgspec.structs.replace(anchors, succession=grow(rotated).raws)
    assert check(room, followed).grade == "anchored"
    assert check(room, followed, grow(rotated)).grade == "anchored"


def test_the_succession_in_a_bundle_is_that_of_its_club():
    room = Room(server="another").start().play_out()
    assert check(room, line=grow(rotated)).refused.code == "wrong_key"


def test_a_succession_in_a_bundle_that_does_not_hold_refuses_it():
    room = Room().start().play_out()
    line = grow(rotated)
    broken = line._replace(raws=(line.raws[0], line.raws[0]))
    assert check(room, line=broken).refused is not None


def test_names_can_be_signed_by_the_key_of_today_where_that_of_the_game_is_lost():
    room = Room().start().play_out()
    room.clerk = Clerk(NEXT, THERE)
    assert check(room).refused.code == "wrong_key"
    assert check(room, line=grow(lost)).grade == "consistent"


def test_a_players_key_change_may_name_any_address_of_the_club():
    room = Room().start()
    new = key("ada's new one")
    accept = sign(AcceptSlip(THERE, "a" * 16, room.players[0].kid), new).decode()
    slip = read_slip(sign(KeySlip(THERE, 1, "a" * 16, new.public.jwk, accept), room.players[0]))
    assert code_of(draft_key, room.record, 0, new.public, slip) == "wrong_audience"
    room.note(room.clerk.write(draft_key(room.record, 0, new.public, slip, (ORIGIN, THERE)), room.tick()))
    room.players[0] = new
    room.play_out()
    assert check(room).refused.code == "wrong_audience"
    for seat in ("whole", None):
        assert check(room, line=grow(moved), seat=seat).holds


def test_a_move_hides_no_fork():
    true, altered = Room().start(), Room().start()
    true.turn(0, "bid 1")
    altered.turn(0, "bid 5")
    n = true.page.n
    head = true.entries[-1].header
    elsewhere = sign_statement(head_of(head, head.hash, THERE), OLD)
    report = check(altered, pinned(OLD, heads=(elsewhere,)), grow(moved), 0)
    assert (report.failed_at, report.fork.one) == (n, elsewhere.decode())
    forked = find_fork([elsewhere, altered.entries[-1].head], [OLD.public])
    assert forked is not None
    assert forked.n == n


# A lost key


def lose_key(room):
    room.clerk = Clerk(NEXT, ORIGIN)
    return room.note(room.clerk.write(draft_lost_key(room.record, NEXT.public), room.tick()))


def test_after_a_lost_key_every_answer_is_given_anew_and_the_game_goes_on():
    room = Room().start()
    late = room.turn_slip(0, "bid 2")
    written = lose_key(room)
    assert (written.entry.header.kid, written.entry.header.kind) == (NEXT.kid, "key")
    assert room.ask(0).on == room.page.hash
    assert code_of(draft_turn, room.record, late) == "stale_position"
    room.play_out()
    assert check(room).key_lost_at == written.entry.header.n
    assert check(room, line=grow(lost)).holds
    assert check(room, seat=0).holds


def test_a_lost_key_anchors_nothing_of_its_own_unless_its_successor_is_pinned():
    room = Room().start()
    room.turn(0, "bid 2")
    n = lose_key(room).entry.header.n
    room.play_out()
    own = tuple(one.public for one in room.players)
    report = check(room, pinned(OLD, own_keys=own), grow(lost))
    assert (report.grade, report.key_lost_at) == ("anchored", n)
    assert report.anchored_to < n
    assert check(room, pinned(OLD, NEXT, own_keys=own), grow(lost)).anchored_to > n


# A restored backup


def restore():
    """Return the game as it went until it was lost, and as it went on from a backup."""
    room = Room().start()
    room.turn(0, "bid 2")
    backup = copy.copy(room)
    backup.entries, backup.receipts, backup.tables = [*room.entries], [*room.receipts], {**room.tables}
    room.turn(1, "bid 2")
    backup.now = room.now
    backup.host("restore")
    return room, backup


def test_an_honest_restore_is_told_as_what_it_is():
    before, after = restore()
    n = after.page.n
    after.play_out()
    own = tuple(one.public for one in after.players)
    report = check(after, pinned(OLD, own_keys=own, receipts=(*before.receipts, *after.receipts)))
    assert (report.grade, report.restored_at, report.fork) == ("anchored", n, None)
    assert [(one.n, one.statement) for one in report.lost] == [(n, before.receipts[-1].decode())]
    assert report.anchored_to <= n


def test_what_was_signed_after_a_restore_contradicts_it_as_ever():
    before, after = restore()
    before.now = after.now + 1000
    head = before.turn(0, "keep bell").head if before.table.awaiting == (0,) else before.play_out(rounds=1).last.head
    after.play_out()
    report = check(after, pinned(OLD, heads=(head,)))
    assert (report.grade, report.fork is not None) == ("failed", True)
