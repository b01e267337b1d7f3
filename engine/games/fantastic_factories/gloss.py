"""What a move of Fantastic Factories would bring, in a few words, from what its player sees."""

from collections.abc import Mapping
from typing import Any

import msgspec

from engine.core.language import Amount, Count, Text
from engine.core.types import Move
from engine.games.fantastic_factories.about import what_it_does
from engine.games.fantastic_factories.book import FactoriesBook, Way, floor_gain
from engine.games.fantastic_factories.cards import Amounts, CardUse
from engine.games.fantastic_factories.formulas import Said, effect_of, find_gifted, formula, gains, service
from engine.games.fantastic_factories.moves import (
    Activate,
    Build,
    Discard,
    Drop,
    Gift,
    Hire,
    Mark,
    Place,
    Refresh,
    Replicate,
    Take,
)
from engine.games.fantastic_factories.prices import least_metal, price_of
from engine.games.fantastic_factories.words import bundle

View = Mapping[str, Any]


def gloss(book: FactoriesBook, view: View, move: Move) -> Text | None:
    """Return what the words of a move don't say: prices, what cards do, what a die brings."""
    if isinstance(move, Take | Hire | Gift | Refresh):
        return about_market(book, view, move)
    if isinstance(move, Place):
        return about_die(book, view, move)
    if isinstance(move, Build | Activate | Replicate):
        return about_work(book, view, move)
    if isinstance(move, Mark):
        return Text("to roll it again")
    if isinstance(move, Discard):
        return formula(book.cards[move.card])
    return formula(book.cards[move.what]) if isinstance(move, Drop) and move.what in book.cards else None


def about_market(book: FactoriesBook, view: View, move: Take | Hire | Gift | Refresh) -> Text | None:
    """Return what a blueprint, a contractor, a gift or another row brings."""
    if isinstance(move, Take):
        return what_it_does(book, view["market"][move.slot - 1])
    if isinstance(move, Refresh):
        price = Amount(move.pay, book.limits.refresh_cost)
        return Text("discard the whole row and lay out a new one, for {price}", price=price)
    if isinstance(move, Gift):
        gift = book.contractors[view["contractors"][view["choice"]["slot"]]].gift
        return Text("{gives}", gives=gains(gift or Amounts()))
    contractor = book.contractors[view["contractors"][move.slot - 1]]
    does = service(contractor, find_gifted(view))
    return (
        Text("for {price}: {does}", price=Amount("energy", contractor.energy), does=does) if contractor.energy else does
    )


def about_work(book: FactoriesBook, view: View, move: Build | Activate | Replicate) -> Text:
    """Return what a card costs and brings where it is built, used or copied."""
    if isinstance(move, Build):
        return about_building(book, view, move.card)
    if isinstance(move, Replicate):
        return about_copy(book, view, move)
    return about_way(book, book.way[move.card][move.faces, move.choice])


def about_building(book: FactoriesBook, view: View, card: str) -> Text:
    """Return what a building costs its builder, and what it does."""
    least = least_metal(view["options"].get("megalith", "free_metal"))
    cost = bundle(*price_of(book, card, view["players"][view["you"]]["built"], least))
    does = formula(book.cards[card])
    return Text("for {price}", price=cost) if does is None else Text("for {price} ({does})", price=cost, does=does)


def about_copy(book: FactoriesBook, view: View, move: Replicate) -> Text:
    """Return what a card of the market takes and gives through the Replicator, whose energy comes on top."""
    card, built = view["market"][move.slot - 1], view["players"][view["you"]]["built"]
    use = next(book.cards[one].use for one in book.replicators if one in built)
    energy = use.pay.energy if use else 0
    if card in book.triggers:
        does = formula(book.cards[card])
        return Text("for {price} ({does})", price=Amount("energy", energy), does=does)
    return about_way(book, book.way[card][move.faces, move.choice], energy)


def about_way(book: FactoriesBook, way: Way, more_energy: int = 0) -> Text:
    """Return what one way to use a card takes besides its dice, and what it gives."""
    use = book.cards[way.card].use or CardUse()
    takes: Said = [*bundle(way.metal, way.energy + more_energy)]
    if way.cards:
        takes.append(Count("discard {n} card", "discard {n} cards", way.cards))
    gives = [*gains(way.gain), *([effect_of(use)] if use.effect else [])]
    return Text("{takes}: {gives}", takes=takes, gives=gives) if takes else Text("{gives}", gives=gives)


def about_die(book: FactoriesBook, view: View, move: Place) -> Text:
    """Return what a die on a floor of the headquarters brings, the bonus for equal dice included, as far as cards are left."""
    placed = view["players"][view["you"]]["at"].get(move.floor, [])
    gain = floor_gain(book, move.floor, move.face, placed)
    left = view["deck"] + len(view["discard"])
    return Text("{gives}", gives=gains(msgspec.structs.replace(gain, draw=min(gain.draw, left))))
