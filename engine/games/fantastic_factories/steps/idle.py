"""Phase de marché: whoever can neither take nor hire passes (a ruling: the rulebook does not foresee it)."""

from engine.core.errors import Refusal
from engine.core.types import Move, Seat
from engine.games.fantastic_factories.book import FactoriesBook
from engine.games.fantastic_factories.deed import FactoriesDeed
from engine.games.fantastic_factories.events import Passed
from engine.games.fantastic_factories.flow import leave_market
from engine.games.fantastic_factories.moves import Pass
from engine.games.fantastic_factories.state import FactoriesState
from engine.games.fantastic_factories.steps.base import MarketPhaseStep
from engine.games.fantastic_factories.steps.hire import HireStep

PASS: list[Move] = [Pass()]


class PassStep(MarketPhaseStep[Pass]):
    """Nothing to choose; a row that could be replaced for a resource changes nothing in that."""

    name = "pass"
    moves = (Pass,)
    exact = True

    def __init__(self, book: FactoriesBook) -> None:
        super().__init__(book)
        self._hire = HireStep(book)

    def candidates(self, state: FactoriesState, seat: Seat) -> list[Move]:
        return PASS if self._is_stuck(state, seat) else []

    def check(self, state: FactoriesState, seat: Seat, move: Pass) -> Refusal | None:
        if not self._is_stuck(state, seat):
            return Refusal("can_choose", "you have to take a blueprint or hire a contractor.")
        return None

    def _is_stuck(self, state: FactoriesState, seat: Seat) -> bool:
        return not any(state.market) and not self._hire.candidates(state, seat)

    def carry_out(self, deed: FactoriesDeed, move: Pass) -> None:
        deed.events.append(Passed(seat=deed.seat))
        leave_market(deed)
