"""Notes that wait at a table: left, taken back, overtaken. A secret of their seat, and so no entry is written."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import ColumnElement, case, delete, func, select, update

from engine.core.canonical import canonical
from engine.core.dates import DAY
from engine.core.errors import Refused
from engine.core.language import Count
from engine.core.notes.judging import check_worlds
from engine.core.notes.named import read_kept, read_named
from engine.core.notes.terms import NoteTerms
from engine.core.rules import AnyRules
from engine.ledger.heads import NoteReceipt
from engine.ledger.jws import sha256, split_parts
from engine.ledger.noting import LeftNote, check_age, check_note, check_seen, read_left
from engine.ledger.record import Record, check_author, get_chair, get_running_table
from engine.ledger.slips import DropSlip, NoteSlip, Slip, expect, read_slip
from server.models import Game, Seat, Session, StoredEntry, StoredNote
from server.services import limits, shelf
from server.services.acts import NoteAnswer
from server.services.club import Club
from server.services.seating import get_game
from server.storage.order import alone

MOST_WAITING = 10
"""Of one seat at a time."""
MOST_AN_HOUR = 120
BY_HAND = ("turn", "relay")
_SAID_NO_MORE: dict[str, object] = {"slip": None, "says": None}


class WaitingNote(NamedTuple):
    """A note that waits, as it is stored and as the ledger reads it."""

    row: StoredNote
    left: LeftNote


class Notes(NamedTuple):
    """The notes of a seat: those that wait, in their order, and those that wait no more without anybody having written it down."""

    waiting: Sequence[WaitingNote]
    gone: Sequence[tuple[StoredNote, str]]


def leave(club: Club, game_id: str, raws: Sequence[bytes]) -> list[NoteAnswer]:
    """Keep signed notes, all of them or none; one that was left before is answered with its first receipt."""
    left = read_notes(raws)
    with club.write() as session:
        return leave_within(session, club, get_record(session, game_id), left)


def read_notes(raws: Sequence[bytes]) -> list[LeftNote]:
    """Return signed notes, which must be of one seat."""
    left = [read_left(read_slip(raw)) for raw in raws]
    if len({(one.says.game, one.says.seat) for one in left}) > 1:
        raise Refused("invalid_value", "Notes that are left together must be of one seat.")
    return left


def get_record(session: Session, game_id: str) -> Record:
    """Return the record of a game in which notes can be left, or refuse one that is held."""
    if get_game(session, game_id).held:
        shelf.refuse_held_game()
    return shelf.get_record(session, game_id)


def leave_within(session: Session, club: Club, record: Record, left: Sequence[LeftNote]) -> list[NoteAnswer]:
    """Keep notes of one seat in a transaction of the caller's; their receipts name the head of this record."""
    if not left:
        return []
    game_id, seat = record.page.game, left[0].says.seat
    get_chair(record.page, seat)
    alone(session, f"notes:{game_id}:{seat}")
    answers = [_keep(session, club, record, one) for one in left]
    _check_few(session, game_id, seat)
    _let_look(session, club, game_id, seat)
    return answers


def _keep(session: Session, club: Club, record: Record, left: LeftNote) -> NoteAnswer:
    page, says = record.page, left.says
    known = _find_same(session, page.game, left)
    if known is not None:
        return _answer_again(known)
    check_note(record, left, shelf.StoredPast(session, record))
    _check_can_fire(record, left, club.now())
    _check_counts_on(session, page.game, says)
    limits.count(session, club, f"notes:{page.game}:{says.seat}", MOST_AN_HOUR, 3600)
    receipt = "" if left.slip is None else club.clerk.sign_noted(page, left.slip, club.now()).decode()
    session.add(_make_row(session, club, record, left, receipt))
    session.flush()
    _close(session, page.game, says.seat, "replaced", StoredNote.note < says.first)
    return NoteAnswer(note=says.note, receipt=receipt, n=page.n, hash=page.hash)


def find_answers(session: Session, game_id: str, left: Iterable[LeftNote]) -> tuple[NoteAnswer, ...]:
    """Return the first answers to notes that were left before."""
    found = [_find_same(session, game_id, one) for one in left]
    return tuple(_answer_again(row) for row in found if row is not None)


def _find_same(session: Session, game_id: str, left: LeftNote) -> StoredNote | None:
    row = session.get(StoredNote, (game_id, left.says.seat, left.says.note))
    return row if row is not None and row.digest == _digest(left) else None


def _digest(left: LeftNote) -> str:
    """Return by what the same note is known again."""
    return sha256(canonical([left.says, left.mail_sha256])) if left.slip is None else left.slip.digest


def _answer_again(row: StoredNote) -> NoteAnswer:
    assert row.receipt is not None
    return _answer_with(row.note, row.receipt)


