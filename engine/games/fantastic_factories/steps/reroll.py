"""Agence d'Intérim: any number of unplaced dice, marked one by one, are rolled again together."""

from bisect import insort

from engine.core.errors import Refusal
from engine.core.language import Text
from engine.core.types import Move, Seat, top_choice
from engine.games.fantastic_factories.deed import FactoriesDeed
from engine.games.fantastic_factories.effects import refuse_dice
from engine.games.fantastic_factories.events import Marked
from engine.games.fantastic_factories.moves import FACES, Mark, Roll
from engine.games.fantastic_factories.state import FactoriesState, MarkChoice
from engine.games.fantastic_factories.steps.base import FactoriesStep
from engine.games.fantastic_factories.words import show_dice

MARKS: dict[int, Move] = {face: Mark(face) for face in FACES}
ROLL: Move = Roll()


class RerollStep(FactoriesStep[Mark | Roll]):
    """At least one die is marked; `roll` rolls all that are."""

    name = "mark"
    moves = (Mark, Roll)
    answers = MarkChoice
    exact = True

    def prompt(self, state: FactoriesState, seat: Seat) -> Text:
        marked = top_choice(state.pending[seat], MarkChoice).marked
        if not marked:
            return Text("Mark the dice that you want to roll again.")
        return Text("Mark more dice, or roll {dice}.", dice=show_dice(marked))

    def candidates(self, state: FactoriesState, seat: Seat) -> list[Move]:
        marks = [MARKS[face] for face in dict.fromkeys(state.players[seat].dice)]
        return [*marks, ROLL] if top_choice(state.pending[seat], MarkChoice).marked else marks

    def check(self, state: FactoriesState, seat: Seat, move: Mark | Roll) -> Refusal | None:
        dice = state.players[seat].dice
        if isinstance(move, Mark) and move.face not in dice:
            return refuse_dice(dice)
        if isinstance(move, Roll) and not top_choice(state.pending[seat], MarkChoice).marked:
            return Refusal("none_marked", "mark at least one die first.")
        return None

    def carry_out(self, deed: FactoriesDeed, move: Mark | Roll) -> None:
        asked = top_choice(deed.state.pending[deed.seat], MarkChoice)
        if isinstance(move, Mark):
            deed.player.dice.remove(move.face)
            insort(asked.marked, move.face)
            deed.events.append(Marked(seat=deed.seat, face=move.face))
        else:
            deed.state.pending[deed.seat].pop()
            deed.roll(len(asked.marked))
