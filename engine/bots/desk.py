"""What a bot has before it: its own view, its legal moves, and a way to imagine what they would do."""

from functools import cached_property
from typing import Any, Protocol

from engine.core.chance import Chance, Stream
from engine.core.editions import Label
from engine.core.memory import Memory
from engine.core.rules import AnyRules
from engine.core.table import Outcome, Table
from engine.core.types import Move, Options, Seat, State


class Desk:
    """A seat's side of a table; nothing on it depends on what the seat may not know."""

    def __init__(self, table: Table, seat: Seat, *, imagined: bool = False, memory: Memory | None = None) -> None:
        self._table = table
        self._memory = memory
        self._imagined = imagined
        self.seat = seat
        self.has_learned = False

    @property
    def rules(self) -> AnyRules:
        """The rules of the game."""
        return self._table.rules

    @property
    def seats(self) -> int:
        """How many play."""
        return self._table.seats

    @property
    def options(self) -> Options:
        """What the game was opened with."""
        return self._table.chosen

    def deal(self, seed: bytes) -> State:
        """Return another position that the seat can't tell from the true one, by all that it sees and has counted."""
        dealt: State = self.rules.redeal(self._table.state, self.seat, Chance(seed, {"table": 0}))
        if self._memory is not None and self.rules.has_memory:
            self.rules.recall(dealt, self._memory)
        return dealt

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
    title: Label

    def choose(self, desk: Desk, stream: Stream) -> list[Move]:
        """Return the next move or moves, up to the first that shows the seat something new."""


def take_turn(table: Table, seat: Seat, bot: Bot, seed: bytes, memory: Memory | None = None) -> Outcome:
    """Let a bot play on a table until it has learned something or is no longer asked; its memory goes on with it."""
    stream = Chance(seed)
    whole = Outcome(table)
    while seat in table.awaiting and seat not in whole.learned_by:
        outcome = table.play(seat, bot.choose(Desk(table, seat, memory=memory), stream))
        if memory is not None:
            memory.see(outcome.events)
        whole.by_move += outcome.by_move
        whole.learned_by |= outcome.learned_by
        whole.touched = whole.touched or outcome.touched
    return whole
