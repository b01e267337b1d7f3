"""What a move does wherever chance leads and whatever lies hidden: what can be told of one that draws."""

from collections.abc import Sequence

from engine.core.chance import Chance, Stream
from engine.core.table import Outcome, Table
from engine.core.types import Event, Move, Seat

MORE_WORLDS = (b"another", b"a third")


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

    def of(self, seat: Seat) -> Stream:  # noqa: ARG002 - all streams lean the same way
        """Return this stream: every seat's leans the same way."""
        return self


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


def _make_worlds(table: Table, seat: Seat) -> list[Table]:
    ends = [table.redeal_by(seat, Leaning(is_high=high), Leaning(is_high=high)) for high in (False, True)]
    return [*ends, *(table.redeal(seat, seed) for seed in MORE_WORLDS)]


def _tell_last(world: Table, seat: Seat, moves: Sequence[Move]) -> list[Event]:
    """Play moves in a world that is made up, and return what the seat is told of the last one."""
    return [event for event in world.play(seat, moves, blind=True).by_move[-1][1] if event.is_seen_by(seat)]
