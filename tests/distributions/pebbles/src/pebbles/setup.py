"""The first position of Pebbles."""

from engine.core.chance import Chance
from engine.core.types import Options
from pebbles.book import PebblesBook
from pebbles.state import PebblesState, Player


def set_up(book: PebblesBook, seats: int, options: Options, chance: Chance) -> PebblesState:
    """All pebbles are in the heap; p1 begins."""
    return PebblesState(step="take", players=[Player() for _ in range(seats)], heap=book.edition.pebble.copies)
