"""A signed turn from its bytes to its answer, and the signed undo."""

from collections.abc import Sequence

from msgspec import UNSET
from sqlalchemy import Connection

from engine.core.errors import Refused
from engine.ledger.drafts import EntryDraft
from engine.ledger.noting import LeftNote
from engine.ledger.playing import draft_turn, draft_undo
from engine.ledger.record import Record
from engine.ledger.slips import Slip, TurnSlip, UndoSlip, expect, read_slip
from server.models import open_session
from server.services import limits, notes, shelf
from server.services.acts import OF_A_REPEAT, SignedAct, SlipAnswer, find_answer, make_answer, perform
from server.services.club import Club
from server.services.shelf import Performed


class TableAct(SignedAct[SlipAnswer]):
    """An act of a player at the table, answered with a receipt."""

    def conclude(self, connection: Connection, done: Performed) -> SlipAnswer:  # noqa: ARG002 - nothing else is written
        """Return the receipt; nothing else belongs to it."""
        return make_answer(done.written)


class SignedTurn(TableAct):
    """A signed turn, and the notes that its player leaves with it."""

    def __init__(self, club: Club, game_id: str, slip: Slip, left: Sequence[LeftNote] = ()) -> None:
        super().__init__(club, game_id, slip)
        self.left = left

    def draft(self, record: Record) -> EntryDraft:
        """Play the moves of the slip."""
        return draft_turn(record, self.slip)

    def conclude(self, connection: Connection, done: Performed) -> SlipAnswer:
        """Keep the notes, unless the game is over by the turn, and return the receipts."""
        answer, record = make_answer(done.written), done.last.record
        if self.left and record.page.phase == "running":
            with open_session(connection) as session:
                answer.notes = notes.leave_within(session, self.club, record, self.left)
        return answer


class SignedUndo(TableAct):
    """A signed undo: the ledger keeps both."""

    def draft(self, record: Record) -> EntryDraft:
        """Go back to where the slip says."""
        with self.club.read() as session:
            return draft_undo(record, self.slip, shelf.StoredPast(session, record))


def submit(club: Club, game_id: str, raw: bytes, raw_notes: Sequence[bytes] = ()) -> SlipAnswer:
    """Play a signed turn and keep the notes that come with it, or do neither; the same again gets the first receipts."""
    slip = read_slip(raw)
    turn = expect(slip, TurnSlip)
    left = notes.read_notes(raw_notes)
    if any(one.says.seat != turn.seat for one in left):
        raise Refused("invalid_value", "Notes that are left together must be of one seat.")
    answer = perform_signed(SignedTurn(club, game_id, slip, left))
    if left and answer.repeated:
        with club.read() as session:
            answer.notes = notes.find_answers(session, game_id, left) or UNSET
    return answer


def undo(club: Club, game_id: str, raw: bytes) -> SlipAnswer:
    """Take back one's own last turns, as a signed undo says."""
    slip = read_slip(raw)
    expect(slip, UndoSlip)
    return perform_signed(SignedUndo(club, game_id, slip))


def perform_signed(act: TableAct) -> SlipAnswer:
    """Perform a signed act; one that was performed before is answered as it was then."""
    try:
        return perform(act)
    except Refused as refused:
        repeated = find_answer(act.club, act.game_id, act.slip) if refused.code in OF_A_REPEAT else None
        if repeated:
            return repeated
        _count_bad_signature(act.club, act.game_id, refused)
        raise


def _count_bad_signature(club: Club, game_id: str, refused: Refused) -> None:
    """Make forging slips against one game slow."""
    if refused.code == "bad_signature":
        with club.write() as session:
            limits.count(session, club, f"forged:{game_id}", 600, 3600)
