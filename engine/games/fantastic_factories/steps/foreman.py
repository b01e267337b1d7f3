"""Contremaître: at the start of work up to four dice are set instead of rolled."""

from engine.core.errors import Refusal
from engine.core.language import Count, Text
from engine.core.types import Move, Seat
from engine.games.fantastic_factories.deed import FactoriesDeed
from engine.games.fantastic_factories.effects import add_die
from engine.games.fantastic_factories.moves import FACES, Roll, Set
from engine.games.fantastic_factories.state import FactoriesState, SetChoice
from engine.games.fantastic_factories.steps.base import FactoriesStep, check_face

SETS: list[Move] = [*(Set(face) for face in FACES), Roll()]


class ForemanStep(FactoriesStep[Set | Roll]):
    """Set dice one by one; when no more may be set, or on `roll`, the others are rolled."""

    name = "set"
    moves = (Set, Roll)
    answers = SetChoice
    exact = True

    def prompt(self, state: FactoriesState, seat: Seat) -> Text:
        asked = self._asked(state, seat)
        return Count("Set a die, or roll it: {n} is left.", "Set a die, or roll the rest: {n} are left.", asked.left)

    def candidates(self, state: FactoriesState, seat: Seat) -> list[Move]:
        return SETS

    def check(self, state: FactoriesState, seat: Seat, move: Set | Roll) -> Refusal | None:
        return check_face(move.face) if isinstance(move, Set) else None

    def carry_out(self, deed: FactoriesDeed, move: Set | Roll) -> None:
        asked = self._asked(deed.state, deed.seat)
        if isinstance(move, Set):
            add_die(deed, move.face)
            asked.left -= 1
            asked.free -= 1
            if asked.left and asked.free:
                return
        deed.state.pending[deed.seat].pop()
        deed.roll(asked.left)

    def _asked(self, state: FactoriesState, seat: Seat) -> SetChoice:
        asked = state.pending[seat][-1]
        assert isinstance(asked, SetChoice)
        return asked
