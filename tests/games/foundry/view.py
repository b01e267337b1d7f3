"""What a seat may know, and the dealing anew of what it can't know."""

from typing import Any

from engine.core.chance import Chance, forget_order
from engine.core.types import Seat
from tests.games.foundry.book import FoundryBook
from tests.games.foundry.state import FoundryState


def make_view(book: FoundryBook, state: FoundryState, seat: Seat | None) -> dict[str, Any]:
    """Hands, drawn designs, the deck and sealed bids are hidden; only their numbers show."""
    return {
        "round": state.round,
        "step": state.step,
        "deck": len(state.deck),
        "discard": state.discard,
        "players": [player_view(state, other) for other in range(len(state.players))],
        "hand": None if seat is None else state.players[seat].hand,
        "bid": None if seat is None else state.sealed[seat],
        "drawn": None if seat is None or not state.pending[seat] else state.pending[seat][-1].drawn,
    }


def player_view(state: FoundryState, seat: Seat) -> dict[str, Any]:
    """Return what lies open of a player."""
    player = state.players[seat]
    shown = {"seat": seat, "coins": player.coins, "iron": player.iron, "tin": player.tin, "cast": player.cast}
    return {**shown, "hand": len(player.hand), "has_bid": state.sealed[seat] is not None}


def shuffle_unknown(book: FoundryBook, state: FoundryState, seat: Seat | None, chance: Chance) -> None:
    """The deck, other hands, what others drew and bid."""
    others = [player for other, player in enumerate(state.players) if other != seat]
    drafts = [stack[-1] for other, stack in enumerate(state.pending) if other != seat and stack]
    pool = state.deck + [c for player in others for c in player.hand] + [c for one in drafts for c in one.drawn]
    pool = forget_order(pool, chance)
    for player in others:
        player.hand = sorted(pool.pop() for _ in player.hand)
    for draft in drafts:
        draft.drawn = [pool.pop() for _ in draft.drawn]
    state.deck = pool
    for other, bid in enumerate(state.sealed):
        if other != seat and bid is not None and state.step == "bid" and None in state.sealed:
            state.sealed[other] = chance.below(state.players[other].coins + 1)
