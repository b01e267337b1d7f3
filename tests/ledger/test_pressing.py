"""A pressed ledger comes back bit for bit, with everything that was left out worked out again."""

import lzma

import msgspec
import pytest

from engine.ledger.bundle import encode_bundle
from engine.ledger.pressing import Keepsake, press, restore, unpress
from tests.ledger.room import GAME, ORIGIN, SECRETS, Room


@pytest.fixture
def room():
    """A game with turns, an undo and a relayed turn."""
    room = Room().start()
    room.turn(0, "bid 2")
    room.undo(0, room.page.n - 1)
    room.turn(0, "bid 1")
    room.relay(1, "bid 2")
    return room


def keep(room, **of_last):
    """Return what is kept of a game, its receipts with the entries that they are for."""
    signed = [entry for entry in room.entries if b'"slip":"' in entry.body]
    receipts = dict(zip((entry.hash for entry in signed), room.receipts, strict=True))
    kept = [Keepsake(entry, None, receipts.get(entry.hash)) for entry in room.entries]
    return [*kept[:-1], kept[-1]._replace(**of_last)]


def pressed(kept, start=None):
    return unpress(press(kept, ORIGIN, SECRETS.K, start))


def test_what_was_pressed_is_restored(room):
    kept = keep(room)
    assert restore(pressed(kept)) == kept
    assert len(press(kept, ORIGIN, SECRETS.K, None)) < len(encode_bundle(room.bundle())) / 2


def test_events_that_the_body_has_are_not_kept_twice(room):
    events = msgspec.json.encode(msgspec.json.decode(room.entries[-1].body)["events"], order=None)
    kept = keep(room, events=events)
    assert b"events" not in pressed(kept).lines[-1].body
    assert restore(pressed(kept)) == kept


def test_events_that_the_body_has_not_are_kept(room):
    kept = keep(room, events=b'[{"event":"drawn","seat":1}]')
    assert restore(pressed(kept)) == kept


def test_the_position_that_a_game_began_from_is_kept(room):
    game = pressed(keep(room), (3, b"dealt"))
    assert (game.game, game.start) == (GAME, (3, b"dealt"))


def test_a_slip_on_something_else_than_an_entry_of_the_game_is_kept_whole(room):
    turn = next(entry for entry in room.entries if entry.header.kind == "turn")
    (line,) = pressed([Keepsake(turn)]).lines
    assert line.slip is not None
    assert b'"on"' in line.slip.says


def test_changed_bytes_are_noticed(room):
    packed = press(keep(room), ORIGIN, SECRETS.K, None)
    with pytest.raises(lzma.LZMAError):
        unpress(packed[:100] + bytes([packed[100] ^ 1]) + packed[101:])
