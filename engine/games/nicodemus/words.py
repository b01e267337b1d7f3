"""How the tokens of Nicodemus are said."""

from collections.abc import Iterable

from engine.core.language import Name, Text
from engine.games.nicodemus.moves import KINDS


def bundle(goods: Iterable[str]) -> list[Text | Name]:
    """Return goods as they are said: each kind once, with its number when it is more than one."""
    goods = tuple(goods)
    counts = [(kind, goods.count(kind)) for kind in KINDS]
    return [Name(k) if n == 1 else Text("{kind}*{n}", kind=Name(k), n=n) for k, n in counts if n]
