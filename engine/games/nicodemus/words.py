"""How the tokens of Nicodemus are said."""

from collections.abc import Iterable

from engine.core.language import Amount, Text, join_resources, list_amounts
from engine.games.nicodemus.moves import KINDS, RESOURCES


def bundle(goods: Iterable[str]) -> list[Amount]:
    """Return goods as they are said: `2 wood`, each kind once."""
    goods = tuple(goods)
    return list_amounts({kind: goods.count(kind) for kind in KINDS})


def bundle_price(goods: Iterable[str]) -> list[Amount | Text]:
    """Return goods that are paid or brought together: `1 of each resource`, else each kind by itself."""
    return join_resources(bundle(goods), RESOURCES)
