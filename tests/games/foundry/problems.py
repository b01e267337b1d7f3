"""What a position holds, and what can't be in it."""

from collections import Counter
from collections.abc import Iterator

from engine.core.rules import Key
from engine.core.types import Options
from tests.games.foundry.book import FoundryBook
from tests.games.foundry.state import FoundryState

KINDS = ("coins", "iron", "tin")


def take_census(book: FoundryBook, state: FoundryState) -> dict[str, int]:
    """Every design is somewhere."""
    cards = Counter(state.deck + state.discard)
    for player, stack in zip(state.players, state.pending, strict=True):
        cards.update(player.hand + player.cast + [card for draft in stack for card in draft.drawn])
    return dict(cards)


def count_holdings(book: FoundryBook, state: FoundryState) -> dict[Key, int]:
    """Coins and metals come from and go to an endless supply."""
    return {(seat, kind): getattr(p, kind) for seat, p in enumerate(state.players) for kind in KINDS}


def find_oddities(book: FoundryBook, state: FoundryState, seats: int, options: Options) -> Iterator[str]:
    """Yield what can't be in a position of this game."""
    promises = {
        "each seat has a bid, and one of them the turn": len(state.sealed) == seats and state.turn in range(seats),
        "there is no less than nothing": min(count_holdings(book, state).values()) >= 0,
        "nobody bids more than they have": bids_fit(state),
        "the winner alone draws, two designs": drafts_fit(state),
        "there are designs to bid for": state.step != "bid" or None not in state.sealed or len(state.deck) >= 2,
        "a game that is over has a cause": (state.step == "over") == (state.ended is not None),
        "rounds are counted from the first": 1 <= state.round <= max(1, book.edition.rounds),
    }
    yield from (f"it does not hold that {promise}" for promise, holds in promises.items() if not holds)


def bids_fit(state: FoundryState) -> bool:
    """Tell whether sealed bids can be paid; once all have bid, they have been."""
    if None not in state.sealed:
        return min(bid or 0 for bid in state.sealed) >= 0
    purses = zip(state.players, state.sealed, strict=False)
    return all(bid is None or 0 <= bid <= player.coins for player, bid in purses)


def drafts_fit(state: FoundryState) -> bool:
    """Tell whether two designs are to choose from once all have bid, and never else."""
    drafts = [draft for stack in state.pending for draft in stack]
    wanted = int(state.step == "bid" and None not in state.sealed)
    return state.step != "keep" and len(drafts) == wanted and all(len(draft.drawn) == 2 for draft in drafts)
