"""Page 10, production: one kind of resource is chosen for the machines that show `any`."""

from engine.core.chance import Chance
from engine.core.errors import Refusal
from engine.core.language import Text, name_all
from engine.core.types import Event, Move, Seat
from engine.games.nicodemus.effects import count_symbol, gain, settle
from engine.games.nicodemus.moves import RESOURCES, Choose
from engine.games.nicodemus.state import KindChoice, NicodemusState
from engine.games.nicodemus.steps.base import NicodemusStep

CHOICES: tuple[Move, ...] = (Choose("wood"), Choose("copper"), Choose("crystal"))


class GainStep(NicodemusStep[Choose]):
    """One kind for the whole gain."""

    name = "kind"
    moves = (Choose,)
    answers = KindChoice
    exact = True

    def prompt(self, state: NicodemusState, seat: Seat) -> Text:
        return Text("Which kind do you gain: {kinds}?", kinds=name_all(RESOURCES))

    def candidates(self, state: NicodemusState, seat: Seat) -> tuple[Move, ...]:
        return CHOICES

    def check(self, state: NicodemusState, seat: Seat, move: Choose) -> Refusal | None:
        return None

    def apply(self, state: NicodemusState, seat: Seat, move: Choose, chance: Chance) -> list[Event]:
        state.pending[seat].pop()
        gained = gain(state, seat, move.kind, count_symbol(self.book, state.row, "any", any_counts=False))
        return [gained, *settle(self.book, state, seat, chance)]
