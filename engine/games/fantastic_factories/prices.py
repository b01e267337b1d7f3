"""Bâtir des cartes: what a building costs its builder."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.games.fantastic_factories.book import FactoriesBook


class Price(NamedTuple):
    """The resources that a building costs; another card with the same tool comes on top."""

    metal: int
    energy: int


def price_of(book: FactoriesBook, card: str, built: Sequence[str], least_metal: int) -> Price:
    """Return the price of a building for the owner of a compound; monuments make the Megalith cheaper."""
    metal, energy = book.costs[card]
    if card in book.discounted:
        off = book.cards[card].metal_off_per_monument * sum(book.type[other] == "monument" for other in built)
        metal = max(least_metal, metal - off)
    return Price(metal, energy)


def least_metal(megalith: str) -> int:
    """Return how low a discounted price can fall (the ruling `megalith`)."""
    return 1 if megalith == "one_metal" else 0
