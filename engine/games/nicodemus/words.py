"""How the tokens of Nicodemus are said."""

from collections.abc import Iterable

from engine.core.language import Amount, list_amounts
from engine.games.nicodemus.moves import KINDS


def bundle(goods: Iterable[str]) -> list[Amount]:
    """Return goods as they are said: `2 wood`, each kind once."""
    goods = tuple(goods)
    return list_amounts({kind: goods.count(kind) for kind in KINDS})
