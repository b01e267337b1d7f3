"""Fin de partie, Décompte: goods and prestige; ties go to metal, then energy, then cards in hand, else are shared."""

from collections.abc import Sequence

from engine.core.types import Result, Standing, rank
from engine.games.fantastic_factories.book import FactoriesBook
from engine.games.fantastic_factories.state import FactoriesState, Player, SoloMachine


def prestige(book: FactoriesBook, built: Sequence[str]) -> int:
    """Return the prestige of a compound; each further Beacon is worth more than the one before."""
    total = 0
    copies: dict[str, int] = {}
    for card in built:
        blueprint = book.cards[card]
        total += blueprint.prestige
        if blueprint.prestige_by_copy:
            steps = blueprint.prestige_by_copy
            total += steps[min(copies.get(card, 0), len(steps) - 1)]
            copies[card] = copies.get(card, 0) + 1
    return total


def points(book: FactoriesBook, player: Player) -> int:
    """Return a player's points: goods and prestige."""
    return player.goods + prestige(book, player.built)


def machine_points(book: FactoriesBook, machine: SoloMachine) -> int:
    """Return the Machine's points: goods, cards whatever their prestige, and one more for each monument."""
    monuments = sum(book.type[card] == "monument" for card in machine.built)
    return machine.goods + len(machine.built) * book.solo.card_points + monuments * book.solo.monument_points


def find_result(book: FactoriesBook, state: FactoriesState) -> Result | None:
    """Return how the game ended, or None."""
    if state.step != "over" or state.ending is None:
        return None
    scores = [points(book, player) for player in state.players]
    figures = [details(book, player) for player in state.players]
    if state.machine is not None:
        return against_the_machine(book, state.ending, state.machine, scores[0], figures[0])
    ties = [(player.metal, player.energy, len(player.hand)) for player in state.players]
    return rank(state.ending, [(score, *tie) for score, tie in zip(scores, ties, strict=True)], scores, figures)


def details(book: FactoriesBook, player: Player) -> dict[str, int]:
    """Return the figures that decided."""
    return {
        "goods": player.goods,
        "prestige": prestige(book, player.built),
        "metal": player.metal,
        "energy": player.energy,
        "cards": len(player.hand),
    }


def against_the_machine(
    book: FactoriesBook, how: str, machine: SoloMachine, score: int, figures: dict[str, int]
) -> Result:
    """Return a lone player's result: only more points than the Machine win."""
    rival = machine_points(book, machine)
    place = 1 if score > rival else 2
    return Result(how, (Standing(0, score, place, {**figures, "machine": rival}),))
