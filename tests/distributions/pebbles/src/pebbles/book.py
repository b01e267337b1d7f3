"""An edition of Pebbles that can be played."""

from engine.core.books import Book, Corrected
from engine.core.errors import Refused
from pebbles.cards import PebblesEdition


class PebblesBook(Book[PebblesEdition]):
    """The edition alone: there is nothing to look up."""

    def __init__(self, edition: PebblesEdition, corrected: Corrected) -> None:
        """Refuse a heap, or a hand, that is empty."""
        super().__init__(edition, corrected)
        if edition.most < 1 or edition.pebble.copies < 1:
            raise Refused("broken_edition", "There is at least one pebble, and at least one may be taken.")
