"""Projects: which machines fulfil them; and the final ranking."""

from collections.abc import Sequence
from itertools import combinations

from engine.core.types import Result, Seat, rank
from engine.games.nicodemus.book import NicodemusBook
from engine.games.nicodemus.cards import Project
from engine.games.nicodemus.state import NicodemusState, Player

Ways = tuple[tuple[str, ...], ...]
"""The sets of other machines that can be set aside for a project, in workshop order."""


def ways_to_fulfil(book: NicodemusBook, project: Project, workshop: Sequence[str]) -> Ways:
    """Return the sets of machines that, with the newest one, are exactly what a project needs; none if it does not fit.

    Machines of one type are alike, so that of equal sets only one is listed.
    """
    *others, newest = workshop
    feature = book.features[project.kind]
    wanted = needs(book, project, newest)
    if feature[newest] not in wanted:
        return ()
    wanted.remove(feature[newest])
    wanted.sort()
    found: dict[tuple[str, ...], tuple[str, ...]] = {}
    for cards in combinations(others, len(wanted)):
        if sorted(feature[card] for card in cards) == wanted:
            found.setdefault(tuple(sorted(cards)), cards)
    return tuple(found.values())


def needs(book: NicodemusBook, project: Project, newest: str) -> list[str]:
    """Return what the machines of a project show, one entry for each; `any` is never among them (Projets)."""
    if project.kind in {"colours", "symbols"}:
        return [what for what, n in project.needs.items() for _ in range(n)]
    if project.kind == "points":
        return [str(project.value)] * project.count
    return [book.features[project.kind][newest]] * project.count


def open_projects(state: NicodemusState, seat: Seat) -> list[str]:
    """Return the projects that a seat may claim: those face up for all, and its own."""
    return state.projects + state.players[seat].private


def find_result(book: NicodemusBook, state: NicodemusState) -> Result | None:
    """Rank by score, then charcoalium held, then resources held; else the win is shared (Fin de partie)."""
    if state.step != "over" or state.ending is None:
        return None
    return rank(
        state.ending,
        [standing_key(player) for player in state.players],
        [player.score for player in state.players],
        [{"charcoalium": p.stock.charcoalium, "resources": p.stock.cubes} for p in state.players],
    )


def standing_key(player: Player) -> tuple[int, int, int]:
    """Return what decides, in order; charcoalium on machines belongs to nobody."""
    return player.score, player.stock.charcoalium, player.stock.cubes
