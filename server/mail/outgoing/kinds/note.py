"""Your note was played: what it did, the board after it, and how to leave the next one."""

from collections.abc import Iterator

import msgspec

from engine.core.language import Text
from engine.core.sheet import Part
from engine.core.types import Event
from engine.ledger.entries import NoteBody
from engine.seats import Onlooker, show_line, show_moves
from server.mail.outgoing.kinds.turn import GAP, head_line, ways_to_answer
from server.mail.outgoing.material import Bound, Composition, Material, Stale
from server.models import StoredEntry
from server.services import shelf
from server.services.stops import AskKey


def note_played(material: Material) -> Composition:
    """Write what a note has played; what its player is asked next can be answered at once, unless another note is to be tried."""
    row = _get_entry(material)
    subject = Text("[{title}] Your note was played", title=material.game.title)
    parts = [
        *_tell_played(material, row),
        GAP,
        *material.board(material.seat),
        *_write_next(material),
        *head_line(material),
    ]
    bound, tells = _find_bound(material)
    return Composition(subject, parts, bound, tells, head=material.head)


def _get_entry(material: Material) -> StoredEntry:
    """Return the entry of the note, unless the seat is somebody else's by now."""
    assert material.row.n is not None
    if material.holder != material.row.player_id:
        raise Stale("answered")
    (row,) = shelf.get_entries(material.session, material.game_id, material.row.n, material.row.n)
    return row


def _tell_played(material: Material, row: StoredEntry) -> Iterator[Part]:
    body = shelf.read_body(row)
    assert isinstance(body, NoteBody)
    by = Onlooker(material.seat, material.reader.lang, material.names)
    before = shelf.StoredPast(material.session, material.record).table_at(row.n - 1).copy()
    yield material.note(Text("You were asked, and your note was played as entry {n}:", n=row.n))
    yield material.lines([f"- {line}" for line in show_moves(before, by, material.seat, body.played)])
    yield material.lines(list(_tell_events(material, row)))
    if body.unplayed:
        left = [f"`{show_line(before, by, material.seat, line)}`" for line in body.unplayed]
        yield material.note(Text("Not played any more, since it no longer fits: {lines}.", lines=left))


def _tell_events(material: Material, row: StoredEntry) -> Iterator[str]:
    voice = material.voice.turn_to(material.seat)
    events: list[Event] = material.table.rules.read_events(msgspec.json.decode(row.events or b"[]"))
    yield from (voice.say(event.text()) for event in events if event.is_seen_by(material.seat))


def _is_asked(material: Material) -> bool:
    """Tell whether this mail asks its reader for what comes next: they are asked, and no note of theirs is tried first."""
    chair = material.record.page.chairs[material.seat]
    is_running = material.record.page.phase == "running" and chair.by == "player"
    return is_running and chair.ask.is_open and material.held.note_at is None


def _write_next(material: Material) -> Iterator[Part]:
    if material.record.page.phase != "running":
        return
    if _is_asked(material):
        yield from ways_to_answer(material, material.seat)
    yield GAP
    if material.game.slips_only:
        yield material.note(Text("Leave the next note as a signed slip."))
    else:
        yield material.note(Text("Leave the next note: answer `note` and what it is to play."))
    yield material.note(Text("Answer `undo` to take this turn back, while nobody has answered it."))


def _find_bound(material: Material) -> tuple[Bound | None, tuple[AskKey, ...]]:
    """Return what an answer may play: what is asked now, else the turn of the note, to undo it."""
    page = material.record.page
    if page.phase != "running":
        return None, ()
    ask = page.chairs[material.seat].ask
    if _is_asked(material):
        return Bound(material.game_id, material.seat, ask.number, ask.on or ""), (
            AskKey(material.game_id, material.seat, ask.number),
        )
    return Bound(material.game_id, material.seat, material.row.ask or ask.answered, ""), ()
