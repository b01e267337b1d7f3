"""Moves that name what stands in a row instead of its place, which shifts: `reserve carpenteur` for `reserve 3`.

A named move is a move whose positions hold ids; it is written and read in the exact notation.
"""

import hashlib
from collections.abc import Collection, Iterator, Sequence
from itertools import product

import msgspec

from engine.core.arguments import Position
from engine.core.canonical import b64u
from engine.core.names import Rows
from engine.core.notation import Exact, Verbs, parse_by
from engine.core.spelling import slots
from engine.core.types import Move

Places = Sequence[Collection[str]]
MARK_LENGTH = 8


class Naming(Exact):
    """Recognises an id where a position can stand; where that is, is found later."""

    def position(self, words: Sequence[str], row: str) -> tuple[str, int] | None:  # type: ignore[override] # noqa: ARG002 - any row will do
        """Take an id."""
        return self.thing(words)


NAMING = Naming()


def name_move(move: Move, rows: Rows) -> Move:
    """Return a move with ids for its positions, as far as something stands there and that says which it is."""
    named = {}
    for field, row in _find_positions(type(move)):
        thing = _find_name(rows.get(row, ()), getattr(move, field))
        if thing is not None:
            named[field] = thing
    return msgspec.structs.replace(move, **named) if named else move


def read_named(line: str, verbs: Verbs) -> Move:
    """Return the named move of a line, which is spelled exactly. Raises IllegalMove (`unreadable_move`)."""
    return parse_by(line, verbs, NAMING)


def place_move(named: Move, rows: Rows) -> Iterator[Move]:
    """Yield every move that a named one can mean where things stand now; none when something is gone."""
    fields = [(field, row) for field, row in _find_positions(type(named)) if isinstance(getattr(named, field), str)]
    where = [_find_standing(rows.get(row, ()), getattr(named, field)) for field, row in fields]
    for places in product(*where):
        found = zip(fields, places, strict=True)
        yield msgspec.structs.replace(named, **{field: place for (field, _), place in found})


def mark_of(move: Move, rows: Rows) -> str:
    """Return a short mark by which an option is known again: the move with all that stands where it points to."""
    standing = {field: _look_at(rows.get(row, ()), getattr(move, field)) for field, row in _find_positions(type(move))}
    whole = {field: "+".join(there) for field, there in standing.items() if there}
    line = str(msgspec.structs.replace(move, **whole) if whole else move)
    return b64u(hashlib.sha256(line.encode()).digest())[:MARK_LENGTH]


def _find_positions(kind: type[Move]) -> list[tuple[str, str]]:
    return [(slot.field, slot.argument.row) for slot in slots(kind) if isinstance(slot.argument, Position)]


def _find_name(places: Places, place: int | None) -> str | None:
    """Return the id that says which place is meant: one that stands only there, or wherever the same stands."""
    there = _look_at(places, place)
    for thing in there:
        if all(_look_at(places, other) == there for other in _find_standing(places, thing)):
            return thing
    return None


def _find_standing(places: Places, thing: str) -> list[int]:
    return [n for n, there in enumerate(places, start=1) if thing in there]


def _look_at(places: Places, place: int | None) -> list[str]:
    return sorted(places[place - 1]) if place is not None and 1 <= place <= len(places) else []
