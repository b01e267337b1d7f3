"""Notes that fire: judged again on the position where they do, and written as their seat's answer."""

from typing import NamedTuple, Protocol

from msgspec import UNSET

from engine.core.errors import Refused
from engine.core.notes.judging import Verdict, judge
from engine.core.table import Table
from engine.ledger.drafts import EntryDraft
from engine.ledger.entries import NoteBody
from engine.ledger.playing import after_turn, check_player, events, notation
from engine.ledger.record import (
    Chair,
    Page,
    Record,
    change_chair,
    check_author,
    check_game,
    get_chair,
    get_running_table,
)
from engine.ledger.slips import DropSlip, NoteSlip, Slip, expect


class Hashes(Protocol):
    """The hashes of a game's entries."""

    def hash_at(self, n: int) -> str | None:
        """Return the hash of entry n, or None if there is none yet."""


class LeftNote(NamedTuple):
    """A note as it was left: signed, or by a mail that the server vouches for."""

    says: NoteSlip
    slip: Slip | None = None
    via: str | None = None
    mail_sha256: str | None = None


def read_left(slip: Slip) -> LeftNote:
    """Return the note of a slip."""
    return LeftNote(expect(slip, NoteSlip), slip)


def check_note(record: Record, left: LeftNote, hashes: Hashes) -> Chair:
    """Refuse a note that its seat can't leave (or can no longer have left) in this game; return the seat's chair."""
    says, page = left.says, record.page
    get_running_table(record)
    chair = _get_author(page, left)
    check_player(chair)
    check_seen(page, says, hashes)
    if says.n < chair.notes_from:
        raise Refused(
            "stale_position",
            "Entry {n} has dropped all notes of this seat that were written before it.",
            n=chair.notes_from,
        )
    if says.note <= chair.noted:
        raise Refused("ask_taken", "Note {note} has fired already, or one after it.", note=says.note)
    return chair


def check_seen(page: Page, says: NoteSlip | DropSlip, hashes: Hashes) -> None:
    """Refuse a slip whose author had seen another game than this one."""
    if says.n > page.n or hashes.hash_at(says.n) != says.on:
        raise Refused(
            "stale_position", "The note was written on entry {n}, which is another one in this game.", n=says.n
        )


def draft_note(record: Record, left: LeftNote, hashes: Hashes, at: int) -> EntryDraft:
    """Return the entry of a note that fires, or refuse one that is too old or does not fit."""
    chair = check_note(record, left, hashes)
    table, seat = get_running_table(record), left.says.seat
    if not chair.ask.is_open:
        raise Refused("not_awaited", "Nothing is asked of this seat now: its note waits.")
    at = max(at, record.page.at)
    check_age(table, chair, left.says, at)
    verdict = judge(table, seat, left.says.says)
    if verdict.taken is None:
        raise Refused(
            "note_unfit", "The note does not fit: {why}", why=[one.text(table.rules) for one in verdict.misfits]
        )
    return _draft_fired(record, left, verdict, verdict.taken, at)


def check_age(table: Table, chair: Chair, says: NoteSlip, at: int) -> None:
    """Refuse a note whose last ask, round or moment is over."""
    if says.ask is not UNSET and chair.ask.number > says.ask:
        raise Refused(
            "slip_expired",
            "The note was for asks up to {ask}, and this is ask {now}.",
            ask=says.ask,
            now=chair.ask.number,
        )
    number = table.view(says.seat).get(table.rules.round_in_view, 0)
    if says.round is not UNSET and number > says.round:
        raise Refused(
            "slip_expired",
            "The note was for rounds up to {round}, and this is round {now}.",
            round=says.round,
            now=number,
        )
    if says.until is not UNSET and at > says.until:
        raise Refused("slip_expired", "The time of the note is over.")


def _get_author(page: Page, left: LeftNote) -> Chair:
    if left.slip is not None:
        return check_author(page, left.slip, left.says.game, left.says.seat)
    check_game(page, left.says.game)
    return get_chair(page, left.says.seat)


def _draft_fired(record: Record, left: LeftNote, verdict: Verdict, taken: int, at: int) -> EntryDraft:
    seat, slip, after = left.says.seat, left.slip, get_running_table(record).copy()
    outcome = after.play(seat, verdict.moves, blind=True)
    body = NoteBody(
        None if slip is None else slip.raw.decode(),
        taken,
        notation(outcome),
        events(outcome, seat),
        verdict.unplayed,
        left.says if slip is None else None,
        left.via,
        left.mail_sha256,
    )
    page = change_chair(after_turn(record.page, seat, outcome), seat, noted=left.says.note)
    return EntryDraft(
        kind="note",
        body=body,
        page=page,
        kid=page.server if slip is None else slip.kid,
        table=after,
        seat=seat,
        ask=record.page.chairs[seat].ask.number,
        slip=slip,
        outcome=outcome,
        at=at,
    )
