"""Who wins (Victory)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.core.types import Result, rank
from engine.games.imaginarium.cards import GOODS
from engine.games.imaginarium.state import ImaginariumState, Player

if TYPE_CHECKING:
    from engine.games.imaginarium.rules import Imaginarium


def majorities(rules: "Imaginarium", state: ImaginariumState) -> list[int]:
    """Return each seat's points for having most of wood, copper, crystal and charcoalium; all leaders score."""
    scored = [0] * len(state.players)
    for good in GOODS:
        stocks = [getattr(player, good) for player in state.players]
        most = max(stocks)
        for seat, stock in enumerate(stocks):
            if stock == most >= state.rulings.majority_minimum:
                scored[seat] += majority_value(rules, state.players[seat])
    return scored


def majority_value(rules: "Imaginarium", player: Player) -> int:
    """Return what one majority is worth: more with the Hoarder."""
    hoarder = rules.helper["majority_value"]
    return hoarder.amount if hoarder.id in player.assistants else int(rules.edition.figures.majority)


def levels(rules: "Imaginarium", spaces: Sequence[Sequence[str]]) -> int:
    """Return the sum of the levels of repaired machines, which breaks ties."""
    return sum(rules.machines[card].level for stack in spaces for card in stack)


def final_result(rules: "Imaginarium", state: ImaginariumState) -> Result | None:
    """Return the standings: points, then levels of repaired machines, else a shared win."""
    if state.ended is None:
        return None
    scores = [player.points for player in state.players]
    tie_breaks = [levels(rules, player.spaces) for player in state.players]
    bonus = majorities(rules, state)
    details = [{"levels": level, "majorities": n} for level, n in zip(tie_breaks, bonus, strict=True)]
    return rank(state.ended, list(zip(scores, tie_breaks, strict=True)), scores, details)
