"""What a position holds, and what can't be in it."""

from collections.abc import Iterator

from engine.core.types import Options
from pebbles.book import PebblesBook
from pebbles.state import PebblesState


def take_census(book: PebblesBook, state: PebblesState) -> dict[str, int]:
    """Every pebble is in the heap or was taken."""
    return {"pebble": state.heap + sum(player.taken for player in state.players)}


def find_oddities(book: PebblesBook, state: PebblesState, seats: int, options: Options) -> Iterator[str]:
    """Yield what can't be in a position of this game."""
    if min([state.heap, *(player.taken for player in state.players)]) < 0:
        yield "there are no fewer than no pebbles"
    if state.turn not in range(seats):
        yield f"there is no seat {state.turn}"
    if (state.step == "over") != (state.heap == 0):
        yield "the game is over when the heap is empty, and not before"
