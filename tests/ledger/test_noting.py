"""Notes in the ledger: who may leave one, what firing writes, what drops them, and what verification finds."""

import msgspec
import pytest

from engine.core.notes.terms import NoteMove, NoteTerms
from engine.core.notes.writing import write_notes
from engine.ledger.anchoring import Anchors
from engine.ledger.bundle import encode_bundle, redact
from engine.ledger.chain import read_by_any
from engine.ledger.entries import HostBody
from engine.ledger.heads import NoteReceipt, read_statement, sign_statement
from engine.ledger.hosting import draft_host
from engine.ledger.noting import LeftNote, draft_note, read_left
from engine.ledger.record import pack_page, unpack_page
from engine.ledger.slips import DropSlip, NoteSlip, read_slip, sign
from engine.ledger.tending import draft_key
from engine.ledger.trail import choices
from engine.ledger.verify import verify
from tests.ledger.room import MAIL, Room, code_of, holds, key


def begin(game="pebbles", **terms) -> Room:
    room = Room(rules=game, **terms)
    room.start()
    return room


def refused(room: Room, left: LeftNote) -> str:
    return code_of(draft_note, room.record, left, room, room.tick())


def body(room: Room):
    return msgspec.json.decode(room.last.entry.body)


def test_a_note_answers_the_ask_by_what_it_said():
    room = begin()
    left = room.leave_note(1, "take 3 | take 2")
    room.turn(0, "take 1")
    room.fire(left)
    header = room.last.entry.header
    assert (header.kind, header.seat, header.ask, header.kid) == ("note", 1, 1, room.players[1].kid)
    assert (body(room)["taken"], body(room)["played"], body(room)["unplayed"]) == (0, ["take 3"], [])
    assert room.table.awaiting == (0,)
    assert room.last.receipt is not None
    assert holds(room).seats[1].signed == 1


def test_the_next_alternative_is_taken_where_the_first_does_not_fit():
    room = begin()
    left = room.leave_note(1, "take 3 | take 2")
    for seat in (0, 1, 0):
        room.turn(seat, "take 2" if seat else "take 3")
    room.fire(left)
    assert (body(room)["taken"], body(room)["played"]) == (1, ["take 2"])
    room.end()
    holds(room)


def test_a_note_that_does_not_fit_is_refused_with_why():
    room = begin()
    left = room.leave_note(1, "take 3")
    for seat in (0, 1, 0):
        room.turn(seat, "take 2" if seat else "take 3")
    assert refused(room, left) == "note_unfit"


def test_a_note_waits_until_its_seat_is_asked():
    room = begin()
    assert refused(room, room.leave_note(1, "take 3")) == "not_awaited"


def test_a_note_fires_once_also_where_it_was_taken_back():
    room = begin()
    left = room.leave_note(1, "take 1")
    room.turn(0, "take 1")
    before = room.page.n
    room.fire(left)
    assert choices(room.page.trail, 1) == (before,)
    room.undo(1, before)
    assert refused(room, left) == "stale_position"
    again = room.leave_note(1, "take 1")
    assert refused(room, again) == "ask_taken"
    room.fire(room.leave_note(1, "take 1", note=2))
    holds(room)


def test_a_fired_note_is_a_person_s_answer_for_the_undo_of_others():
    room = begin()
    left = room.leave_note(1, "take 1")
    room.turn(0, "take 1")
    room.fire(left)
    assert choices(room.page.trail, 0) == ()


def test_a_hand_played_turn_uses_the_ask_up():
    room = begin()
    left = room.leave_note(1, "take 1")
    room.turn(0, "take 1")
    room.turn(1, "take 2")
    assert refused(room, left) == "not_awaited"


@pytest.mark.parametrize("how", ["key", "leave", "restore"])
def test_what_changes_a_seat_drops_its_notes(how):
    room = begin()
    left = room.leave_note(1, "take 1")
    room.turn(0, "take 1")
    if how == "key":
        at = room.tick()
        room.note(room.clerk.write(draft_key(room.record, 1, key("bob's new one").public, None), at))
        left = read_left(read_slip(sign(left.says, key("bob's new one"))))
    elif how == "leave":
        room.seat(1, "leave")
        room.seat(1, "return")
    else:
        room.note(room.clerk.write(draft_host(room.record, HostBody("restore", "backup")), room.tick()))
    assert refused(room, left) == "stale_position"
    holds(room)


