"""Phase de travail, Actions de base and Bonus d'équipe: a die on a floor of the headquarters."""

from engine.core.errors import Refusal
from engine.core.language import Name, Text
from engine.core.types import Move, Seat
from engine.games.fantastic_factories.book import floor_gain
from engine.games.fantastic_factories.deed import FactoriesDeed
from engine.games.fantastic_factories.effects import refuse_dice
from engine.games.fantastic_factories.events import Placed
from engine.games.fantastic_factories.moves import Place
from engine.games.fantastic_factories.state import FactoriesState
from engine.games.fantastic_factories.steps.base import WorkPhaseStep

NOTHING: list[int] = []


class PlaceStep(WorkPhaseStep[Place]):
    """Each die gives at once; one that equals a die of its floor gives one unit more. Its name is the phase's."""

    name = "work"
    moves = (Place,)
    exact = True

    def prompt(self, state: FactoriesState, seat: Seat) -> Text:
        return Text("Place dice, build and activate in any order, then end.")

    def candidates(self, state: FactoriesState, seat: Seat) -> tuple[Move, ...]:
        player = state.players[seat]
        at = player.at
        spaces = self.book.limits.floor_spaces
        room = (
            len(at.get("research", NOTHING)) < spaces,
            len(at.get("generate", NOTHING)) < spaces,
            len(at.get("mine", NOTHING)) < spaces,
        )
        return self.book.places(tuple(player.dice), room)

    def check(self, state: FactoriesState, seat: Seat, move: Place) -> Refusal | None:
        player = state.players[seat]
        floor = self.book.floors[move.floor]
        if move.face not in player.dice:
            return refuse_dice(player.dice)
        if move.face not in floor.faces:
            return Refusal(
                "wrong_face", "{floor} takes dice that show {faces}.", floor=Name(floor.id), faces=floor.faces
            )
        if len(player.at.get(move.floor, NOTHING)) >= self.book.limits.floor_spaces:
            return Refusal(
                "floor_full",
                "{floor} has room for {n} dice and is full.",
                floor=Name(floor.id),
                n=self.book.limits.floor_spaces,
            )
        return None

    def carry_out(self, deed: FactoriesDeed, move: Place) -> None:
        player = deed.player
        placed = player.at.setdefault(move.floor, [])
        gain = floor_gain(self.book, move.floor, move.face, placed)
        player.dice.remove(move.face)
        placed.append(move.face)
        deed.events.append(Placed(seat=deed.seat, face=move.face, floor=move.floor))
        deed.gain(gain, move.floor)
