"""Page 10, special: the effect of another machine of the bric-a-brac is done as if it were this one's."""

from collections.abc import Iterator

from engine.core.chance import Chance
from engine.core.errors import Refusal
from engine.core.language import Text
from engine.core.types import Event, Seat
from engine.games.nicodemus.effects import activate, can_copy, means
from engine.games.nicodemus.events import Copied
from engine.games.nicodemus.moves import Copy
from engine.games.nicodemus.state import CopyChoice, NicodemusState
from engine.games.nicodemus.steps.base import NicodemusStep


class CopyStep(NicodemusStep[Copy]):
    """A machine that carries no copy itself and whose effect can be done."""

    name = "copy"
    moves = (Copy,)
    answers = CopyChoice
    exact = True

    def prompt(self, state: NicodemusState, seat: Seat) -> Text:
        return Text("The effect of which machine do you copy: {positions}?", positions=self._positions(state, seat))

    def candidates(self, state: NicodemusState, seat: Seat) -> Iterator[Copy]:
        return (Copy(position) for position in self._positions(state, seat))

    def check(self, state: NicodemusState, seat: Seat, move: Copy) -> Refusal | None:
        positions = self._positions(state, seat)
        if move.position not in positions:
            return Refusal(
                "no_copy",
                "you can copy only another effect that can be done, and no copy: {positions}.",
                positions=positions,
            )
        return None

    def apply(self, state: NicodemusState, seat: Seat, move: Copy, chance: Chance) -> list[Event]:
        state.pending[seat].pop()
        card = state.row[move.position - 1]
        return [Copied(seat=seat, card=card), *activate(self.book, state, seat, self.book.effect_of[card], chance)]

    def _positions(self, state: NicodemusState, seat: Seat) -> list[int]:
        others = state.row[:-1]
        by = means(state, seat, len(state.players[seat].hand), others)
        return [position for position, card in enumerate(others, 1) if can_copy(self.book, card, by)]