def test_another_s_turn_drops_no_note():
    room = begin()
    left = room.leave_note(1, "take 1")
    room.turn(0, "take 1")
    room.undo(0, room.page.n - 1)
    room.turn(0, "take 2")
    assert room.fire(left).entry.header.kind == "note"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"game": "another"}, "wrong_game"),
        ({"n": 99}, "stale_position"),
        ({"n": 0}, "stale_position"),
        ({"by": key("mallory")}, "wrong_key"),
        ({"by": key("ada")}, "not_your_seat"),
        ({"ask": 0}, "slip_expired"),
        ({"until": 1}, "slip_expired"),
    ],
)
def test_a_note_that_is_not_the_seat_s_of_this_game_or_too_old_does_not_fire(changes, code):
    room = begin()
    left = room.leave_note(1, "take 1", **changes)
    room.turn(0, "take 1")
    assert refused(room, left) == code


def test_a_note_ends_with_its_round_and_holds_up_to_its_last_moment():
    room = begin("foundry")
    (terms,) = write_notes(room.table, 1, ["bid: bid 0"])
    assert refused(room, room.leave_note(1, "bid: bid 0", round=0)) == "slip_expired"
    room.fire(room.leave_note(1, "bid: bid 0", round=1, ask=1, until=room.now + 1000))
    assert body(room)["played"] == ["bid 0"]
    assert terms.phase == "bid"
    holds(room)


def test_a_note_by_mail_is_vouched_for():
    room = begin()
    left = LeftNote(room.note_says(1, "take 1"), None, "lmtp", MAIL)
    room.turn(0, "take 1")
    room.fire(left)
    assert room.last.entry.header.kid == key("server").kid
    assert (room.last.receipt, body(room)["slip"], body(room)["via"]) == (None, None, "lmtp")
    assert holds(room).seats[1].vouched == 1


def test_a_vouched_note_for_a_game_that_is_another_is_refused():
    room = begin()
    assert refused(room, LeftNote(room.note_says(1, "take 1", game="another"), None, "lmtp", MAIL)) == "wrong_game"


def test_only_its_author_sees_what_a_note_said_before_the_end():
    room = begin()
    left = room.leave_note(1, "take 1")
    room.turn(0, "take 1")
    n = room.fire(left).entry.header.n
    shown = {seat: redact(room.bundle(), seat).entries[n].body for seat in (None, 0, 1)}
    assert [seat for seat, said in shown.items() if said is not None] == [1]


def test_receipts_of_notes_carry_the_head_of_their_moment():
    room = begin()
    left = room.leave_note(1, "take 1")
    assert left.slip is not None
    drop = read_slip(sign(DropSlip(room.page.game, 1, 1, room.page.n, room.page.hash), room.players[1]))
    for slip, did in ((left.slip, "kept"), (drop, "dropped")):
        said = read_statement(room.clerk.sign_noted(room.page, slip, room.tick()), NoteReceipt, key("server").public)
        assert (said.n, said.hash, said.seat, said.slip, said.did) == (
            room.page.n,
            room.page.hash,
            1,
            slip.digest,
            did,
        )


def test_a_page_without_notes_is_read_as_one_that_has_had_none():
    room = begin()
    chairs = [msgspec.to_builtins(chair)[:-2] for chair in room.page.chairs]
    packed = msgspec.msgpack.decode(pack_page(room.page))
    packed[9] = chairs
    assert unpack_page(msgspec.msgpack.encode(packed)) == room.page


def forge(room: Room, **changes):
    """Write a fired note with a body that its slip does not lead to, signed and committed to by the server."""
    left = room.leave_note(1, "take 3 | take 1")
    room.turn(0, "take 1")
    at = room.tick()
    draft = draft_note(room.record, left, room, at)
    changed = msgspec.structs.replace(draft, body=msgspec.structs.replace(draft.body, **changes))
    room.note(room.clerk.write(changed, at))
    return verify(encode_bundle(room.bundle()))


