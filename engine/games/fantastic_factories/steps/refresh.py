"""Phase de marché, Action facultative: pay to replace a whole row, once a round, before the choice."""

from engine.core.errors import Refusal
from engine.core.language import Amount
from engine.core.types import Move, Seat
from engine.games.fantastic_factories.deed import FactoriesDeed
from engine.games.fantastic_factories.events import Refreshed
from engine.games.fantastic_factories.moves import Refresh
from engine.games.fantastic_factories.state import FactoriesState
from engine.games.fantastic_factories.steps.base import MarketPhaseStep

BY_METAL: list[Move] = [Refresh("blueprints", "metal"), Refresh("contractors", "metal")]
BY_ENERGY: list[Move] = [Refresh("blueprints", "energy"), Refresh("contractors", "energy")]


class RefreshStep(MarketPhaseStep[Refresh]):
    """Discard first, then refill: swept cards may come back when the deck runs out."""

    name = "refresh"
    moves = (Refresh,)
    exact = True

    def candidates(self, state: FactoriesState, seat: Seat) -> list[Move]:
        player = state.players[seat]
        if player.refreshed:
            return []
        cost = self.book.limits.refresh_cost
        return [*(BY_METAL if player.metal >= cost else ()), *(BY_ENERGY if player.energy >= cost else ())]

    def check(self, state: FactoriesState, seat: Seat, move: Refresh) -> Refusal | None:
        player = state.players[seat]
        if player.refreshed:
            return Refusal("refreshed", "you have replaced a row this round; once a round is the limit.")
        if getattr(player, move.pay) < self.book.limits.refresh_cost:
            return Refusal(
                "too_poor",
                "it costs {price} and you have {purse}.",
                price=Amount(move.pay, self.book.limits.refresh_cost),
                purse=getattr(player, move.pay),
            )
        return None

    def carry_out(self, deed: FactoriesDeed, move: Refresh) -> None:
        cost = self.book.limits.refresh_cost
        metal, energy = (cost, 0) if move.pay == "metal" else (0, cost)
        deed.player.metal -= metal
        deed.player.energy -= energy
        deed.player.refreshed = True
        deed.events.append(Refreshed(seat=deed.seat, row=move.row, metal=-metal, energy=-energy))
        deed.sweep(move.row)
        deed.fill(move.row)
