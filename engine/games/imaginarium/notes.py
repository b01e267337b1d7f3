"""What notes need to know of Imaginarium: planning, sabotage and the turn, the belt and the rooms, and what a player has."""

from collections import Counter
from collections.abc import Mapping
from itertools import chain
from typing import Any

from engine.core.editions import Label
from engine.core.names import Rows
from engine.core.phases import Phase
from engine.core.types import Seat
from engine.games.imaginarium.book import ImaginariumBook
from engine.games.imaginarium.state import ImaginariumState, Piece, Turn
from engine.games.imaginarium.view import find_rows

PHASES = {
    "plan": Phase(Label("plan", "plan"), ("plan",)),
    "sabotage": Phase(Label("sabotage", "sabotage"), ("plan",)),
    "turn": Phase(Label("turn", "tour"), ("use", "pick_up", "actions", "complete")),
}
PLACES = {
    "belt": Label("belt", "tapis"),
    "workshop": Label("workshop", "atelier"),
    "meeting_room": Label("meeting room", "salle de réunion"),
    "projects": Label("projects", "projets"),
}


def find_phase(book: ImaginariumBook, view: Mapping[str, Any]) -> str | None:
    """Return what the reader is asked for: a place for the handyman or for the saboteur, or a turn."""
    if view["asked"] == "plan":
        return "sabotage" if view["turn"]["saboteur"] else "plan"
    return "turn" if view["asked"] in PHASES["turn"].steps else None


def find_places(book: ImaginariumBook, view: Mapping[str, Any]) -> Rows:
    """Return the belt, the reader's workshop, the meeting room and the open projects."""
    projects = [one["id"] for one in view["projects"]]
    return {**find_rows(book, view), "meeting_room": [view["meeting_room"]], "projects": [projects]}


def count_purse(book: ImaginariumBook, view: Mapping[str, Any], seat: Seat) -> Mapping[str, int]:
    """Return what is behind the screen, less the price of a reserved machine; machines and assistants."""
    player, screen = view["players"][seat], view["screen"]
    cards = Counter([*chain(*player["spaces"]), *player["yard"], *player["assistants"]])
    return {**cards, **screen, "charcoalium": screen["charcoalium"] - _find_owed(view, seat)}


def _find_owed(view: Mapping[str, Any], seat: Seat) -> int:
    """Return what the machine will cost that the seat's handyman stands at: a price that shifts with the belt."""
    held = {"seat": seat, "saboteur": False}
    return next((one["price"] or 0 for one in view["belt"] if one["taken"] == held), 0)


def put_on_turn(book: ImaginariumBook, state: ImaginariumState, seat: Seat, phase: str) -> bool:
    """Let the seat's piece take its place, or its handyman begin; who plans from a turn finds every place free."""
    if state.step != "plan" and phase != "turn":
        for piece in state.track:
            piece.place = None
    at = next(
        (n for n, one in enumerate(state.track) if one.seat == seat and one.saboteur == (phase == "sabotage")), None
    )
    if at is None or (phase == "turn" and not _can_begin(state, state.track[at])):
        return False
    if phase != "turn":
        state.track[at].place = None
    state.at, state.now, state.step = at, Turn(), "use" if phase == "turn" else "plan"
    state.pending = [[] for _ in state.pending]
    return True


def _can_begin(state: ImaginariumState, piece: Piece) -> bool:
    """Tell whether a handyman stands where there is still something to pick up."""
    if piece.place is None:
        return False
    return piece.place >= len(state.belt) or state.belt[piece.place] is not None
