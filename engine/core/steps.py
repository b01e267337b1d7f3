"""A step is one paragraph of play: which moves it takes, who is awaited, what is legal and what happens."""

from collections.abc import Iterable
from typing import Any, ClassVar, Generic, TypeVar

from engine.core.books import Book
from engine.core.chance import Chance
from engine.core.errors import Refusal
from engine.core.language import Text
from engine.core.types import Event, Move, Pending, Seat, State

S = TypeVar("S", bound=State)
B = TypeVar("B", bound=Book[Any])
M = TypeVar("M", bound=Move)


class Step(Generic[S, B, M]):
    """One paragraph of play of a game with its state, its book and the moves of this step.

    Legality is said twice where a step is `exact`: `check` judges any move and says why not, `candidates` yields the
    legal moves and no others, so that nothing is filtered. The suite in tests/engine/conformance holds the two
    together: it checks every candidate, and tries for a legal move among mutations of moves that is no candidate.
    Where a step is not exact, `candidates` may yield too much, and `check` alone decides.

    `answers` names the kind of pending choice that this step answers; other steps are found by `state.step`.
    """

    name: ClassVar[str]
    moves: ClassVar[tuple[type[Move], ...]]
    exact: ClassVar[bool] = False
    answers: ClassVar[type[Pending] | None] = None

    def __init__(self, book: B) -> None:
        """Keep the book for its lookups."""
        self.book = book

    def prompt(self, state: S, seat: Seat) -> Text:
        """Return what is asked of the seat, as a sentence."""
        raise NotImplementedError

    def awaiting(self, state: S) -> tuple[Seat, ...]:
        """Return the seats that are asked, when this is the main step."""
        raise NotImplementedError

    def candidates(self, state: S, seat: Seat) -> Iterable[Move]:
        """Yield moves among which all legal ones are."""
        raise NotImplementedError

    def check(self, state: S, seat: Seat, move: M) -> Refusal | None:
        """Return why a move is refused, or None."""
        raise NotImplementedError

    def plain(self, state: S, seat: Seat, move: M) -> M:  # noqa: ARG002 - see check
        """Return the exact move that a wordier one means: what goes without saying left out, things in their order."""
        return move

    def apply(self, state: S, seat: Seat, move: M, chance: Chance) -> list[Event]:
        """Play a checked move: change the state and tell what happened."""
        raise NotImplementedError

    def advise(self, state: S, seat: Seat, move: M) -> Text | None:  # noqa: ARG002 - see check
        """Return a warning about a legal move, from the seat's own knowledge only."""
        return None
