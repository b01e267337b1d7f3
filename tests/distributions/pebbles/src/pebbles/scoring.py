"""Who wins."""

from engine.core.types import Result, rank
from pebbles.book import PebblesBook
from pebbles.state import PebblesState


def find_result(book: PebblesBook, state: PebblesState) -> Result | None:
    """Whoever took the last pebble wins; it is still their turn."""
    if state.step != "over":
        return None
    scores = [int(seat == state.turn) for seat in range(len(state.players))]
    return rank("heap", [(score,) for score in scores], scores, [{"taken": player.taken} for player in state.players])
