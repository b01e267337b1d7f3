"""Page 10, transformation: a machine of the hand is discarded for resources of its cost."""

from collections.abc import Iterator

from engine.core.chance import Chance
from engine.core.errors import Refusal
from engine.core.language import Text
from engine.core.types import Event, Seat
from engine.games.nicodemus.effects import drop, gain_all, settle, throw_away
from engine.games.nicodemus.events import Discarded
from engine.games.nicodemus.moves import Discard
from engine.games.nicodemus.prices import parts_of, unfold
from engine.games.nicodemus.state import DiscardChoice, NicodemusState
from engine.games.nicodemus.steps.base import NicodemusStep, not_in_hand
from engine.games.nicodemus.words import bundle


class DiscardStep(NicodemusStep[Discard]):
    """A machine of the hand and what is gained."""

    name = "discard"
    moves = (Discard,)
    answers = DiscardChoice
    exact = True

    def prompt(self, state: NicodemusState, seat: Seat) -> Text:
        n = self.asked_effect(state, seat).resources
        return Text("Which machine of your hand do you discard, for which {n} of its cost?", n=n)

    def candidates(self, state: NicodemusState, seat: Seat) -> Iterator[Discard]:
        n = self.asked_effect(state, seat).resources
        for card in dict.fromkeys(state.players[seat].hand):
            for goods in parts_of(self.book.costs[card], n):
                yield Discard(card, goods)

    def check(self, state: NicodemusState, seat: Seat, move: Discard) -> Refusal | None:
        hand = state.players[seat].hand
        if move.card not in hand:
            return not_in_hand(move.card, hand)
        n = self.asked_effect(state, seat).resources
        if move.goods not in parts_of(self.book.costs[move.card], n):
            cost = bundle(unfold(self.book.costs[move.card]))
            return Refusal("not_in_cost", "you gain exactly {n} out of its cost: {cost}.", n=n, cost=cost)
        return None

    def apply(self, state: NicodemusState, seat: Seat, move: Discard, chance: Chance) -> list[Event]:
        state.pending[seat].pop()
        drop(state, seat, move.card)
        throw_away(state, [move.card])
        events: list[Event] = [Discarded(seat=seat, card=move.card), *gain_all(state, seat, move.goods)]
        return events + settle(self.book, state, seat, chance)
