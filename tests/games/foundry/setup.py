"""The first position of Foundry."""

from engine.core.chance import Chance
from engine.core.types import Options
from tests.games.foundry.book import FoundryBook
from tests.games.foundry.state import FoundryState, Player


def set_up(book: FoundryBook, seats: int, options: Options, chance: Chance) -> FoundryState:
    """Shuffle the designs and deal one to each."""
    deck = chance.shuffle([design.id for design in book.edition.design for _ in range(design.copies)])
    players = [Player(book.edition.coins, [deck.pop()]) for _ in range(seats)]
    return FoundryState(
        step="bid", players=players, deck=deck, sealed=[None] * seats, pending=[[] for _ in range(seats)]
    )
