"""How good a view of Pebbles looks."""

from collections.abc import Mapping
from typing import Any

from engine.core.types import Seat
from pebbles.book import PebblesBook


def appraise(book: PebblesBook, view: Mapping[str, Any], seat: Seat) -> float:
    """It is good to leave a multiple of one more than can be taken: then any answer can be answered."""
    if view["turn"] == seat:
        return float(view["step"] == "over")
    return float(view["heap"] % (book.edition.most + 1) == 0)
