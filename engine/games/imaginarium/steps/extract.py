"""The action Extraction: charcoalium from the workshop's own extractor."""

from engine.core.chance import Chance
from engine.core.errors import Refusal
from engine.core.types import Event, Move, Seat
from engine.games.imaginarium.effects import change
from engine.games.imaginarium.events import Extracted
from engine.games.imaginarium.moves import Extract
from engine.games.imaginarium.state import ImaginariumState
from engine.games.imaginarium.steps.base import ActionStep

EXTRACT = Extract()


class ExtractStep(ActionStep[Extract]):
    """Three charcoalium."""

    name = "extract"
    moves = (Extract,)

    def candidates(self, state: ImaginariumState, seat: Seat) -> list[Move]:
        return [EXTRACT] if self.is_open(state, seat) else []

    def check(self, state: ImaginariumState, seat: Seat, move: Extract) -> Refusal | None:
        return self.why_closed(state, seat)

    def apply(self, state: ImaginariumState, seat: Seat, move: Extract, chance: Chance) -> list[Event]:
        self.begin(state)
        gain = {"charcoalium": self.book.edition.figures.extract}
        change(state.players[seat], gain)
        return [Extracted(seat=seat, change=gain)]
