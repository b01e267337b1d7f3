"""Moves of stored turns as their reader types them, each in the position before it."""

from typing import Any

import msgspec

from engine import seats
from engine.core.table import Table
from engine.ledger.entries import PLAYED, TurnBody
from engine.ledger.record import Record
from engine.ledger.slips import TurnSlip, expect, read_slip
from server.models import Session, StoredEntry
from server.services import shelf


class Retelling:
    """Goes through the entries of a game in their order, with the table beside them."""

    def __init__(self, session: Session, record: Record, by: seats.Onlooker) -> None:
        self._past = shelf.StoredPast(session, record)
        self._kept = self._past.list_kept()
        self._by = by
        self._table: Table | None = None
        """The table before the next entry; None where it was not looked up yet."""

    def show(self, row: StoredEntry) -> list[str] | None:
        """Return the moves of the next entry; None of one that has none."""
        if row.kind == "undo":
            self._table = None
        if row.kind not in PLAYED or row.seat is None:
            return None
        body: dict[str, Any] = msgspec.json.decode(row.body)
        if self._table is None or row.n - 1 in self._kept:
            self._table = self._past.table_at(row.n - 1).copy()
        return seats.show_moves(self._table, self._by, row.seat, body[PLAYED[row.kind]])


def show_forced(session: Session, record: Record, row: StoredEntry, by: seats.Onlooker) -> list[str]:
    """Return the moves of one's own signed turn that nothing else was left but; they are in no slip."""
    body = shelf.read_body(row) if row.kind == "turn" and row.seat == by.seat else None
    if not isinstance(body, TurnBody):
        return []
    added = len(body.played) - len(expect(read_slip(body.slip.encode()), TurnSlip).moves)
    if added <= 0:
        return []
    shown = Retelling(session, record, by).show(row)
    assert shown is not None
    return shown[-added:]
