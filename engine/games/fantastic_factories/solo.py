"""What a lone player's board tells of the Machine: what its dice count, what it rolled, where it came in."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.core.language import Name, Text
from engine.games.fantastic_factories.book import FactoriesBook
from engine.games.fantastic_factories.words import show_dice


def tell_dice(book: FactoriesBook, machine: Mapping[str, Any]) -> Text:
    """Return when each of the Machine's dice makes a good: by its number of cards of a type."""
    types = [book.type[card] for card in machine["built"]]
    dice = [
        Text("{colour}: {kind} {n}", colour=Name(colour), kind=Name(kind), n=types.count(kind))
        for colour, kind in book.solo.goods.items()
    ]
    return Text("A die makes a good if it is not above the number of cards: {dice}.", dice=dice)


def tell_roll(rolled: Mapping[str, int]) -> Text:
    """Return what the Machine rolled last, die by die."""
    dice = [Text("{colour} {face}", colour=Name(colour), face=show_dice([face])) for colour, face in rolled.items()]
    return Text("Its last roll: {dice}.", dice=dice)


def rank_machine(view: Mapping[str, Any], name: str, rows: Sequence[Sequence[object]]) -> list[Sequence[object]]:
    """Return a lone player's row of the end and the Machine's, the winner first."""
    (one,) = view["result"]["standings"]
    points, goods = one["details"]["machine"], view["machine"]["goods"]
    machine = [3 - one["place"], name, points, goods, points - goods]
    return [*rows, machine] if one["place"] == 1 else [machine, *rows]
