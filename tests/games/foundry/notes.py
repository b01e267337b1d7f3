"""What notes need to know of Foundry: bidding and casting, the hand, and what a player has."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from engine.core.editions import Label
from engine.core.names import Rows
from engine.core.phases import IN_HAND, Phase
from engine.core.types import Seat
from tests.games.foundry.book import FoundryBook
from tests.games.foundry.state import FoundryState

PHASES = {"bid": Phase(Label("bid", "mise"), ("bid",)), "cast": Phase(Label("cast", "coulée"), ("cast",))}
PLACES = {"hand": Label("hand", "main"), "discard": Label("discard", "défausse")}


def find_places(book: FoundryBook, view: Mapping[str, Any]) -> Rows:
    """Return the reader's hand and the discard pile."""
    return {"hand": [view["hand"] or ()], "discard": [view["discard"]]}


def count_purse(book: FoundryBook, view: Mapping[str, Any], seat: Seat) -> Mapping[str, int]:
    """Return coins, metals, how many cards the hand has, and the designs that were cast."""
    player = view["players"][seat]
    goods = {kind: player[kind] for kind in ("coins", "iron", "tin")}
    return {**Counter(player["cast"]), **goods, IN_HAND: player["hand"]}


def put_on_turn(book: FoundryBook, state: FoundryState, seat: Seat, phase: str) -> bool:
    """Let everybody bid anew, or let the seat cast."""
    state.pending = [[] for _ in state.pending]
    state.step, state.turn = phase, seat
    state.sealed = [None] * len(state.sealed) if phase == "bid" else state.sealed
    return True
