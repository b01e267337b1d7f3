"""Spécialiste: an extra die whose face is chosen at any time of the work."""

from engine.core.errors import Refusal
from engine.core.types import Move, Seat
from engine.games.fantastic_factories.deed import FactoriesDeed
from engine.games.fantastic_factories.effects import add_die
from engine.games.fantastic_factories.moves import FACES, UseSpecialist
from engine.games.fantastic_factories.state import FactoriesState
from engine.games.fantastic_factories.steps.base import WorkPhaseStep, check_face

FACES_OF_A_DIE: list[Move] = [UseSpecialist(face) for face in FACES]


class SpecialistStep(WorkPhaseStep[UseSpecialist]):
    """Once, after the own dice were rolled."""

    name = "specialist"
    moves = (UseSpecialist,)
    exact = True

    def candidates(self, state: FactoriesState, seat: Seat) -> list[Move]:
        return FACES_OF_A_DIE if state.players[seat].hired else []

    def check(self, state: FactoriesState, seat: Seat, move: UseSpecialist) -> Refusal | None:
        if not state.players[seat].hired:
            return Refusal("no_specialist", "you have no Specialist whose die is still to come.")
        return check_face(move.face)

    def carry_out(self, deed: FactoriesDeed, move: UseSpecialist) -> None:
        deed.player.hired = ""
        add_die(deed, move.face)
