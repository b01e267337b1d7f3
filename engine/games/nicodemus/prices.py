"""What a repair costs whom: discounts of the workshop, charcoalium for newer machines, and the ways to pay."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from engine.games.nicodemus.book import NicodemusBook
from engine.games.nicodemus.cards import Owed
from engine.games.nicodemus.moves import RESOURCES

Ways = tuple[tuple[str, ...], ...]
"""Where the `any` discounts can go so that the rest is paid."""


class Discounts(NamedTuple):
    """How many symbols of each kind a workshop shows; each takes one off its own kind (Réduction)."""

    wood: int
    copper: int
    crystal: int
    charcoalium: int
    any: int


class Price(NamedTuple):
    """What is left to pay: resources by kind, how many of them `any` symbols take off, and charcoalium."""

    owed: Owed
    any: int
    charcoalium: int


class Quote(NamedTuple):
    """A machine at a player's price, and the ways in which that player can pay the resources."""

    price: Price
    ways: Ways

    def payment(self, way: Sequence[str]) -> tuple[str, ...]:
        """Return the tokens that a move with this way pays, charcoalium last; the only way is never named."""
        used = self.ways[0] if len(self.ways) == 1 else way
        return unfold(rest(self.price.owed, used)) + ("charcoalium",) * self.price.charcoalium


NO_DISCOUNTS = Discounts(0, 0, 0, 0, 0)


def discounts(book: NicodemusBook, workshop: Sequence[str]) -> Discounts:
    """Count the symbols of a workshop."""
    if not workshop:
        return NO_DISCOUNTS
    made = [book.makes[card] for card in workshop]
    return Discounts._make(made.count(symbol) for symbol in Discounts._fields)


def price_at(book: NicodemusBook, row: Sequence[str], position: int, off: Discounts) -> Price:
    """Return the price of the machine at a position: one charcoalium for each newer machine, less the discounts."""
    owed = owed_after(book.costs[row[position - 1]], off)
    return Price(owed, off.any, max(0, len(row) - position - off.charcoalium))


def offer_at(
    book: NicodemusBook, row: Sequence[str], position: int, workshop: Sequence[str], purse: Owed, *, waivable: bool
) -> Quote:
    """Return what the machine at a position costs the owner of a workshop and a purse."""
    off = discounts(book, workshop)
    ways = ways_to_pay(book.costs[row[position - 1]], off, purse, waivable=waivable)
    return Quote(price_at(book, row, position, off), ways)


def owed_after(cost: Owed, off: Discounts) -> Owed:
    """Return the resources that are left to pay; a surplus of discounts is lost."""
    return max(0, cost[0] - off.wood), max(0, cost[1] - off.copper), max(0, cost[2] - off.crystal)


@lru_cache(maxsize=1 << 14)
def ways_to_pay(cost: Owed, off: Discounts, purse: Owed, *, waivable: bool = False) -> Ways:
    """Return every use of the `any` discounts after which the purse covers the rest; none if it never does.

    A discount may not be left unused while a resource is owed, unless the ruling `any_discount` lets it be waived.
    """
    owed = owed_after(cost, off)
    if not off.any:
        return ((),) if covers(purse, owed) else ()
    most = min(off.any, sum(owed))
    used = range(most + 1) if waivable else (most,)
    return tuple(way for n in used for way in parts_of(owed, n) if covers(purse, rest(owed, way)))


def rest(owed: Owed, way: Sequence[str]) -> Owed:
    """Return what is owed after `any` discounts were used."""
    if not way:
        return owed
    wood, copper, crystal = (n - way.count(kind) for n, kind in zip(owed, RESOURCES, strict=True))
    return wood, copper, crystal


def covers(purse: Owed, owed: Owed) -> bool:
    """Tell whether a purse holds what is owed."""
    return purse[0] >= owed[0] and purse[1] >= owed[1] and purse[2] >= owed[2]


def unfold(amounts: Sequence[int]) -> tuple[str, ...]:
    """Return amounts of wood, copper and crystal as goods, one by one."""
    return tuple(kind for kind, n in zip(RESOURCES, amounts, strict=True) for _ in range(n))


@lru_cache(maxsize=1 << 12)
def parts_of(amounts: Owed, n: int) -> tuple[tuple[str, ...], ...]:
    """Return every choice of n goods out of these amounts, each once, in order."""
    return tuple(dict.fromkeys(combinations(unfold(amounts), n)))
