"""A deed is one move being carried out: what it changes, and what there is to tell of it."""

from typing import Any, Generic, TypeVar

from engine.core.books import Book
from engine.core.chance import Chance
from engine.core.steps import Step
from engine.core.types import Event, Move, Seat, State

S = TypeVar("S", bound=State)
B = TypeVar("B", bound=Book[Any])
M = TypeVar("M", bound=Move)


class Deed(Generic[S, B]):
    """The table, who moves, and what has happened so far; a game adds what its moves have in common."""

    __slots__ = ("book", "chance", "events", "seat", "state")

    def __init__(self, book: B, state: S, seat: Seat, chance: Chance) -> None:
        """Start with nothing to tell."""
        self.book = book
        self.state = state
        self.seat = seat
        self.chance = chance
        self.events: list[Event] = []


D = TypeVar("D", bound=Deed[Any, Any])


class DeedStep(Step[S, B, M], Generic[S, B, M, D]):
    """A step whose moves are carried out as deeds."""

    deed_type: type[D]

    def apply(self, state: S, seat: Seat, move: M, chance: Chance) -> list[Event]:
        """Carry out a checked move and return what there is to tell."""
        deed = self.deed_type(self.book, state, seat, chance)
        self.carry_out(deed, move)
        self.conclude(deed)
        return deed.events

    def carry_out(self, deed: D, move: M) -> None:
        """Do what a checked move says."""
        raise NotImplementedError

    def conclude(self, deed: D) -> None:
        """Do what follows every move of the step."""
