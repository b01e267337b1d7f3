"""How good a view of Nicodemus looks: points first, then tokens, discounts, and what can soon be repaired."""

from collections.abc import Mapping
from typing import Any

from engine.core.types import Seat


def worth(view: Mapping[str, Any], seat: Seat) -> float:
    """Return one's own prospects less the opponent's."""
    return prospects(view, seat) - prospects(view, 1 - seat)


def prospects(view: Mapping[str, Any], seat: Seat) -> float:
    """Value points, tokens and the workshop of one seat."""
    player = view["players"][seat]
    stock = player["stock"]
    tokens = sum(min(n, 4) + 0.3 * max(0, n - 4) for n in stock.values())
    return float(player["score"] * 10 + tokens * 2 + len(player["workshop"]))
