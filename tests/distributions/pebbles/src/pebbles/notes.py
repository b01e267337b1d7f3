"""What notes need to know of Pebbles: a turn can be begun whenever there is a heap."""

from engine.core.editions import Label
from engine.core.phases import Phase
from engine.core.types import Seat
from pebbles.book import PebblesBook
from pebbles.state import PebblesState

PHASES = {"turn": Phase(Label("turn", "tour"), ("take",))}


def put_on_turn(book: PebblesBook, state: PebblesState, seat: Seat, phase: str) -> bool:
    """Let the seat take from the heap as it is."""
    state.turn = seat
    return True