@pytest.mark.parametrize("changes", [{"taken": 1}, {"played": ("take 2",)}, {"unplayed": ("take 1",)}])
def test_a_server_that_writes_something_else_than_the_note_leads_to_is_found_out(changes):
    report = forge(begin(), **changes)
    assert (report.grade, report.failed_at) == ("failed", 5)


def test_a_redacted_game_shows_its_author_an_alternative_that_there_was_not():
    room = begin()
    forge(room, taken=7)
    report = verify(encode_bundle(redact(room.bundle(), 1)))
    assert (report.grade, report.failed_at) == ("failed", 5)


def test_a_redacted_game_shows_its_author_a_note_on_an_entry_that_there_was_not():
    room = begin()
    left = room.leave_note(1, "take 3")
    room.turn(0, "take 1")
    at = room.tick()
    draft = draft_note(room.record, left, room, at)
    other = room.leave_note(1, "take 3", n=0)
    assert other.slip is not None
    said = msgspec.structs.replace(draft.body, slip=other.slip.raw.decode())
    room.note(room.clerk.write(msgspec.structs.replace(draft, body=said), at))
    assert verify(encode_bundle(redact(room.bundle(), 1))).failed_at == 5


def test_a_list_begins_before_its_notes():
    terms = NoteTerms(alternatives=((NoteMove("take 1", {}),),))
    slip = NoteSlip(game="g", seat=0, note=1, first=2, n=0, on="A" * 43, says=terms)
    assert code_of(read_slip, sign(slip, key("ada"))) == "invalid_value"


def take_back(room: Room, seat: int, note: int) -> tuple[bytes, bytes]:
    """Return a drop with the server's receipt of it."""
    raw = sign(DropSlip(room.page.game, seat, note, room.page.n, room.page.hash), room.players[seat])
    return raw, room.clerk.sign_noted(room.page, read_slip(raw), room.tick())


def verify_by(room: Room, *noted: tuple[bytes, bytes]):
    anchors = Anchors(server_keys=(key("server").public,), noted=noted)
    return verify(encode_bundle(room.bundle()), anchors)


@pytest.mark.parametrize("change", [{"did": "kept"}, {"origin": "https://elsewhere.example"}, {"game": "another"}])
def test_a_receipt_that_speaks_of_something_else_proves_nothing(change):
    room = begin()
    left = room.leave_note(1, "take 3")
    raw, receipt = take_back(room, 1, left.says.note)
    said = msgspec.structs.replace(read_by_any(receipt, NoteReceipt, [key("server").public]), **change)
    room.turn(0, "take 1")
    room.fire(left)
    assert verify_by(room, (raw, sign_statement(said, key("server")))).holds


def test_who_holds_the_receipt_of_a_drop_proves_that_a_withdrawn_note_was_played():
    room = begin()
    left = room.leave_note(1, "take 3")
    dropped = take_back(room, 1, left.says.note)
    room.turn(0, "take 1")
    room.fire(left)
    report = verify_by(room, dropped)
    assert (report.grade, report.failed_at) == ("failed", room.page.n)
    assert "taken back" in report.refused.say()
    assert verify(encode_bundle(room.bundle())).holds


def test_a_note_that_was_played_before_the_drop_or_left_after_it_is_in_order():
    room = begin()
    first = room.leave_note(1, "take 3")
    room.turn(0, "take 1")
    room.fire(first)
    dropped = take_back(room, 1, first.says.note)
    room.turn(0, "take 1")
    later = room.leave_note(1, "take 2", note=first.says.note + 1, first=first.says.note + 1)
    room.fire(later)
    report = verify_by(room, dropped)
    assert report.grade == "anchored", report.refused
    assert report.anchored_to == dropped_at(dropped)


def dropped_at(noted: tuple[bytes, bytes]) -> int:
    return read_statement(noted[1], NoteReceipt, key("server").public).n
