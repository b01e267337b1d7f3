"""Prestataires: an opponent gets the gift of the Architect, the Electrician or the Miner."""

from engine.core.errors import Refusal
from engine.core.language import Name, Text, Who
from engine.core.types import Move, Seat, top_choice
from engine.games.fantastic_factories.cards import Contractor
from engine.games.fantastic_factories.contractors import hand_over
from engine.games.fantastic_factories.deed import FactoriesDeed
from engine.games.fantastic_factories.flow import dismiss
from engine.games.fantastic_factories.formulas import gains
from engine.games.fantastic_factories.moves import Gift
from engine.games.fantastic_factories.state import FactoriesState, GiftChoice
from engine.games.fantastic_factories.steps.base import FactoriesStep

GIFTS: list[Move] = [Gift(seat) for seat in range(8)]


class GiftStep(FactoriesStep[Gift]):
    """Chosen after the contractor's own gain was seen; it can't be declined."""

    name = "gift"
    moves = (Gift,)
    answers = GiftChoice
    exact = True

    def prompt(self, state: FactoriesState, seat: Seat) -> Text:
        contractor = self._contractor(state, seat)
        gift = gains(contractor.gift) if contractor.gift else []
        return Text("Which opponent gets {gift} from {contractor}?", gift=gift, contractor=Name(contractor.id))

    def candidates(self, state: FactoriesState, seat: Seat) -> list[Move]:
        return [move for other, move in enumerate(GIFTS[: len(state.players)]) if other != seat]

    def check(self, state: FactoriesState, seat: Seat, move: Gift) -> Refusal | None:
        opponents = [other for other in range(len(state.players)) if other != seat]
        if move.seat not in opponents:
            return Refusal("no_opponent", "your opponents are {who}.", who=[Who(other) for other in opponents])
        return None

    def carry_out(self, deed: FactoriesDeed, move: Gift) -> None:
        contractor = self._contractor(deed.state, deed.seat)
        slot = deed.state.pending[deed.seat].pop().slot  # type: ignore[union-attr]
        hand_over(deed, contractor, move.seat)
        dismiss(deed, slot)

    def _contractor(self, state: FactoriesState, seat: Seat) -> Contractor:
        asked = top_choice(state.pending[seat], GiftChoice)
        return self.book.contractors[state.contractors[asked.slot] or ""]
