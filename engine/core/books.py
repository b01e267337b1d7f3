"""A game's book: its edition, and the answers that are worked out from it once."""

from typing import Generic, TypeVar

from engine.core.editions import Edition

E = TypeVar("E", bound=Edition)


class Book(Generic[E]):
    """An edition and whatever steps, views and prices look up often; a game adds its own lookups."""

    def __init__(self, edition: E) -> None:
        """Keep the edition; a game refuses here what can't be played."""
        self.edition = edition
