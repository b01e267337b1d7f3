"""What notes need to know of Nicodemus: the turn, the row and the projects, and what a player has."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from engine.core.editions import Label
from engine.core.names import Rows
from engine.core.phases import IN_HAND, Phase
from engine.core.types import Seat
from engine.games.nicodemus.book import NicodemusBook
from engine.games.nicodemus.state import NicodemusState
from engine.games.nicodemus.view import find_rows

PHASES = {"turn": Phase(Label("turn", "tour"), ("play",))}
PLACES = {
    "bric-a-brac": Label("row", "rangée"),
    "projects": Label("projects", "projets"),
    "hand": Label("hand", "main"),
}


def find_places(book: NicodemusBook, view: Mapping[str, Any]) -> Rows:
    """Return the bric-a-brac, the projects and the reader's hand."""
    return {**find_rows(book, view), "projects": [view["projects"]], "hand": [view["hand"] or ()]}


def count_purse(book: NicodemusBook, view: Mapping[str, Any], seat: Seat) -> Mapping[str, int]:
    """Return tokens, points, how many cards the hand has, repaired machines and claimed projects."""
    player = view["players"][seat]
    cards = Counter([*player["workshop"], *player["claimed"]])
    return {**cards, **player["stock"], "points": player["score"], IN_HAND: player["hand"]}


def put_on_turn(book: NicodemusBook, state: NicodemusState, seat: Seat, phase: str) -> bool:
    """Begin the seat's turn, whatever the other one was about to choose."""
    state.turn, state.step = seat, "play"
    state.pending, state.claims = [[] for _ in state.pending], []
    return True
