"""How good a view of Nicodemus looks: points first, then tokens, discounts, and what can soon be repaired or claimed."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.core.types import Seat
from engine.games.nicodemus.book import NicodemusBook
from engine.games.nicodemus.prices import Discounts, discounts, owed_after
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
    workshop = player["workshop"]
    tokens: float = sum(
        TOKEN * min(n, MOST_USEFUL) + SPARE_TOKEN * max(0, n - MOST_USEFUL) for n in player["stock"].values()
    )
    projects = near_projects(book, [*view["projects"], *player["private"]], workshop)
    machine = best_machine(book, view, player["stock"], discounts(book, workshop))
    return POINT * int(player["score"]) + tokens + SYMBOL * len(workshop) + projects + machine


def best_machine(book: NicodemusBook, view: Mapping[str, Any], stock: Mapping[str, int], off: Discounts) -> float:
    """Value the best machine of the row: its points, less for each token that is still missing."""
    best = 0.0
    later = len(view["row"])
    for card in view["row"]:
        later -= 1
        wood, copper, crystal = owed_after(book.costs[card], off)
        lacking = max(0, wood - stock["wood"]) + max(0, copper - stock["copper"]) + max(0, crystal - stock["crystal"])
        missing = max(0, lacking - off.any) + max(0, later - off.charcoalium - stock["charcoalium"])
        best = max(best, MACHINE_IN_REACH * book.points[card] / (1 + missing))
    return best


def near_projects(book: NicodemusBook, projects: Sequence[str], workshop: Sequence[str]) -> float:
    """Value the projects for which one more machine would do."""
    if not workshop:
        return 0.0
    return PROJECT_IN_REACH * sum(
        book.projects[project].points for project in projects if lacks_one(book, project, workshop)
    )


def lacks_one(book: NicodemusBook, project: str, workshop: Sequence[str]) -> bool:
    """Tell whether one more machine would fulfil a project."""
    tile = book.projects[project]
    wanted = needs(book, tile, workshop[-1])
    shown = [book.features[tile.kind][card] for card in workshop]
    return sum(min(wanted.count(one), shown.count(one)) for one in set(wanted)) == len(wanted) - 1
