"""What tiles and deliveries cost whom, and how soon a tile is ready: the discounts of green machines."""

from collections.abc import Iterable
from typing import Literal, NamedTuple

from engine.games.mech_a_dream.book import DreamBook
from engine.games.mech_a_dream.cards import NOTHING, Amounts
from engine.games.mech_a_dream.state import Player


class Discounts(NamedTuple):
    """What a player's green machines take off."""

    ink: int = 0
    rainbow: int = 0
    time: int = 0
    flower: int = 0


NO_DISCOUNTS = Discounts()


def find_discounts(book: DreamBook, built: Iterable[str]) -> Discounts:
    """Return what green machines take off, equal ones added up."""
    powers = book.powers
    found = [powers[tile] for tile in built if tile in powers]
    if not found:
        return NO_DISCOUNTS
    off = {"ink": 0, "rainbow": 0, "time": 0, "flower": 0}
    for power in found:
        off[power.reduces] += power.by
    return Discounts(**off)


def price_of(book: DreamBook, tile: str, off: Discounts) -> int:
    """Return how much a tile costs, never less than nothing."""
    price = book.machines[tile].cost - (off.rainbow if book.is_yellow[tile] else off.ink)
    return max(price, 0)


def currency_of(book: DreamBook, tile: str) -> Literal["ink", "rainbow"]:
    """Return what a tile is paid with: rainbows for a yellow one."""
    return "rainbow" if book.is_yellow[tile] else "ink"


def can_afford(book: DreamBook, player: Player, tile: str, off: Discounts) -> bool:
    """Tell whether a player can pay for a tile."""
    return price_of(book, tile, off) <= (player.rainbow if book.is_yellow[tile] else player.ink)


def slot_of(book: DreamBook, tile: str, off: Discounts, sooner: int = 0) -> int:
    """Return the slot on which a tile enters the belt; 0 when it is built at once."""
    return max(book.machines[tile].time - off.time - sooner, 0)


def toll_of(book: DreamBook, delivery: str, off: Discounts) -> int:
    """Return the flowers that the dock costs."""
    return max(book.deliveries[delivery].cost - off.flower, 0)


def can_pay(player: Player, cost: Amounts, flower: int = 0) -> bool:
    """Tell whether a player has what an effect takes, and so many flowers on top."""
    if cost is NOTHING and not flower:
        return True
    return (
        player.flower >= cost.flower + flower
        and player.ink >= cost.ink
        and player.rainbow >= cost.rainbow
        and player.points >= cost.points
    )
