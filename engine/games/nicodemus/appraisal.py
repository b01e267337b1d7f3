"""How good a view of Nicodemus looks: points first, then tokens, discounts, and what can soon be repaired or claimed."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from engine.core.types import Seat
from engine.games.nicodemus.book import NicodemusBook
from engine.games.nicodemus.cards import Owed
from engine.games.nicodemus.prices import Discounts, discounts
from engine.games.nicodemus.scoring import needs

POINT = 10.0
TOKEN = 2.0
SPARE_TOKEN = 0.6
SYMBOL = 2.5
MACHINE_IN_REACH = 3.0
PROJECT_IN_REACH = 2.0
WIN = 1000.0
MOST_USEFUL = 4
"""Tokens of one kind beyond this number are spare."""
KEPT = 1 << 12


def appraise(book: NicodemusBook, view: Mapping[str, Any], seat: Seat) -> float:
    """Return one's own prospects less the opponent's; a decided game is worth more than anything."""
    result = view.get("result")
    if result:
        mine, theirs = result["standings"][seat]["place"], result["standings"][1 - seat]["place"]
        return WIN * int(theirs - mine)
    return prospects(book, view, seat) - prospects(book, view, 1 - seat)


def prospects(book: NicodemusBook, view: Mapping[str, Any], seat: Seat) -> float:
    """Value points, tokens, discounts, the best machine in reach and projects that lack one machine."""
    player = view["players"][seat]
    workshop = tuple(player["workshop"])
    tokens = sum(map(value_tokens, player["stock"].values()))
    projects = near_projects(book, (*view["projects"], *player["private"]), workshop) if workshop else 0.0
    machine = best_machine(book, view, player["stock"], count_symbols(book, workshop))
    return POINT * int(player["score"]) + tokens + SYMBOL * len(workshop) + projects + machine


def value_tokens(n: int) -> float:
    """Value some tokens of one kind."""
    return TOKEN * n if n <= MOST_USEFUL else TOKEN * MOST_USEFUL + SPARE_TOKEN * (n - MOST_USEFUL)


def best_machine(book: NicodemusBook, view: Mapping[str, Any], stock: Mapping[str, int], off: Discounts) -> float:
    """Value the best machine of the row: its points, less for each token that is still missing."""
    purse = stock["wood"] + off.wood, stock["copper"] + off.copper, stock["crystal"] + off.crystal
    coal = stock["charcoalium"] + off.charcoalium
    best = 0.0
    later = len(view["row"])
    for card in view["row"]:
        later -= 1
        lacking = count_lacking(book.costs[card], purse)
        missing = (lacking - off.any if lacking > off.any else 0) + (later - coal if later > coal else 0)
        worth = MACHINE_IN_REACH * book.points[card] / (1 + missing)
        best = max(best, worth)
    return best


@lru_cache(KEPT)
def count_lacking(cost: Owed, purse: Owed) -> int:
    """Return how many tokens a purse lacks."""
    return sum(n - held for n, held in zip(cost, purse, strict=True) if n > held)


@lru_cache(KEPT)
def count_symbols(book: NicodemusBook, workshop: tuple[str, ...]) -> Discounts:
    """Count the symbols of a workshop, once for each."""
    return discounts(book, workshop)


@lru_cache(KEPT)
def near_projects(book: NicodemusBook, projects: tuple[str, ...], workshop: tuple[str, ...]) -> float:
    """Value the projects for which one more machine would do; neither changes often while moves are imagined."""
    return PROJECT_IN_REACH * sum(
        book.projects[project].points for project in projects if lacks_one(book, project, workshop)
    )


def lacks_one(book: NicodemusBook, project: str, workshop: Sequence[str]) -> bool:
    """Tell whether one more machine would fulfil a project."""
    tile = book.projects[project]
    wanted = needs(book, tile, workshop[-1])
    shown = [book.features[tile.kind][card] for card in workshop]
    return sum(min(wanted.count(one), shown.count(one)) for one in set(wanted)) == len(wanted) - 1
