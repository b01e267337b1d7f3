"""What a seat remembers of a game, out of the entries that were written: a turn that was taken back counts no more."""

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from engine.core.memory import Memory
from engine.core.rules import AnyRules
from engine.core.types import Seat
from engine.ledger.clerk import Entry
from engine.ledger.entries import PRIVATE_KINDS


class ToldEntry(NamedTuple):
    """What an entry told: its number, its kind and its body."""

    n: int
    kind: str
    body: bytes


def tell(entry: Entry) -> ToldEntry:
    """Return what a written entry told."""
    return ToldEntry(entry.header.n, entry.header.kind, entry.body)


class _Happened(msgspec.Struct):
    """The members of a body that say what happened, or how far an undo goes back."""

    events: tuple[dict[str, object], ...] = ()
    to: int = 0


def remember(rules: AnyRules, seat: Seat, entries: Iterable[ToldEntry]) -> Memory:
    """Return what a seat has counted from all entries of a game, the first one first."""
    kept: list[tuple[int, _Happened]] = []
    for entry in entries:
        if entry.kind == "undo":
            to = msgspec.json.decode(entry.body, type=_Happened).to
            kept = [one for one in kept if one[0] <= to]
        elif entry.kind in PRIVATE_KINDS:
            kept.append((entry.n, msgspec.json.decode(entry.body, type=_Happened)))
    memory = Memory(seat)
    for _, happened in kept:
        memory.see(rules.read_events(happened.events))
    return memory
