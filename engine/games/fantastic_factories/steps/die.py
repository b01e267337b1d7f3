"""Super Usine: the face of its extra die."""

from engine.core.errors import Refusal
from engine.core.language import Text
from engine.core.types import Move, Seat
from engine.games.fantastic_factories.deed import FactoriesDeed
from engine.games.fantastic_factories.effects import add_die
from engine.games.fantastic_factories.moves import FACES, Die
from engine.games.fantastic_factories.state import DieChoice, FactoriesState
from engine.games.fantastic_factories.steps.base import FactoriesStep, check_face

DICE: list[Move] = [Die(face) for face in FACES]


class DieStep(FactoriesStep[Die]):
    """Any face."""

    name = "die"
    moves = (Die,)
    answers = DieChoice
    exact = True

    def prompt(self, state: FactoriesState, seat: Seat) -> Text:
        return Text("Which face does your extra die show?")

    def candidates(self, state: FactoriesState, seat: Seat) -> list[Move]:
        return DICE

    def check(self, state: FactoriesState, seat: Seat, move: Die) -> Refusal | None:
        return check_face(move.face)

    def carry_out(self, deed: FactoriesDeed, move: Die) -> None:
        deed.state.pending[deed.seat].pop()
        add_die(deed, move.face)
