"""What each player of Fantastic Factories has in a position, in whole numbers: what a chance to win is worked out from."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from engine.core.parts import FINISHED, GameParts
from engine.core.types import Seat
from engine.games.fantastic_factories.appraisal import (
    EDITIONS_KEPT,
    HIRED,
    MUCH_ENERGY,
    MUCH_METAL,
    USUAL_ROUNDS,
    yields_of,
)
from engine.games.fantastic_factories.book import FactoriesBook
from engine.games.fantastic_factories.scoring import points
from engine.games.fantastic_factories.state import FactoriesState, Player

GUESSES = {
    "points": (200, 340),
    "yield": (10, 3),
    "makers": (10, -8),
    "metal": (42, 20),
    "energy": (26, 19),
    "spare": (8, 5),
    "fresh": (60, 15),
    "spent": (14, 6),
    "dice": (24, 18),
    "hired": (20, 10),
}
TENTHS = 10
"""Yields are counted in tenths."""
LAST_BUT_ONE = FINISHED - 2


def weigh_parts(book: FactoriesBook, state: FactoriesState, seat: Seat) -> Sequence[int]:
    """Return points, what the compound makes, the store, cards, dice that are not placed, and who was hired."""
    player = state.players[seat]
    tenths, makers = _make_tenths(book), _find_makers(book)
    metal, energy = min(player.metal, MUCH_METAL), min(player.energy, MUCH_ENERGY)
    fresh = count_fresh(book, player)
    return (
        points(book, player),
        sum(tenths[card] for card in player.built),
        sum(card in makers for card in player.built),
        metal,
        energy,
        player.metal + player.energy - metal - energy,
        fresh,
        min(len(player.hand), book.limits.hand) - fresh,
        0 if player.done else len(player.dice),
        int(HIRED.get(player.hired, 0)),
    )


def count_fresh(book: FactoriesBook, player: Player) -> int:
    """Count the cards in hand that can still be built, up to the limit."""
    fresh = sum(card not in player.built or card in book.repeatable for card in player.hand)
    return min(fresh, book.limits.hand)


@lru_cache(EDITIONS_KEPT)
def _make_tenths(book: FactoriesBook) -> Mapping[str, int]:
    return {card: round(TENTHS * worth) for card, worth in yields_of(book).items()}


@lru_cache(EDITIONS_KEPT)
def _find_makers(book: FactoriesBook) -> frozenset[str]:
    return frozenset(card.id for card in book.edition.blueprint if card.use and card.use.gain.goods)


def find_progress(book: FactoriesBook, state: FactoriesState) -> int:
    """Return how near the end usually is by now; what a seat does in its turn must not change how its parts are weighed."""
    if state.last or state.step == "over":
        return FINISHED
    return min(LAST_BUT_ONE, FINISHED * state.round // USUAL_ROUNDS)


PARTS = GameParts(GUESSES, weigh_parts, find_progress)
