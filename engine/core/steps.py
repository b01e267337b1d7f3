"""A step is one paragraph of play: which moves it takes, who is awaited, what is legal and what happens."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from engine.core.chance import Chance
from engine.core.errors import Refusal
from engine.core.language import Text
from engine.core.types import Event, Move, Pending, Seat, State

if TYPE_CHECKING:
    from engine.core.rules import Rules

S = TypeVar("S", bound=State)


class Step(Generic[S]):
    """One paragraph of play. `check` is the only source of legality.

    `exact` says that `candidates` yields legal moves only, so that the driver need not filter them.
    `answers` names the kind of pending choice that this step answers; other steps are found by `state.step`.
    """

    name: ClassVar[str]
    moves: ClassVar[tuple[type[Move], ...]]
    exact: ClassVar[bool] = False
    answers: ClassVar[type[Pending] | None] = None

    def __init__(self, rules: "Rules[Any]") -> None:
        """Keep the rules for their components."""
        self.rules: Any = rules  # each game's steps know their own rules

    def prompt(self, state: S, seat: Seat) -> Text:
        """Return what is asked of the seat, as a sentence."""
        raise NotImplementedError

    def awaiting(self, state: S) -> tuple[Seat, ...]:
        """Return the seats that are asked, when this is the main step."""
        raise NotImplementedError

    def candidates(self, state: S, seat: Seat) -> Iterable[Move]:
        """Yield moves among which all legal ones are."""
        raise NotImplementedError

    def check(self, state: S, seat: Seat, move: Any) -> Refusal | None:
        """Return why a move is refused, or None."""
        raise NotImplementedError

    def plain(self, state: S, seat: Seat, move: Any) -> Any:  # noqa: ARG002 - see check
        """Return the exact move that a wordier one means: what goes without saying left out, things in their order."""
        return move

    def apply(self, state: S, seat: Seat, move: Any, chance: Chance) -> list[Event]:
        """Play a checked move: change the state and tell what happened."""
        raise NotImplementedError

    def advise(self, state: S, seat: Seat, move: Any) -> Text | None:  # noqa: ARG002 - see check
        """Return a warning about a legal move, from the seat's own knowledge only."""
        return None
