"""Activer des cartes: blueprints of the hand that a card costs, and what the Black Market makes of one."""

from engine.core.errors import Refusal
from engine.core.language import Count, Name, Text
from engine.core.types import Move, Seat, top_choice
from engine.games.fantastic_factories.book import Way
from engine.games.fantastic_factories.cards import Amounts
from engine.games.fantastic_factories.deed import FactoriesDeed
from engine.games.fantastic_factories.effects import work
from engine.games.fantastic_factories.events import Discarded
from engine.games.fantastic_factories.moves import Discard
from engine.games.fantastic_factories.state import DiscardChoice, FactoriesState, GainChoice
from engine.games.fantastic_factories.steps.base import FactoriesStep, check_hand


class DiscardStep(FactoriesStep[Discard]):
    """One card after the other; after the last one the activated card works."""

    name = "discard"
    moves = (Discard,)
    answers = DiscardChoice
    exact = True

    def prompt(self, state: FactoriesState, seat: Seat) -> Text:
        asked = top_choice(state.pending[seat], DiscardChoice)
        return Count(
            "{card} costs {n} more card of your hand.",
            "{card} costs {n} more cards of your hand.",
            asked.left,
            card=Name(asked.card),
        )

    def candidates(self, state: FactoriesState, seat: Seat) -> list[Move]:
        discards = self.book.discards
        return [discards[card] for card in dict.fromkeys(state.players[seat].hand)]

    def check(self, state: FactoriesState, seat: Seat, move: Discard) -> Refusal | None:
        return check_hand(state.players[seat].hand, move.card)

    def carry_out(self, deed: FactoriesDeed, move: Discard) -> None:
        asked = top_choice(deed.state.pending[deed.seat], DiscardChoice)
        deed.discard(move.card)
        deed.events.append(Discarded(seat=deed.seat, card=move.card))
        asked.left -= 1
        if asked.left:
            return
        deed.state.pending[deed.seat].pop()
        way = self.book.way[asked.card][tuple(asked.faces), asked.choice]
        if way.effect == "price":
            self._sell(deed, way, move.card)
        else:
            work(deed, way)

    def _sell(self, deed: FactoriesDeed, way: Way, card: str) -> None:
        """Marché Noir: the printed cost, or a choice out of it where it is above the limit."""
        metal, energy = self.book.costs[card]
        use = self.book.cards[way.card].use
        most = use.at_most if use else 0
        if metal + energy <= most:
            deed.gain(Amounts(metal=metal, energy=energy), way.card)
        else:
            deed.state.pending[deed.seat].append(GainChoice(way.card, card, most))
