"""A signed turn from its bytes to its answer, and the signed undo."""

from sqlalchemy import Connection

from engine.core.errors import Refused
from engine.ledger.drafts import EntryDraft
from engine.ledger.playing import draft_turn, draft_undo
from engine.ledger.record import Record
from engine.ledger.slips import TurnSlip, UndoSlip, expect, read_slip
from server.services import limits, shelf
from server.services.acts import OF_A_REPEAT, SignedAct, SlipAnswer, find_answer, make_answer, perform
from server.services.club import Club
from server.services.shelf import Performed


class TableAct(SignedAct[SlipAnswer]):
    """An act of a player at the table, answered with a receipt."""

    def conclude(self, connection: Connection, done: Performed) -> SlipAnswer:  # noqa: ARG002 - nothing else is written
        """Return the receipt; nothing else belongs to it."""
        return make_answer(done.written)


class SignedTurn(TableAct):
    """A signed turn."""

    def draft(self, record: Record) -> EntryDraft:
        """Play the moves of the slip."""
        return draft_turn(record, self.slip)


class SignedUndo(TableAct):
    """A signed undo: the ledger keeps both."""

    def draft(self, record: Record) -> EntryDraft:
        """Go back to where the slip says."""
        with self.club.read() as session:
            return draft_undo(record, self.slip, shelf.StoredPast(session, record))


def submit(club: Club, game_id: str, raw: bytes) -> SlipAnswer:
    """Play a signed turn; the same slip again is answered with its first receipt."""
    slip = read_slip(raw)
    expect(slip, TurnSlip)
    return perform_signed(SignedTurn(club, game_id, slip))


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