def _answer_with(note: int, receipt: str) -> NoteAnswer:
    """Return the answer that was given with a receipt."""
    said = msgspec.json.decode(split_parts(receipt.encode()).payload, type=NoteReceipt)
    return NoteAnswer(note=note, receipt=receipt, n=said.n, hash=said.hash, repeated=True)


def _check_can_fire(record: Record, left: LeftNote, now: int) -> None:
    """Refuse a note that never fires: it can't be read, it is too old, or it was worked out by a newer Atelier."""
    table = get_running_table(record)
    check_worlds(left.says.says)
    check_age(table, get_chair(record.page, left.says.seat), left.says, now)
    check_readable(table.rules, left.says.says)


def check_readable(rules: AnyRules, terms: NoteTerms) -> None:
    """Refuse a note with a line that is no move of the game. Raises IllegalMove."""
    for moves in terms.alternatives:
        for move in moves:
            (read_kept if move.freely else read_named)(move.line, rules.verbs)


def _check_counts_on(session: Session, game_id: str, says: NoteSlip) -> None:
    """Refuse a note whose number was given before: what was withdrawn or overtaken can't be left again by a copy of it."""
    fresh = find_next(session, game_id, says.seat)
    if says.note < fresh:
        raise Refused("ask_taken", "Note {note} was left before: count on from {next}.", note=says.note, next=fresh)


def find_next(session: Session, game_id: str, seat: int) -> int:
    """Return the number of the next note of a seat."""
    last = select(func.max(StoredNote.note)).where(StoredNote.game_id == game_id, StoredNote.seat == seat)
    return (session.scalar(last) or 0) + 1


def count_waiting(session: Session, seats: Mapping[str, int]) -> dict[str, int]:
    """Return how many notes wait at some games, each counted for one seat; nothing of games where none does."""
    if not seats:
        return {}
    wanted = select(StoredNote.game_id, StoredNote.seat, func.count()).where(
        StoredNote.game_id.in_(seats), StoredNote.gone.is_(None)
    )
    found = session.execute(wanted.group_by(StoredNote.game_id, StoredNote.seat))
    return {game_id: count for game_id, seat, count in found if seats[game_id] == seat}


def _check_few(session: Session, game_id: str, seat: int) -> None:
    waiting = select(func.count()).select_from(StoredNote).where(*_of_seat(game_id, seat))
    if (session.scalar(waiting) or 0) > MOST_WAITING:
        raise Refused(
            "invalid_value",
            "At most {limit} notes of yours can wait at a table: take some back, or let the new ones stand in their place.",
            limit=MOST_WAITING,
        )


def _make_row(session: Session, club: Club, record: Record, left: LeftNote, receipt: str) -> StoredNote:
    page, says = record.page, left.says
    holder = session.scalar(select(Seat.player_id).where(Seat.game_id == page.game, Seat.seat == says.seat))
    return StoredNote(
        game_id=page.game,
        seat=says.seat,
        note=says.note,
        player_id=holder,
        left_n=page.n,
        at=club.now(),
        digest=_digest(left),
        slip=None if left.slip is None else left.slip.raw.decode(),
        says=None if left.slip is not None else canonical(says),
        mail_sha256=left.mail_sha256,
        receipt=receipt or None,
    )


def _let_look(session: Session, club: Club, game_id: str, seat: int) -> None:
    """Let the notes of a seat be tried at what it is asked now, after the pause in which they can be taken back."""
    soon = club.now() + club.config.mail.undo_pause * 1000
    here = (Seat.game_id == game_id) & (Seat.seat == seat)
    fresh = {"has_notes": True, "note_at": case((Seat.awaited, soon))}
    session.execute(update(Seat).where(here).values(fresh))


def drop(club: Club, game_id: str, raw: bytes) -> NoteAnswer:
    """Take back notes as a signed slip says; the receipt shows that none of them may fire from now on."""
    slip = read_slip(raw)
    says = expect(slip, DropSlip)
    with club.write() as session:
        record = get_record(session, game_id)
        check_author(record.page, slip, says.game, says.seat)
        alone(session, f"notes:{game_id}:{says.seat}")
        mine = StoredNote.game_id == game_id, StoredNote.seat == says.seat
        known = session.scalars(select(StoredNote).where(*mine, StoredNote.drop == slip.digest).limit(1)).first()
        if known is not None:
            return _answer_with(says.note, known.drop_receipt or "")
        check_seen(record.page, says, shelf.StoredPast(session, record))
        return _drop(session, club, record, slip, says)


def _drop(session: Session, club: Club, record: Record, slip: Slip, says: DropSlip) -> NoteAnswer:
    page = record.page
    receipt = club.clerk.sign_noted(page, slip, club.now()).decode()
    drop_within(session, page.game, says.seat, says.note, {"drop": slip.digest, "drop_receipt": receipt})
    return NoteAnswer(note=says.note, receipt=receipt, n=page.n, hash=page.hash)


