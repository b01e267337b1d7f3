"""Who wins (Victory)."""

from collections.abc import Sequence

from engine.core.types import Result, rank
from engine.games.imaginarium.book import ImaginariumBook
from engine.games.imaginarium.cards import GOODS
from engine.games.imaginarium.state import ImaginariumState, Player

ENDS = ("points",)


def project_points(
    book: ImaginariumBook, project: str, assistants: Sequence[str], *, is_later: bool = False, has_bonus: bool = True
) -> int:
    """Return what a project brings: less after somebody else, more with the Project Star where it counts."""
    star = book.helper["project_bonus"]
    points = book.projects.by_id[project].points - (book.edition.figures.later_project if is_later else 0)
    return points + (star.amount if has_bonus and star.id in assistants else 0)


def majorities(book: ImaginariumBook, state: ImaginariumState) -> list[int]:
    """Return each seat's points for having most of wood, copper, crystal and charcoalium; all leaders score."""
    scored = [0] * len(state.players)
    for good in GOODS:
        stocks = [getattr(player, good) for player in state.players]
        most = max(stocks)
        for seat, stock in enumerate(stocks):
            if stock == most >= state.rulings.majority_minimum:
                scored[seat] += majority_value(book, state.players[seat])
    return scored


def majority_value(book: ImaginariumBook, player: Player) -> int:
    """Return what one majority is worth: more with the Hoarder."""
    hoarder = book.helper["majority_value"]
    return hoarder.amount if hoarder.id in player.assistants else int(book.edition.figures.majority)


def levels(book: ImaginariumBook, spaces: Sequence[Sequence[str]]) -> int:
    """Return the sum of the levels of repaired machines, which breaks ties."""
    return sum(book.machines[card].level for stack in spaces for card in stack)


def find_result(book: ImaginariumBook, state: ImaginariumState) -> Result | None:
    """Return the standings: points, then levels of repaired machines, else a shared win."""
    if state.ended is None:
        return None
    scores = [player.points for player in state.players]
    tie_breaks = [levels(book, player.spaces) for player in state.players]
    bonus = majorities(book, state)
    details = [{"levels": level, "majorities": n} for level, n in zip(tie_breaks, bonus, strict=True)]
    return rank(state.ended, list(zip(scores, tie_breaks, strict=True)), scores, details)
