"""What a position holds."""

from collections import Counter

from engine.core.rules import Key
from tests.games.foundry.book import FoundryBook
from tests.games.foundry.state import FoundryState


def take_census(book: FoundryBook, state: FoundryState) -> dict[str, int]:
    """Every design is somewhere."""
    cards = Counter(state.deck + state.discard)
    for player, stack in zip(state.players, state.pending, strict=True):
        cards.update(player.hand + player.cast + [card for draft in stack for card in draft.drawn])
    return dict(cards)


def count_holdings(book: FoundryBook, state: FoundryState) -> dict[Key, int]:
    """Coins and metals come from and go to an endless supply."""
    kinds = ("coins", "iron", "tin")
    return {(seat, kind): getattr(p, kind) for seat, p in enumerate(state.players) for kind in kinds}
