"""Who wins."""

from engine.core.types import Result, rank
from tests.games.foundry.book import FoundryBook
from tests.games.foundry.state import FoundryState


def find_result(book: FoundryBook, state: FoundryState) -> Result | None:
    """Points of cast designs; ties go to more coins, else are shared."""
    if state.ended is None:
        return None
    scores = [sum(book.designs[card].points for card in player.cast) for player in state.players]
    keys = [(score, player.coins) for score, player in zip(scores, state.players, strict=True)]
    return rank(state.ended, keys, scores, [{"coins": player.coins} for player in state.players])
