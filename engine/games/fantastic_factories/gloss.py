"""What a move of Fantastic Factories would bring, in a few words, from what its player sees."""

from collections.abc import Mapping
from typing import Any

from engine.core.language import Name, Text
from engine.core.types import Move
from engine.games.fantastic_factories.book import FactoriesBook, floor_gain
from engine.games.fantastic_factories.formulas import formula, gains, service
from engine.games.fantastic_factories.moves import Activate, Build, Discard, Drop, Hire, Place, Replicate, Take

View = Mapping[str, Any]


def gloss(book: FactoriesBook, view: View, move: Move) -> Text | None:
    """Return what the words of a move don't say: names, what cards do, what a die brings."""
    if isinstance(move, Take | Replicate):
        return about_card(book, view["market"][move.slot - 1])
    if isinstance(move, Hire):
        contractor = book.contractors[view["contractors"][move.slot - 1]]
        return Text("{card}: {does}", card=Name(contractor.id), does=service(contractor))
    if isinstance(move, Place):
        return about_die(book, view, move)
    if isinstance(move, Build | Activate | Discard):
        return about_card(book, move.card)
    return about_card(book, move.what) if isinstance(move, Drop) and move.what in book.cards else None


def about_card(book: FactoriesBook, card: str) -> Text:
    """Return what a card takes and gives."""
    does = formula(book.cards[card])
    return Text("{card}", card=Name(card)) if does is None else Text("{card} ({does})", card=Name(card), does=does)


def about_die(book: FactoriesBook, view: View, move: Place) -> Text:
    """Return what a die on a floor of the headquarters brings, the bonus for equal dice included."""
    placed = view["players"][view["you"]]["at"].get(move.floor, [])
    return Text("{gives}", gives=gains(floor_gain(book, move.floor, move.face, placed)))
