"""Moves that name what stands in a row instead of its place, which shifts: `reserve carpenteur` for `reserve 3`.

A named move is a move whose positions hold ids; it is written and read in the exact notation.
"""

import hashlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import msgspec

from engine.core.arguments import Position
from engine.core.canonical import b64u
from engine.core.errors import IllegalMove
from engine.core.names import Rows, Tolerant, strings_in
from engine.core.notation import Exact, Part, Verbs, parse_by, read_part
from engine.core.spelling import format_part, slots
from engine.core.table import Table
from engine.core.types import Move, Seat

Places = Sequence[Collection[str]]
MARK_LENGTH = 8


class Naming(Exact):
    """Recognises an id where a position can stand; where that is, is found later."""

    def position(self, words: Sequence[str], row: str) -> tuple[str, int] | None:  # type: ignore[override] # noqa: ARG002 - any row will do
        """Take an id."""
        return self.thing(words)


NAMING = Naming()


class Foreseeing(Tolerant):
    """Recognises what players write, and lets them name what does not stand in a row yet."""

    def position(self, words: Sequence[str], row: str) -> Any:
        """Take a thing as itself, whether it stands there or not."""
        if words[0].isdecimal():
            return super().position(words, row)
        return self.thing(words, self.inside(row)) or self.thing(words)


def name_move(move: Move, rows: Rows) -> Move:
    """Return a move with ids for its positions, as far as something stands there and that says which it is."""
    named = _name_positions(type(move), msgspec.structs.asdict(move), rows)
    return msgspec.structs.replace(move, **named) if named else move


def _name_positions(kind: type[Move], said: Mapping[str, Any], rows: Rows) -> dict[str, str]:
    """Return the ids that say what stands where some fields of a move point to."""
    names = {field: _find_name(rows.get(row, ()), said.get(field)) for field, row in _find_positions(kind)}
    return {field: thing for field, thing in names.items() if thing is not None}


def read_named(line: str, verbs: Verbs) -> Move:
    """Return the named move of a line, which is spelled exactly. Raises IllegalMove (`unreadable_move`)."""
    return parse_by(line, verbs, NAMING)


def read_ahead(table: Table, seat: Seat, line: str, players: Sequence[str] = ()) -> str:
    """Return the named line of a free move as it was typed: some of its words will do, and nothing needs to be there yet."""
    view = table.view(seat)
    rows = table.rules.rows(view)
    part = read_part(line, table.rules.verbs, Foreseeing(table.rules.lexicon, strings_in(view), players, rows))
    return format_part(part.kind, {**part.said, **_name_positions(part.kind, part.said, rows)})


def read_kept(line: str, verbs: Verbs) -> Part:
    """Return what a kept free line says. Raises IllegalMove (`unreadable_move`)."""
    return read_part(line, verbs, NAMING)


def is_any(part: Part) -> bool:
    """Tell whether any move of its kind is meant: there is more to be said, and nothing is."""
    return not part.is_whole and not part.said


def find_free(table: Table, seat: Seat, line: str) -> Iterator[Move]:
    """Yield the legal move that a free line means now; of a kind, one after the other, as each is played in between."""
    try:
        part = read_kept(line, table.rules.verbs)
    except IllegalMove:
        return
    if part.is_whole:
        placed = place_move(part.kind(**part.said), table.rules.rows(table.view(seat)))
        yield from [move for move in placed if table.check(seat, move) is None][:1]
        return
    while found := _find_meant(table, seat, part):
        yield min(found, key=_rank)
        if not is_any(part):
            return


def _find_meant(table: Table, seat: Seat, part: Part) -> list[Move]:
    """Return the legal moves of which so much is said."""
    legal = [move for move in table.legal(seat) if type(move) is part.kind]
    if not legal or not part.said:
        return legal
    row_of, rows = dict(_find_positions(part.kind)), table.rules.rows(table.view(seat))
    said = [(field, value, rows.get(row_of.get(field, ""), ())) for field, value in part.said.items()]
    return [move for move in legal if all(_is_said(getattr(move, field), *what) for field, *what in said)]


def _is_said(value: Any, said: Any, places: Places) -> bool:
    """Tell whether a field has the value that is said, or points to where that stands."""
    return bool(value == said or said in _look_at(places, value))


def _rank(move: Move) -> tuple[bool, str]:
    """Return by what one of several moves of a kind is taken: those without extras first, then by how they are written."""
    return not is_plain(move), str(move)


def is_plain(move: Move) -> bool:
    """Tell whether a move leaves nothing chosen that could be left out."""
    return all(getattr(move, slot.field) == slot.default for slot in slots(type(move)) if slot.optional)


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


def _find_name(places: Places, place: int | str | None) -> str | None:
    """Return the id that says which place is meant: one that stands only there, or wherever the same stands."""
    there = _look_at(places, place)
    for thing in there:
        if all(_look_at(places, other) == there for other in _find_standing(places, thing)):
            return thing
    return None


def _find_standing(places: Places, thing: str) -> list[int]:
    return [n for n, there in enumerate(places, start=1) if thing in there]


def _look_at(places: Places, place: int | str | None) -> list[str]:
    return sorted(places[place - 1]) if isinstance(place, int) and 1 <= place <= len(places) else []
