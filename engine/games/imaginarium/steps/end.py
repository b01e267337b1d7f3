"""5. Finishing turn: the handyman goes to the lowest free initiative number, which is the order of play itself."""

from engine.core.chance import Chance
from engine.core.errors import Refusal
from engine.core.language import Name, Text
from engine.core.types import Event, Move, Seat
from engine.games.imaginarium.book import ImaginariumBook
from engine.games.imaginarium.events import TurnEnded
from engine.games.imaginarium.flow import implement_on
from engine.games.imaginarium.moves import End
from engine.games.imaginarium.state import ImaginariumState
from engine.games.imaginarium.steps.base import TurnStep
from engine.games.imaginarium.steps.complete import CompleteStep
from engine.games.imaginarium.steps.pick_up import is_picked_up

END = End()


class EndStep(TurnStep[End]):
    """Finishing turn."""

    name = "end"
    moves = (End,)

    def __init__(self, book: ImaginariumBook) -> None:
        super().__init__(book)
        self._complete = CompleteStep(book)

    def candidates(self, state: ImaginariumState, seat: Seat) -> list[Move]:
        return [END] if state.now.pair is not None else []

    def check(self, state: ImaginariumState, seat: Seat, move: End) -> Refusal | None:
        if not is_picked_up(state):
            return Refusal("not_picked_up", "first pick up what you planned: `acquire` or `collect`.")
        if state.now.pair is None:
            return Refusal("not_dialled", "first turn the hands to two actions: `dial`.")
        return None

    def apply(self, state: ImaginariumState, seat: Seat, move: End, chance: Chance) -> list[Event]:
        state.track[state.at].place = None
        state.at += 1
        return [TurnEnded(seat=seat), *implement_on(self.book, state, chance)]

    def advise(self, state: ImaginariumState, seat: Seat, move: End) -> Text | None:
        left = [Name(project) for project in self._complete.completable(state, seat)]
        return Text("You could still have completed {projects}.", projects=left) if left else None
