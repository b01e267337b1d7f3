"""Moves that are nearly right: every field of a move changed to something else that is well typed."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from engine.core.arguments import Argument, Goods, Joined, Number, Numbers, SeatName, Stacks, Thing, Things, Word
from engine.core.spelling import slots
from engine.core.types import Move


def mutants(move: Move, things: Sequence[str]) -> Iterator[Move]:
    """Yield moves that differ from a move in one field."""
    for slot in slots(type(move)):
        value = getattr(move, slot.field)
        for other in _others(slot.argument, value, things):
            if other != value:
                yield msgspec.structs.replace(move, **{slot.field: other})
        if slot.optional and value != slot.default:
            yield msgspec.structs.replace(move, **{slot.field: slot.default})


def _others(argument: Argument, value: Any, things: Sequence[str]) -> list[Any]:  # noqa: PLR0911 - one line per kind
    """Return other values of the same kind of argument; a value that was left out gets some too."""
    if isinstance(argument, Numbers):
        return [(), (1,), (9, 9), (*(value or ()), 3)]
    if isinstance(argument, Number):
        return [0, 1, 99, 999_999] if value is None else [value + 1, max(0, value - 1), 0, 99, 999_999]
    if isinstance(argument, SeatName):
        return list(range(7))
    if isinstance(argument, Word):
        return list(argument.choices)
    if isinstance(argument, Goods):
        return _other_goods(argument, value or ())
    if isinstance(argument, Things):
        return [(), *((thing,) for thing in things), tuple(things[:2]), (value or ()) * 2]
    if isinstance(argument, Stacks):
        return [(), *(((thing,),) for thing in things), (tuple(things[:2]),), (value or ()) * 2]
    if isinstance(argument, Joined):
        return [tuple(reversed(value)), value[:1], value * 2, tuple(argument.choices[:2])]
    assert isinstance(argument, Thing)
    return [*things, "no_such_thing", ""]


def _other_goods(argument: Goods, value: tuple[str, ...]) -> list[tuple[str, ...]]:
    in_order = lambda goods: tuple(sorted(goods, key=argument.choices.index))  # noqa: E731 - one line, used here only
    return [
        (),
        in_order(value * 2),
        value[1:],
        *(in_order((*value, kind)) for kind in argument.choices),
        (argument.choices[0],) * 99,
    ]
