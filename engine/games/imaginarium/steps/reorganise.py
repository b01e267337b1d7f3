"""The action Reorganise: machines are combined and separated in one new layout."""

from engine.core.chance import Chance
from engine.core.errors import Refusal
from engine.core.types import Event, Move, Seat
from engine.games.imaginarium.cards import card_key
from engine.games.imaginarium.events import Reorganised
from engine.games.imaginarium.moves import Reorganise
from engine.games.imaginarium.state import ImaginariumState, Player, Stack
from engine.games.imaginarium.steps.base import ActionStep


class ReorganiseStep(ActionStep[Reorganise]):
    """The whole workshop at once, within its spaces."""

    name = "reorganise"
    moves = (Reorganise,)

    def candidates(self, state: ImaginariumState, seat: Seat) -> list[Move]:
        player = state.players[seat]
        cards = repaired(player)
        if not cards or not self.is_open(state, seat):
            return []
        return list(self.book.stacks.layouts(cards, len(player.spaces)))

    def check(self, state: ImaginariumState, seat: Seat, move: Reorganise) -> Refusal | None:
        closed = self.why_closed(state, seat)
        if closed is not None:
            return closed
        player = state.players[seat]
        cards = repaired(player)
        if not cards or sorted((card for stack in move.stacks for card in stack), key=card_key) != list(cards):
            return Refusal("wrong_machines", "lay out exactly the machines of your workshop: {cards}.", cards=cards)
        if len(move.stacks) > len(player.spaces):
            return Refusal("no_space", "your workshop has {spaces} spaces.", spaces=len(player.spaces))
        for stack in move.stacks:
            if not stack or not self.book.stacks.is_stack(stack):
                return Refusal("no_stack", "{stack} can't stand on one space.", stack="+".join(stack))
        return None

    def apply(self, state: ImaginariumState, seat: Seat, move: Reorganise, chance: Chance) -> list[Event]:
        self.begin(state)
        player = state.players[seat]
        free = len(player.spaces) - len(move.stacks)
        player.spaces = [*move.stacks, *[()] * free]
        return [Reorganised(seat=seat, stacks=move.stacks)]


def repaired(player: Player) -> Stack:
    """Return all machines of a workshop in the order of the data."""
    return tuple(sorted((card for stack in player.spaces for card in stack), key=card_key))
