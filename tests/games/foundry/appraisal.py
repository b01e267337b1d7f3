"""How good a view of Foundry looks."""

from collections.abc import Mapping
from typing import Any

from engine.core.types import Seat
from tests.games.foundry.book import FoundryBook


def appraise(book: FoundryBook, view: Mapping[str, Any], seat: Seat) -> float:
    """Points first, then metal, then coins."""
    mine = view["players"][seat]
    points = sum(book.designs[card].points for card in mine["cast"])
    return float(points * 10 + (mine["iron"] + mine["tin"]) * 2 + mine["coins"])
