"""What a seat may know, where its moves point to, and the dealing anew of what it can't know."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engine.core.chance import Chance, forget_order
from engine.core.names import Rows
from engine.core.types import Seat
from engine.games.nicodemus.book import NicodemusBook
from engine.games.nicodemus.state import NicodemusState, Player, Stock


def make_view(book: NicodemusBook, state: NicodemusState, seat: Seat | None) -> dict[str, Any]:
    """Hands, deck and project pile are hidden; stolen machines are known to both players."""
    choice = state.pending[state.turn][-1] if state.pending[state.turn] else None
    return {
        "round": state.round,
        "step": state.step,
        "turn": state.turn,
        "first": state.first,
        "ending": state.ending,
        "row": list(state.row),
        "coins": list(state.coins),
        "projects": list(state.projects),
        "reserve": stock_view(state.reserve),
        "deck": len(state.deck),
        "pile": len(state.pile),
        "discard": list(state.discard),
        "box": list(state.box),
        "players": [player_view(player, known=seat is not None) for player in state.players],
        "hand": None if seat is None else list(state.players[seat].hand),
        "choice": None if choice is None else msgspec.to_builtins(choice),
        "claims": [claim.project for claim in state.claims],
        "options": msgspec.to_builtins(state.options),
    }


def stock_view(stock: Stock) -> dict[str, int]:
    """Return tokens by kind."""
    return {"wood": stock.wood, "copper": stock.copper, "crystal": stock.crystal, "charcoalium": stock.charcoalium}


def player_view(player: Player, *, known: bool) -> dict[str, Any]:
    """Return what lies open of a player; `known` are machines of the hand that both players know."""
    return {
        "score": player.score,
        "stock": stock_view(player.stock),
        "hand": len(player.hand),
        "known": list(player.known) if known else None,
        "workshop": list(player.workshop),
        "aside": list(player.aside),
        "private": list(player.private),
        "claimed": list(player.claimed),
    }


def find_rows(book: NicodemusBook, view: Mapping[str, Any]) -> Rows:
    """Return the bric-a-brac."""
    return {"bric-a-brac": [(card,) for card in view["row"]]}


def shuffle_unknown(book: NicodemusBook, state: NicodemusState, seat: Seat | None, chance: Chance) -> None:
    """The deck, the pile, and other hands but for the machines that the seat knows of."""
    state.pile = forget_order(state.pile, chance)
    others = [player for other, player in enumerate(state.players) if other != seat]
    known = [[] if seat is None else list(player.known) for player in others]
    pool = list(state.deck)
    for player, cards in zip(others, known, strict=True):
        pool += without(player.hand, cards)
    pool = forget_order(pool, chance)
    for player, cards in zip(others, known, strict=True):
        dealt = [pool.pop() for _ in range(len(player.hand) - len(cards))]
        if seat is None:
            player.known = sorted(dealt[: len(player.known)])
        player.hand = sorted(cards + dealt)
    state.deck = pool


def without(cards: Sequence[str], some: Sequence[str]) -> list[str]:
    """Return cards less some of them."""
    left = list(cards)
    for card in some:
        left.remove(card)
    return left
