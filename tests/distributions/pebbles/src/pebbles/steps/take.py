"""The only paragraph of play: players take pebbles by turns."""

from collections.abc import Iterator

from engine.core.chance import Chance
from engine.core.errors import Refusal
from engine.core.language import Text
from engine.core.steps import Step
from engine.core.types import Event, Seat
from pebbles.book import PebblesBook
from pebbles.events import Taken
from pebbles.flow import end_turn
from pebbles.moves import Take
from pebbles.state import PebblesState


class TakeStep(Step[PebblesState, PebblesBook, Take]):
    """One after the other."""

    name = "take"
    moves = (Take,)

    def prompt(self, state: PebblesState, seat: Seat) -> Text:
        return Text("How many of the {heap} pebbles do you take?", heap=state.heap)

    def awaiting(self, state: PebblesState) -> tuple[Seat, ...]:
        return (state.turn,)

    def candidates(self, state: PebblesState, seat: Seat) -> Iterator[Take]:
        return (Take(pebbles) for pebbles in range(1, self.find_most(state) + 1))

    def check(self, state: PebblesState, seat: Seat, move: Take) -> Refusal | None:
        most = self.find_most(state)
        if not 1 <= move.pebbles <= most:
            return Refusal("too_many", "you take between 1 and {most} pebbles.", most=most)
        return None

    def apply(self, state: PebblesState, seat: Seat, move: Take, chance: Chance) -> list[Event]:
        state.heap -= move.pebbles
        state.players[seat].taken += move.pebbles
        end_turn(state)
        return [Taken(seat=seat, pebbles=move.pebbles)]

    def find_most(self, state: PebblesState) -> int:
        """Return how many pebbles may be taken now."""
        return min(self.book.edition.most, state.heap)
