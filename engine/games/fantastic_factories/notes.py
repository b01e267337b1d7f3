"""What notes need to know of Fantastic Factories: market and work, both rows, and what a player has."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from engine.core.editions import Label
from engine.core.names import Rows
from engine.core.phases import IN_HAND, Phase
from engine.core.types import Seat
from engine.games.fantastic_factories.book import FactoriesBook
from engine.games.fantastic_factories.flow import clear
from engine.games.fantastic_factories.state import FactoriesState
from engine.games.fantastic_factories.view import find_rows

PHASES = {
    "market": Phase(Label("market", "marché"), ("market",)),
    "work": Phase(Label("work", "travail"), ("work",)),
}
PLACES = {
    "market": Label("market", "marché"),
    "contractors": Label("contractors", "prestataires"),
    "hand": Label("hand", "main"),
}


def find_places(book: FactoriesBook, view: Mapping[str, Any]) -> Rows:
    """Return both rows of the market and the reader's hand."""
    return {**find_rows(book, view), "hand": [view["hand"] or ()]}


def count_purse(book: FactoriesBook, view: Mapping[str, Any], seat: Seat) -> Mapping[str, int]:
    """Return metal, energy and goods, how many cards the hand has, and those that are built or hired."""
    player = view["players"][seat]
    built = Counter([*player["built"], *filter(None, [player["hired"]])])
    goods = {kind: player[kind] for kind in ("metal", "energy", "goods")}
    return {**built, **goods, IN_HAND: player["hand"]}


def put_on_turn(book: FactoriesBook, state: FactoriesState, seat: Seat, phase: str) -> bool:
    """Let the seat choose in the market as it is; nobody plans for dice that are not thrown."""
    if phase != "market":
        return False
    for player in state.players:
        clear(player)
    state.step, state.turn = "market", seat
    state.pending = [[] for _ in state.pending]
    return True
