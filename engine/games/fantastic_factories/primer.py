"""Fantastic Factories in a few lines, for somebody who has not read the rulebook."""

from engine.core.language import Text
from engine.core.rules import Primer
from engine.games.fantastic_factories.book import FactoriesBook


def make_primer(book: FactoriesBook) -> Primer:
    """Return how the game is won and ends, and a round in five lines."""
    ending, limits = book.edition.end, book.limits
    return Primer(
        Text(
            "Most points win: 1 for each of your goods, and what your cards are worth; ties go to more metal, then "
            "energy, then cards. When somebody has {goods} goods or {cards} cards, one more round is played.",
            goods=ending.goods,
            cards=ending.buildings,
        ),
        (
            Text(
                "Market, one after the other: take a blueprint for nothing, or hire a contractor for a card with the "
                "tool above it."
            ),
            Text(
                "Work, all at the same time: {n} dice are rolled for you, to be used in any order.",
                n=book.edition.setup.dice,
            ),
            Text(
                "A die on a floor: Research draws a card, Generate (1 to 3) gives as much energy as it shows, Mine "
                "(4 to 6) gives 1 metal; equal dice on a floor give 1 more."
            ),
            Text("Build cards for their cost and a second card with the same tool; use each of your cards once."),
            Text(
                "Keep at most {cards} cards and {resources} resources; then the first-player marker moves on.",
                cards=limits.hand,
                resources=limits.resources,
            ),
        ),
    )
