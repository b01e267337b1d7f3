"""The words that all games are written in: seats, moves, events, state, pending choices, results."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, TypeAlias, TypeVar

import msgspec

from engine.core.language import Text
from engine.core.spelling import format_move

Seat: TypeAlias = int
"""A place at the table, counted from 0; players type and read it as p1, p2, ..."""
TurnMark: TypeAlias = tuple[int | str | bool, ...]
"""What stays the same for as long as a turn lasts."""


class Move(msgspec.Struct, frozen=True, tag_field="move", omit_defaults=True, forbid_unknown_fields=True):
    """Something a player does; its tag is the verb and its fields, in order, are the words after it.

    `aliases` are other spellings of the verb that are read but never stored; the first is what French readers are shown.
    `public` says that the move may be shown to other seats as its author wrote it.
    `idle` says that the move does nothing but go on: to end, to pass, to do without.
    `spreads` says that several numbers after the verb are several moves: `place 1 2 mine`.
    """

    aliases: ClassVar[tuple[str, ...]] = ()
    public: ClassVar[bool] = False
    idle: ClassVar[bool] = False
    spreads: ClassVar[bool] = False

    def __str__(self) -> str:
        return format_move(self)


class Event(msgspec.Struct, frozen=True, tag_field="event", omit_defaults=True, kw_only=True):
    """Something that happened, in the past tense; `seen_by` None means that everybody may know."""

    seen_by: tuple[Seat, ...] | None = None

    def text(self) -> Text:
        """Return the sentence that tells it."""
        raise NotImplementedError

    def changes(self) -> Mapping[tuple[Seat, str], int]:
        """Return what seats gained or lost of endless supplies by this event."""
        return {}

    def is_seen_by(self, seat: Seat | None) -> bool:
        """Tell whether a seat (None: a spectator) may know of this event."""
        return self.seen_by is None or (seat is not None and seat in self.seen_by)


class Pending(msgspec.Struct, tag_field="ask", omit_defaults=True):
    """An open choice of one seat; it lies on that seat's stack in the state until it is answered."""


C = TypeVar("C", bound=Pending)


def top_choice(stack: Sequence[Pending], kind: type[C]) -> C:
    """Return the open choice of a seat; only a step that answers its kind asks for it."""
    choice = stack[-1]
    assert isinstance(choice, kind)
    return choice


class State(msgspec.Struct, omit_defaults=True, kw_only=True):
    """Everything there is to know about a position, unfinished business included.

    `step` names the main step. A game with open choices adds `pending: list[list[...]]`, one stack per seat.
    """

    step: str


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What can be chosen when a game is opened: variants and named rulings, each with its default."""


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    """One seat's final score, place (1 is first; equal places are shared) and the figures that decided it."""

    seat: Seat
    score: int
    place: int
    details: dict[str, int] = {}


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a game ended: the cause, and every seat's standing in seat order."""

    how: str
    standings: tuple[Standing, ...]

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of every seat, in seat order."""
        return tuple(standing.score for standing in self.standings)

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats in first place; several when the win is shared."""
        return tuple(standing.seat for standing in self.standings if standing.place == 1)

    @property
    def ranking(self) -> tuple[Seat, ...]:
        """All seats from first to last place; equal places in seat order."""
        return tuple(standing.seat for standing in sorted(self.standings, key=lambda one: (one.place, one.seat)))


def rank(how: str, keys: list[tuple[Any, ...]], scores: list[int], details: list[dict[str, int]]) -> Result:
    """Return a result from each seat's sort key (score first, then tie-breaks; more is better)."""
    places = [1 + sum(other > key for other in keys) for key in keys]
    standings = zip(scores, places, details, strict=True)
    return Result(how, tuple(Standing(seat, *standing) for seat, standing in enumerate(standings)))
