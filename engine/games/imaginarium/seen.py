"""A player as a view shows them, for what is worked out from views."""

from collections.abc import Mapping
from typing import Any

from engine.core.types import Seat
from engine.games.imaginarium.state import Player


def seen_player(view: Mapping[str, Any], seat: Seat) -> Player:
    """Return a player out of a view; goods only where the view shows them."""
    shown = view["players"][seat]
    goods = view["screen"] if seat == view["you"] and view["screen"] else {}
    spaces = [tuple(stack) for stack in shown["spaces"]]
    return Player(shown["workshop"], spaces, **goods, yard=shown["yard"], assistants=shown["assistants"])
