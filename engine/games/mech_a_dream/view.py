"""What a seat may know: everything but the piles, and before they are opened the screens of others; and the dealing anew of those."""

from collections.abc import Sequence
from typing import Any

import msgspec

from engine.core.chance import Chance, forget_order
from engine.core.types import Seat
from engine.games.mech_a_dream.book import DreamBook
from engine.games.mech_a_dream.state import Asked, DreamState, Player


def make_view(book: DreamBook, state: DreamState, seat: Seat | None) -> dict[str, Any]:
    """Return the table as a seat (None: a spectator) sees it, built from nothing."""
    me = None if seat is None else state.players[seat]
    stack = [] if seat is None else state.pending[seat]
    return {
        "day": state.day,
        "moment": state.moment,
        "step": state.step,
        "first": state.first,
        "turn": state.turn,
        "market": {belt: list(tiles) for belt, tiles in state.market.items()},
        "piles": {belt: len(tiles) for belt, tiles in state.piles.items()},
        "delivery": state.delivery,
        "deliveries": len(state.deliveries),
        "past": list(state.past),
        "centre": dict(state.centre),
        "dusk": list(state.dusk),
        "players": [player_view(player, asked) for player, asked in zip(state.players, state.pending, strict=True)],
        "dealt": [] if me is None else list(me.dealt),
        "chosen": "" if me is None else me.chosen,
        "choice": msgspec.to_builtins(stack[-1]) if stack else None,
        "waiting": [] if me is None else [msgspec.to_builtins(parcel.gain) for parcel in me.waiting],
        "options": msgspec.to_builtins(state.options),
    }


def player_view(player: Player, pending: Sequence[Asked]) -> dict[str, Any]:
    """Return what lies open of a player, their open choice and the parcels that wait for it included."""
    return {
        "flower": player.flower,
        "ink": player.ink,
        "rainbow": player.rainbow,
        "points": player.points,
        "robot": player.robot,
        "belt": dict(player.belt),
        "built": list(player.built),
        "assistants": list(player.assistants),
        "specialists": dict(player.specialists),
        "used": list(player.used),
        "asleep": player.asleep,
        "choice": msgspec.to_builtins(pending[-1]) if pending else None,
        "waiting": [msgspec.to_builtins(parcel.gain) for parcel in player.waiting],
    }


def shuffle_unknown(book: DreamBook, state: DreamState, seat: Seat | None, chance: Chance) -> None:
    """Piles, deliveries with the removed ones, and before they are opened the screens of others."""
    state.piles = {belt: forget_order(state.piles[belt], chance) for belt in book.visible}
    cards = forget_order([*state.deliveries, *state.removed], chance)
    state.removed = sorted(cards.pop() for _ in state.removed)
    state.deliveries = cards
    if state.step == "screens":
        deal_screens_anew(state, seat, chance)


def deal_screens_anew(state: DreamState, seat: Seat | None, chance: Chance) -> None:
    """Deal screens to others again; whoever has chosen has chosen one of them."""
    others = [player for other, player in enumerate(state.players) if other != seat]
    pool = forget_order([*state.screens, *(screen for player in others for screen in player.dealt)], chance)
    for player in others:
        player.dealt = sorted(pool.pop() for _ in player.dealt)
        if player.chosen:
            player.chosen = chance.pick(player.dealt)
    state.screens = sorted(pool)
