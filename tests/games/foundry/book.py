"""An edition of Foundry with what its steps look up."""

from engine.core.books import Book, Corrected
from tests.games.foundry.cards import FoundryEdition


class FoundryBook(Book[FoundryEdition]):
    """Designs by their id."""

    def __init__(self, edition: FoundryEdition, corrected: Corrected) -> None:
        """Index the edition."""
        super().__init__(edition, corrected)
        self.designs = {design.id: design for design in edition.design}
