"""Page 10, transformation: charcoalium against resources, one token at a time, up to three times."""

from collections.abc import Iterator

from engine.core.chance import Chance
from engine.core.errors import Refusal
from engine.core.language import Count, Name, Text
from engine.core.types import Event, Move, Seat, top_choice
from engine.games.nicodemus.effects import gain, give_back, settle
from engine.games.nicodemus.events import Swapped
from engine.games.nicodemus.moves import RESOURCES, Skip, Swap
from engine.games.nicodemus.state import NicodemusState, SwapChoice
from engine.games.nicodemus.steps.base import NicodemusStep

BUYING: tuple[Swap, ...] = (Swap("charcoalium", "wood"), Swap("charcoalium", "copper"), Swap("charcoalium", "crystal"))
SELLING: tuple[Swap, ...] = (Swap("wood", "charcoalium"), Swap("copper", "charcoalium"), Swap("crystal", "charcoalium"))


class SwapStep(NicodemusStep[Swap | Skip]):
    """Each swap gives first and takes then; `skip` stops."""

    name = "swap"
    moves = (Swap, Skip)
    answers = SwapChoice

    def prompt(self, state: NicodemusState, seat: Seat) -> Text:
        choice = top_choice(state.pending[seat], SwapChoice)
        n = choice.left + (choice.back or 0)
        return Count("You can swap {n} more time, or skip.", "You can swap {n} more times, or skip.", n)

    def candidates(self, state: NicodemusState, seat: Seat) -> Iterator[Move]:
        yield from BUYING
        yield from SELLING
        yield Skip()

    def check(self, state: NicodemusState, seat: Seat, move: Swap | Skip) -> Refusal | None:
        if isinstance(move, Skip):
            return None
        if (move.give in RESOURCES) == (move.take in RESOURCES):
            return Refusal("bad_swap", "a swap is charcoalium for a resource, or a resource for charcoalium.")
        if left(top_choice(state.pending[seat], SwapChoice), move) < 1:
            return Refusal("no_swap_left", "you have no swap of this direction left.")
        if not getattr(state.players[seat].stock, move.give):
            return Refusal("too_poor", "you have no {give} to give.", give=Name(move.give))
        if not getattr(state.reserve, move.take) + getattr(state.players[1 - seat].stock, move.take):
            return Refusal("nothing_there", "neither the reserve nor your opponent has {take}.", take=Name(move.take))
        return None

    def apply(self, state: NicodemusState, seat: Seat, move: Swap | Skip, chance: Chance) -> list[Event]:
        events: list[Event] = []
        choice = top_choice(state.pending[seat], SwapChoice)
        state.pending[seat].pop()
        if isinstance(move, Swap):
            give_back(state, seat, [move.give])
            events += [Swapped(seat=seat, give=move.give), gain(state, seat, move.take, 1)]
            choice = after(choice, move)
            if choice.left or choice.back:
                state.pending[seat].append(choice)
        return events + settle(self.book, state, seat, chance)


def left(choice: SwapChoice, move: Swap) -> int:
    """Return how often a swap of this direction can still be done."""
    return choice.left if choice.back is None or move.give == "charcoalium" else choice.back


def after(choice: SwapChoice, move: Swap) -> SwapChoice:
    """Return what is left after a swap."""
    if choice.back is None or move.give == "charcoalium":
        return SwapChoice(choice.left - 1, choice.back)
    return SwapChoice(choice.left, choice.back - 1)
