"""A signed turn from its bytes to its receipt, and the signed undo."""

from typing import Any

from engine.core.errors import Refused
from engine.ledger.clerk import Written
from engine.ledger.playing import draft_turn, draft_undo
from engine.ledger.record import Record
from engine.ledger.slips import Slip, TurnSlip, UndoSlip, expect, read_slip
from server.services import limits, shelf
from server.services.club import Club
from server.services.games import receipt_of

OF_A_REPEAT = {"ask_taken", "stale_ask", "stale_position", "not_awaited", "game_over", "not_your_seat", "wrong_key"}


def submit(club: Club, game_id: str, raw: bytes) -> dict[str, Any]:
    """Play a signed turn; the same slip again is answered with its first receipt."""
    slip = read_slip(raw)
    expect(slip, TurnSlip)

    def write(record: Record, at: int) -> Written:
        return club.clerk.write(draft_turn(record, slip), at)

    return _written(club, game_id, slip, write)


def undo(club: Club, game_id: str, raw: bytes) -> dict[str, Any]:
    """Take back one's own last turns, as a signed undo says; the ledger keeps both."""
    slip = read_slip(raw)
    expect(slip, UndoSlip)

    def write(record: Record, at: int) -> Written:
        with club.read() as connection:
            return club.clerk.write(draft_undo(record, slip, lambda n: shelf.table_at(connection, record, n)), at)

    return _written(club, game_id, slip, write)


def _written(club: Club, game_id: str, slip: Slip, write: Any) -> dict[str, Any]:
    try:
        return receipt_of(shelf.act(club, game_id, write, slip=slip.digest).written)
    except Refused as refused:
        # A slip that was stored before answers an ask that is no longer open: only then is it looked for.
        repeated = find_repeated(club, game_id, slip) if refused.code in OF_A_REPEAT else None
        if repeated:
            return repeated
        _count_bad_signature(club, game_id, refused)
        raise


def find_repeated(club: Club, game_id: str, slip: Slip) -> dict[str, Any] | None:
    """Return the answer to a slip that was sent before."""
    with club.read() as connection:
        known = shelf.find_receipt(connection, game_id, slip.digest)
    if known is None:
        return None
    return {"receipt": known.receipt, "n": known.n, "hash": known.hash, "repeated": True}


def _count_bad_signature(club: Club, game_id: str, refused: Refused) -> None:
    """Make forging slips against one game slow."""
    if refused.code == "bad_signature":
        with club.write() as connection:
            limits.count(connection, club, f"forged:{game_id}", 600, 3600)
