"""Contremaître: at the start of work up to four dice are set instead of rolled."""

from engine.core.errors import Refusal
from engine.core.language import Count, Text
from engine.core.types import Move, Seat, top_choice
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
        asked = top_choice(state.pending[seat], SetChoice)
        return Count("Set a die, or roll it: {n} is left.", "Set a die, or roll the rest: {n} are left.", asked.left)

    def candidates(self, state: FactoriesState, seat: Seat) -> list[Move]:
        return SETS

    def check(self, state: FactoriesState, seat: Seat, move: Set | Roll) -> Refusal | None:
        return check_face(move.face) if isinstance(move, Set) else None

    def carry_out(self, deed: FactoriesDeed, move: Set | Roll) -> None:
        asked = top_choice(deed.state.pending[deed.seat], SetChoice)
        if isinstance(move, Set):
            add_die(deed, move.face)
            asked.left -= 1
            asked.free -= 1
            if asked.left and asked.free:
                return
        deed.state.pending[deed.seat].pop()
        deed.roll(asked.left)
