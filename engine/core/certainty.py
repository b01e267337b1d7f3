"""What a move does wherever chance leads and whatever lies hidden: what can be told of one that draws."""

from collections.abc import Sequence
from typing import TypeVar

from engine.core.chance import Chance, Stream
from engine.core.phases import POINTS
from engine.core.table import Outcome, Table
from engine.core.types import Event, Move, Seat

T = TypeVar("T")
MORE_WORLDS = (b"another", b"a third")
SEVEN = (*MORE_WORLDS, b"a fourth", b"a fifth", b"a sixth", b"a seventh")
MANY_WORLDS = {1: SEVEN, 2: SEVEN}
"""More of them where a mistake would be played, not only told. A note names the number of those that it was written in:
old games verify by them, so that none here ever changes, nor what a game deals anew in them. Others get the next number."""
COUNTING_THE_END = 1
"""In these worlds a move brought the points too that are counted at the end of the game: they hang on what others hide, and a few worlds can agree on them by chance."""
WORLDS = max(MANY_WORLDS)
"""The number of the worlds that notes are written in today."""


class Leaning(Chance):
    """Chance that always falls to one end: of two that fall to different ends no throw and no draw is the same."""

    __slots__ = ("_is_high",)

    def __init__(self, *, is_high: bool) -> None:
        """Fall to the highest or to the lowest."""
        super().__init__(b"leaning")
        self._is_high = is_high

    def below(self, n: int) -> int:
        """Return the highest or the lowest number that there can be."""
        self.touched = True
        return n - 1 if self._is_high else 0

    def shuffle(self, items: list[T]) -> list[T]:
        """Leave things in their order, or turn it round: what lies at one depth is then not the same, but in the middle."""
        self.touched = True
        if not self._is_high:
            items.reverse()
        return items

    def of(self, seat: Seat) -> Stream:  # noqa: ARG002 - all streams lean the same way
        """Return this stream: every seat's leans the same way."""
        return self


def foresee(table: Table, seat: Seat, move: Move, worlds: int = WORLDS) -> dict[str, int]:
    """Return how what a seat has changes by a legal move, as far as it does in every world that the seat can't tell apart."""
    counts_end = worlds == COUNTING_THE_END
    changes, outcome = _find_changes(table.redeal(seat), seat, move, counts_end=counts_end)
    if not outcome.touched and not outcome.learned_by:
        return changes
    others = [
        _find_changes(other, seat, move, counts_end=counts_end)[0]
        for other in _make_worlds(table, seat, MANY_WORLDS[worlds])
    ]
    return {key: n for key, n in changes.items() if all(other.get(key) == n for other in others)}


def _find_changes(world: Table, seat: Seat, move: Move, *, counts_end: bool) -> tuple[dict[str, int], Outcome]:
    """Play a move in a world that is made up, and return what changed of what the seat has."""
    purse = world.rules.purse
    before = purse(world.view(seat), seat)
    outcome = world.play(seat, move)
    after = purse(world.view(seat), seat)
    changes = {key: after.get(key, 0) - before.get(key, 0) for key in sorted({*before, *after})}
    if world.result is not None and not counts_end:
        changes.pop(POINTS, None)
    return {key: n for key, n in changes.items() if n}, outcome


def find_certain(imagined: Outcome, table: Table, seat: Seat) -> list[Event]:
    """Return what the last imagined move of a seat does in every world that the seat can't tell from this one."""
    told, certain = _tell_last(table.redeal(seat), seat, imagined.played), []
    others = [_tell_last(world, seat, imagined.played) for world in _make_worlds(table, seat)]
    for event in told:
        if all(event in other for other in others):
            certain.append(event)
            for other in others:
                other.remove(event)
    return certain


def _make_worlds(table: Table, seat: Seat, seeds: Sequence[bytes] = MORE_WORLDS) -> list[Table]:
    ends = [table.redeal_by(seat, Leaning(is_high=high), Leaning(is_high=high)) for high in (False, True)]
    return [*ends, *(table.redeal(seat, seed) for seed in seeds)]


def _tell_last(world: Table, seat: Seat, moves: Sequence[Move]) -> list[Event]:
    """Play moves in a world that is made up, and return what the seat is told of the last one."""
    return [event for event in world.play(seat, moves, blind=True).by_move[-1][1] if event.is_seen_by(seat)]
