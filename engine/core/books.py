"""A game's book: its edition, the readings that are in force, and the answers that are worked out from both once."""

from collections.abc import Hashable, Mapping
from typing import Generic, TypeVar

from engine.core.editions import Edition

E = TypeVar("E", bound=Edition)
Corrected = Mapping[str, bool]
"""Each reading of the rules that was ever corrected, by name: whether this game is played by the correction."""


class Book(Generic[E]):
    """An edition and whatever steps, views and prices look up often; a game adds its own lookups."""

    def __init__(self, edition: E, corrected: Corrected) -> None:
        """Keep the edition and which of the game's corrections are in force; a game refuses what can't be played."""
        self.edition = edition
        self.corrected = corrected
        self.told: dict[tuple[Hashable, ...], str] = {}
        """What was said of cards, by language: the same ones lie on board after board."""
