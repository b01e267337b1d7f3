"""Marché Noir: which resources are gained when the discarded card costs more than four."""

from engine.core.errors import Refusal
from engine.core.language import Text
from engine.core.types import Move, Seat, top_choice
from engine.games.fantastic_factories.cards import Amounts
from engine.games.fantastic_factories.deed import FactoriesDeed
from engine.games.fantastic_factories.moves import Gain
from engine.games.fantastic_factories.state import FactoriesState, GainChoice
from engine.games.fantastic_factories.steps.base import FactoriesStep
from engine.games.fantastic_factories.words import bundle


class GainStep(FactoriesStep[Gain]):
    """Exactly as many as the limit, out of the printed cost."""

    name = "gain"
    moves = (Gain,)
    answers = GainChoice
    exact = True

    def prompt(self, state: FactoriesState, seat: Seat) -> Text:
        asked = top_choice(state.pending[seat], GainChoice)
        return Text("Which {n} of {cost} do you gain?", n=asked.n, cost=bundle(*self.book.costs[asked.card]))

    def candidates(self, state: FactoriesState, seat: Seat) -> list[Move]:
        asked = top_choice(state.pending[seat], GainChoice)
        metal, energy = self.book.costs[asked.card]
        fewest, most = max(0, asked.n - energy), min(metal, asked.n)
        return [Gain(("metal",) * n + ("energy",) * (asked.n - n)) for n in range(fewest, most + 1)]

    def check(self, state: FactoriesState, seat: Seat, move: Gain) -> Refusal | None:
        if move not in self.candidates(state, seat):
            asked = top_choice(state.pending[seat], GainChoice)
            cost = bundle(*self.book.costs[asked.card])
            return Refusal("wrong_gain", "gain exactly {n} out of {cost}.", n=asked.n, cost=cost)
        return None

    def carry_out(self, deed: FactoriesDeed, move: Gain) -> None:
        asked = top_choice(deed.state.pending[deed.seat], GainChoice)
        deed.state.pending[deed.seat].pop()
        gain = Amounts(metal=move.goods.count("metal"), energy=move.goods.count("energy"))
        deed.gain(gain, asked.by)