def drop_within(session: Session, game_id: str, seat: int, last: int, proof: dict[str, object] | None = None) -> None:
    """Take back the notes of a seat up to one, or refuse where none of them waits."""
    if not _close(session, game_id, seat, "dropped", StoredNote.note <= last, more=proof):
        raise Refused(
            "already_so",
            "No note of yours up to {note} waits: it was played, overtaken or taken back before.",
            note=last,
        )
    look_again(session, game_id, seat)


def close_fired(session: Session, game_id: str, seat: int, note: int) -> bool:
    """Use up a note that fires, with all before it; tell whether it still waited."""
    has_fired = _close(session, game_id, seat, "fired", StoredNote.note == note) == 1
    _close(session, game_id, seat, "replaced", StoredNote.note < note)
    return has_fired


def close_gone(session: Session, game_id: str, seat: int, gone: Iterable[tuple[StoredNote, str]]) -> None:
    """Write down which notes of a seat wait no more, and why."""
    for row, why in gone:
        _close(session, game_id, seat, why, StoredNote.note == row.note)
    look_again(session, game_id, seat)


def look_again(session: Session, game_id: str, seat: int) -> None:
    """Note at a seat whether any note of it still waits."""
    if session.scalar(select(StoredNote.note).where(*_of_seat(game_id, seat)).limit(1)) is None:
        here = (Seat.game_id == game_id) & (Seat.seat == seat)
        session.execute(update(Seat).where(here).values(has_notes=False, note_at=None))


def _close(
    session: Session,
    game_id: str,
    seat: int,
    why: str,
    *which: ColumnElement[bool],
    more: dict[str, object] | None = None,
) -> int:
    """Let notes that wait wait no more; what they said is forgotten."""
    values = {"gone": why, **_SAID_NO_MORE, **(more or {})}
    return session.change(update(StoredNote).where(*_of_seat(game_id, seat), *which).values(values))


def _of_seat(game_id: str, seat: int) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions of the notes of a seat that wait."""
    return StoredNote.game_id == game_id, StoredNote.seat == seat, StoredNote.gone.is_(None)


def find_notes(session: Session, record: Record, seat: int) -> Notes:
    """Return the notes of a seat; a turn by hand has overtaken those that it was played after, unless they say otherwise."""
    game_id = record.page.game
    rows = session.scalars(select(StoredNote).where(*_of_seat(game_id, seat)).order_by(StoredNote.note)).all()
    if not rows:
        return Notes((), ())
    by_hand = _find_last_by_hand(session, game_id, seat)
    found = [(WaitingNote(row, read_stored(row))) for row in rows]
    gone = [(one.row, why) for one in found if (why := _find_end(record, one, by_hand)) is not None]
    ended = {row.note for row, _ in gone}
    return Notes([one for one in found if one.row.note not in ended], gone)


def _find_last_by_hand(session: Session, game_id: str, seat: int) -> int:
    mine = (StoredEntry.game_id == game_id) & (StoredEntry.seat == seat) & StoredEntry.kind.in_(BY_HAND)
    return session.scalar(select(func.max(StoredEntry.n)).where(mine)) or 0


def _find_end(record: Record, one: WaitingNote, by_hand: int) -> str | None:
    """Return why a note waits no more, though nobody has written that down; None of one that waits."""
    chair, says = get_chair(record.page, one.row.seat), one.left.says
    if record.page.phase != "running" or says.n < chair.notes_from or says.note <= chair.noted:
        return "over"
    return "played" if one.row.left_n < by_hand and not says.stays else None


def read_stored(row: StoredNote) -> LeftNote:
    """Return a stored note as the ledger reads it."""
    if row.slip is not None:
        return read_left(read_slip(row.slip.encode()))
    assert row.says is not None
    return LeftNote(msgspec.json.decode(row.says, type=NoteSlip), None, "mail", row.mail_sha256)


def check_fresh(club: Club, one: WaitingNote) -> None:
    """Refuse to play what can't be undone for a note that was left too long ago: its player is asked again."""
    days = club.config.note_days
    if days and one.row.at < club.now() - days * DAY:
        raise Refused(
            "note_unfit",
            "The note is older than {days}, and what it would do can't be undone: play it yourself if you still want it.",
            days=Count("{n} day", "{n} days", days),
        )


def forget_old(session: Session, club: Club) -> None:  # noqa: ARG001 - as all that forgets has it
    """Forget the notes of games that are over."""
    over = select(Game.id).where(Game.status == "over")
    session.execute(delete(StoredNote).where(StoredNote.game_id.in_(over)))
