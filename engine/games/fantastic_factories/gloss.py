"""What a move of Fantastic Factories would bring, in a few words, from what its player sees."""

from collections.abc import Mapping
from typing import Any

from engine.core.language import Text
from engine.core.types import Move
from engine.games.fantastic_factories.book import FactoriesBook, floor_gain
from engine.games.fantastic_factories.formulas import formula, gains, service
from engine.games.fantastic_factories.moves import Activate, Build, Discard, Drop, Hire, Place, Replicate, Take

View = Mapping[str, Any]


def gloss(book: FactoriesBook, view: View, move: Move) -> Text | None:
    """Return what the words of a move don't say: what cards do, what a die brings."""
    if isinstance(move, Take | Replicate):
        return formula(book.cards[view["market"][move.slot - 1]])
    if isinstance(move, Hire):
        return service(book.contractors[view["contractors"][move.slot - 1]])
    if isinstance(move, Place):
        return about_die(book, view, move)
    if isinstance(move, Build | Activate | Discard):
        return formula(book.cards[move.card])
    return formula(book.cards[move.what]) if isinstance(move, Drop) and move.what in book.cards else None


def about_die(book: FactoriesBook, view: View, move: Place) -> Text:
    """Return what a die on a floor of the headquarters brings, the bonus for equal dice included."""
    placed = view["players"][view["you"]]["at"].get(move.floor, [])
    return Text("{gives}", gives=gains(floor_gain(book, move.floor, move.face, placed)))
