"""Phase de marché, A: take a blueprint of the market."""

from bisect import insort

from engine.core.errors import Refusal
from engine.core.language import Text
from engine.core.types import Move, Seat
from engine.games.fantastic_factories.book import FactoriesBook
from engine.games.fantastic_factories.deed import FactoriesDeed
from engine.games.fantastic_factories.events import Took
from engine.games.fantastic_factories.flow import leave_market
from engine.games.fantastic_factories.moves import Take
from engine.games.fantastic_factories.state import FactoriesState
from engine.games.fantastic_factories.steps.base import MarketPhaseStep, check_slot


class TakeStep(MarketPhaseStep[Take]):
    """One blueprint, for free; the row is refilled at once. It stands first, so its name is that of the phase."""

    name = "market"
    moves = (Take,)
    exact = True

    def __init__(self, book: FactoriesBook) -> None:
        super().__init__(book)
        self.takes: list[Move] = [Take(slot) for slot in range(1, self.book.setup.blueprints + 1)]

    def prompt(self, state: FactoriesState, seat: Seat) -> Text:
        return Text("Take a blueprint of the market or hire a contractor.")

    def candidates(self, state: FactoriesState, seat: Seat) -> list[Move]:
        if None not in state.market:
            return self.takes
        return [move for move, card in zip(self.takes, state.market, strict=True) if card is not None]

    def check(self, state: FactoriesState, seat: Seat, move: Take) -> Refusal | None:
        return check_slot(state.market, move.slot)

    def carry_out(self, deed: FactoriesDeed, move: Take) -> None:
        market = deed.state.market
        card = market[move.slot - 1]
        assert card is not None
        market[move.slot - 1] = None
        insort(deed.player.hand, card)
        insort(deed.player.known, card)
        deed.events.append(Took(seat=deed.seat, card=card))
        deed.fill("blueprints")
        leave_market(deed)
