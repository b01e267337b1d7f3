"""Phase de marché: whoever can neither take nor hire passes (a ruling: the rulebook does not foresee it)."""

from engine.core.errors import Refusal
from engine.core.types import Move, Seat
from engine.games.fantastic_factories.deed import Deed
from engine.games.fantastic_factories.events import Passed
from engine.games.fantastic_factories.moves import Pass
from engine.games.fantastic_factories.rounds import leave_market
from engine.games.fantastic_factories.state import FactoriesState
from engine.games.fantastic_factories.steps.base import MarketPhaseStep

PASS: list[Move] = [Pass()]


class PassStep(MarketPhaseStep):
    """Nothing to choose; a row that could be replaced for a resource changes nothing in that."""

    name = "pass"
    moves = (Pass,)
    exact = True

    def candidates(self, state: FactoriesState, seat: Seat) -> list[Move]:
        return PASS if self._is_stuck(state, seat) else []

    def check(self, state: FactoriesState, seat: Seat, move: Pass) -> Refusal | None:
        if not self._is_stuck(state, seat):
            return Refusal("can_choose", "you have to take a blueprint or hire a contractor.")
        return None

    def _is_stuck(self, state: FactoriesState, seat: Seat) -> bool:
        return not any(state.market) and not self.rules.hire_step.candidates(state, seat)

    def carry_out(self, deed: Deed, move: Pass) -> None:
        deed.events.append(Passed(seat=deed.seat))
        leave_market(deed)
