"""What a bot has before it: its own view, its legal moves, and a way to imagine what they would do."""

from functools import cached_property
from typing import Any, Protocol

from engine.core.chance import Chance, Stream
from engine.core.table import Outcome, Table
from engine.core.types import Move, Seat


class Desk:
    """A seat's side of a table; nothing on it depends on what the seat may not know."""

    def __init__(self, table: Table, seat: Seat, *, imagined: bool = False) -> None:
        self._table = table
        self._imagined = imagined
        self.seat = seat
        self.has_learned = False

    @cached_property
    def view(self) -> dict[str, Any]:
        """What the seat may know."""
        return self._table.view(self.seat)

    @cached_property
    def legal(self) -> list[Move]:
        """Every legal move; none when it is not this seat's turn."""
        return self._table.legal(self.seat)

    @cached_property
    def worth(self) -> float:
        """How good the view looks, by the game's own small appraisal."""
        return self._table.rules.appraise(self.view, self.seat)

    def imagine(self, move: Move) -> "Desk":
        """Return the desk after a move, played where all that the seat can't know is dealt anew."""
        table = self._table.copy() if self._imagined else self._table.redeal(self.seat)
        outcome = table.play(self.seat, move)
        desk = Desk(table, self.seat, imagined=True)
        desk.has_learned = self.seat in outcome.learned_by
        return desk


class Bot(Protocol):
    """Chooses moves at a desk; its randomness is a stream of its own, so that its choices can be repeated."""

    name: str
    version: int

    def choose(self, desk: Desk, stream: Stream) -> list[Move]:
        """Return the next move or moves, up to the first that shows the seat something new."""


def take_turn(table: Table, seat: Seat, bot: Bot, seed: bytes) -> Outcome:
    """Let a bot play on a table until it has learned something or is no longer asked."""
    stream = Chance(seed)
    whole = Outcome(table)
    while seat in table.awaiting and seat not in whole.learned_by:
        outcome = table.play(seat, bot.choose(Desk(table, seat), stream))
        whole.by_move += outcome.by_move
        whole.learned_by |= outcome.learned_by
        whole.touched = whole.touched or outcome.touched
    return whole
