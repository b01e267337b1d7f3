"""What all steps of Mech A Dream share: who is asked, what is open, and common refusals."""

from collections.abc import Callable, Iterable
from typing import ClassVar

from engine.core.deeds import DeedStep
from engine.core.errors import Refusal
from engine.core.language import Amount, Name, list_amounts, name_all
from engine.core.steps import M
from engine.core.types import Seat
from engine.games.mech_a_dream.book import DreamBook
from engine.games.mech_a_dream.cards import Amounts
from engine.games.mech_a_dream.deed import DreamDeed
from engine.games.mech_a_dream.effects import reward_with, settle
from engine.games.mech_a_dream.state import Activation, DreamState, Hourglasses, Player, Purchase, Rewards


class DreamStep(DeedStep[DreamState, DreamBook, M, DreamDeed]):
    """A step whose moves are carried out as deeds.

    `settles` says that what waits goes on after each move; setup and sleep leave nothing waiting.
    """

    deed_type = DreamDeed
    settles: ClassVar[bool] = True

    def conclude(self, deed: DreamDeed) -> None:
        if self.settles:
            settle(deed)

    def moves_of(self, kind: Callable[[str], M], things: Iterable[str]) -> dict[str, M]:
        """Return one move for each thing, made once."""
        return {thing: kind(thing) for thing in things}


class DayStep(DreamStep[M]):
    """A step of a moment: one seat after the other uses its assistant."""

    def awaiting(self, state: DreamState) -> tuple[Seat, ...]:
        return (state.turn,)


class NightStep(DreamStep[M]):
    """A step of the night: all are asked at once; before version 3, whoever copies waited for whoever buys."""

    def awaiting(self, state: DreamState) -> tuple[Seat, ...]:
        awake = [seat for seat, player in enumerate(state.players) if not player.asleep]
        if state.options.robots and len(awake) > 1 and not self.book.corrected["only_the_purchase_waits"]:
            book = self.book
            copiers = [seat for seat in awake if book.has_special(state.players[seat].robot, "copy")]
            others = [seat for seat in awake if seat not in copiers]
            if copiers and any(book.has_special(state.players[seat].robot, "purchase") for seat in others):
                return tuple(others)
        return tuple(awake)


# What is open


def hourglasses_open(book: DreamBook, state: DreamState, seat: Seat) -> bool:
    """Tell whether the seat is asked for a machine to advance."""
    top = state.pending[seat][-1]
    if isinstance(top, Rewards):
        return bool(state.players[seat].belt) and reward_with(book, top, "hourglass") is not None
    return isinstance(top, Hourglasses)


def use_open(book: DreamBook, state: DreamState, seat: Seat) -> bool:
    """Tell whether the seat may use robot or machine: at night, or offered by a parcel or a specialist."""
    stack = state.pending[seat]
    if not stack:
        return state.step == "night"
    top = stack[-1]
    if isinstance(top, Rewards):
        return reward_with(book, top, "activation") is not None
    return isinstance(top, Activation)


def is_used(state: DreamState, seat: Seat, thing: str) -> bool:
    """Tell whether something has worked this night; what a parcel offers comes on top of that."""
    return not state.pending[seat] and thing in state.players[seat].used


def is_chained(state: DreamState, seat: Seat) -> bool:
    """Tell whether the open activation came out of a parcel that a robot fetched."""
    stack = state.pending[seat]
    return bool(stack) and isinstance(stack[-1], Activation) and stack[-1].chained


def purchase_of(state: DreamState, seat: Seat) -> Purchase | None:
    """Return the purchase that the seat is asked for, or None."""
    stack = state.pending[seat]
    top = stack[-1] if stack else None
    return top if isinstance(top, Purchase) else None


# Refusals


def amounts(cost: Amounts, flower: int = 0) -> list[Amount]:
    """Return a cost as it is said."""
    kinds = {"flower": cost.flower + flower, "ink": cost.ink, "rainbow": cost.rainbow, "points": cost.points}
    return list_amounts(kinds)


def too_poor(player: Player, cost: Amounts, flower: int = 0) -> Refusal:
    """Refuse what can't be paid."""
    have = amounts(Amounts(player.flower, player.ink, player.rainbow))
    if not have:
        return Refusal("too_poor", "that costs {cost}; you have nothing.", cost=amounts(cost, flower))
    return Refusal("too_poor", "that costs {cost}; you have {have}.", cost=amounts(cost, flower), have=have)


def too_few(kind: str, price: int, purse: int) -> Refusal:
    """Refuse what costs more of a kind than there is."""
    return Refusal("too_poor", "that costs {cost}; you have {purse}.", cost=Amount(kind, price), purse=purse)


def not_on_belt(player: Player, tile: str) -> Refusal:
    """Refuse a tile that is not on one's belt."""
    if not player.belt:
        return Refusal("not_on_belt", "your belt is empty.")
    return Refusal(
        "not_on_belt",
        "`{tile}` is not on your belt; there you have {belt}.",
        tile=Name(tile),
        belt=name_all(sorted(player.belt)),
    )


def no_use() -> Refusal:
    """Refuse a use that nothing offers."""
    return Refusal("no_use", "nothing offers you the use of a robot or machine now.")
