"""What each player of Nicodemus has in a position, in whole numbers: what a chance to win is worked out from."""

from collections.abc import Sequence

from engine.core.parts import FINISHED, GameParts
from engine.core.types import Seat
from engine.games.nicodemus.appraisal import MOST_USEFUL, count_lacking, count_symbols, near_projects
from engine.games.nicodemus.book import NicodemusBook
from engine.games.nicodemus.prices import Discounts
from engine.games.nicodemus.scoring import open_projects
from engine.games.nicodemus.state import NicodemusState, Stock

GUESSES = {
    "score": (220, 220),
    "resources": (90, 44),
    "charcoalium": (60, 44),
    "spare": (13, 13),
    "symbols": (500, 60),
    "reach": (6, 6),
    "near": (22, 22),
    "turn": (0, 0),
}
USUAL_ROUNDS = 24
REACH = 12
"""A machine for which nothing is missing counts so much for each of its points; all its divisors come out even."""


def weigh_parts(book: NicodemusBook, state: NicodemusState, seat: Seat) -> Sequence[int]:
    """Return score, tokens, discounts, the best machine in reach, projects that lack one machine, and whose turn it is."""
    player = state.players[seat]
    stock, workshop = player.stock, tuple(player.workshop)
    useful = [min(n, MOST_USEFUL) for n in (*stock.resources, stock.charcoalium)]
    near = near_projects(book, tuple(open_projects(state, seat)), workshop) if workshop else 0
    return (
        player.score,
        sum(useful[:3]),
        useful[3],
        stock.cubes + stock.charcoalium - sum(useful),
        len(workshop),
        reach_machine(book, state.row, stock, count_symbols(book, workshop)),
        int(near),
        state.turn == seat,
    )


def reach_machine(book: NicodemusBook, row: Sequence[str], stock: Stock, off: Discounts) -> int:
    """Value the best machine of the row: its points, less for each token that is still missing."""
    purse = stock.wood + off.wood, stock.copper + off.copper, stock.crystal + off.crystal
    coal, best, later = stock.charcoalium + off.charcoalium, 0, len(row)
    for card in row:
        later -= 1
        missing = max(0, count_lacking(book.costs[card], purse) - off.any) + max(0, later - coal)
        best = max(best, REACH * book.points[card] // (1 + missing))
    return best


def find_progress(book: NicodemusBook, state: NicodemusState) -> int:
    """Return how near the end usually is by now; what a seat does in its turn must not change how its parts are weighed."""
    return FINISHED if state.ending else min(FINISHED - 1, FINISHED * state.round // USUAL_ROUNDS)


PARTS = GameParts(GUESSES, weigh_parts, find_progress)
