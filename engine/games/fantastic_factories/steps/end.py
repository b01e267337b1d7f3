"""Fin de la phase de travail: a player has done enough; dice may stay unused."""

from engine.core.errors import Refusal
from engine.core.language import Count, Text
from engine.core.types import Move, Seat
from engine.games.fantastic_factories.deed import FactoriesDeed
from engine.games.fantastic_factories.flow import finish_work
from engine.games.fantastic_factories.moves import End
from engine.games.fantastic_factories.state import FactoriesState
from engine.games.fantastic_factories.steps.base import WorkPhaseStep

END: list[Move] = [End()]


class EndStep(WorkPhaseStep[End]):
    """What is above the limits is asked for next."""

    name = "end"
    moves = (End,)
    exact = True

    def candidates(self, state: FactoriesState, seat: Seat) -> list[Move]:
        return END

    def check(self, state: FactoriesState, seat: Seat, move: End) -> Refusal | None:
        return None

    def advise(self, state: FactoriesState, seat: Seat, move: End) -> Text | None:
        player = state.players[seat]
        left = len(player.dice) + bool(player.hired)
        return Count("You leave {n} die unused.", "You leave {n} dice unused.", left) if left else None

    def carry_out(self, deed: FactoriesDeed, move: End) -> None:
        finish_work(deed)
