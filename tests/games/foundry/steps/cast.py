"""Casting, one after the other, which closes each round."""

from collections.abc import Iterator
from itertools import combinations_with_replacement

from engine.core.chance import Chance
from engine.core.errors import Refusal
from engine.core.language import Text
from engine.core.types import Event, Move, Seat
from tests.games.foundry.events import Passed, WasCast
from tests.games.foundry.flow import end_round
from tests.games.foundry.moves import METALS, Cast, Pass
from tests.games.foundry.state import FoundryState, Player
from tests.games.foundry.steps.base import FoundryStep


class CastStep(FoundryStep[Cast | Pass]):
    """In seat order, each casts one design or passes."""

    name = "cast"
    moves = (Cast, Pass)

    def prompt(self, state: FoundryState, seat: Seat) -> Text:
        """Ask for a design."""
        return Text("Do you cast a design, or pass?")

    def awaiting(self, state: FoundryState) -> tuple[Seat, ...]:
        """One seat after the other."""
        return (state.turn,)

    def candidates(self, state: FoundryState, seat: Seat) -> Iterator[Move]:
        """Every design of the hand with every way to pay."""
        yield Pass()
        for card in sorted(set(state.players[seat].hand)):
            for metals in combinations_with_replacement(METALS, self.book.designs[card].cost):
                yield Cast(card, metals)

    def check(self, state: FoundryState, seat: Seat, move: Cast | Pass) -> Refusal | None:
        """In the hand, and paid exactly."""
        if isinstance(move, Pass):
            return None
        player = state.players[seat]
        if move.card not in player.hand:
            return Refusal("not_in_hand", "`{card}` is not in your hand.", card=move.card)
        cost = self.book.designs[move.card].cost
        if len(move.metals) != cost:
            return Refusal("wrong_sum", "it costs {cost} metals, not {paid}.", cost=cost, paid=len(move.metals))
        if any(move.metals.count(metal) > getattr(player, metal) for metal in METALS):
            return Refusal("too_poor", "you have iron*{iron} and tin*{tin}.", iron=player.iron, tin=player.tin)
        return None

    def apply(self, state: FoundryState, seat: Seat, move: Cast | Pass, chance: Chance) -> list[Event]:
        """Pay and score; after the last seat the round is over."""
        event: Event = Passed(seat=seat)
        if isinstance(move, Cast):
            pay(state.players[seat], move)
            chance.tell(*(other for other in range(len(state.players)) if other != seat))
            event = WasCast(seat=seat, card=move.card, metals=move.metals)
        state.turn += 1
        if state.turn == len(state.players):
            end_round(state, self.book.edition.rounds)
        return [event]


def pay(player: Player, move: Cast) -> None:
    """Metals to the supply, design onto the table."""
    for metal in move.metals:
        setattr(player, metal, getattr(player, metal) - 1)
    player.hand.remove(move.card)
    player.cast.append(move.card)
