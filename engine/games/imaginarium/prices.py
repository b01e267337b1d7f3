"""What a machine (Picking up a reserved machine) or a unit of the market costs whom."""

from collections.abc import Sequence

from engine.core.types import Seat
from engine.games.imaginarium.book import ImaginariumBook
from engine.games.imaginarium.state import ImaginariumState, Player


def price_of(book: ImaginariumBook, state: ImaginariumState, seat: Seat | None, place: int) -> int:
    """Return level plus base cost of a belt space; the Bargain Hunter's owner pays the base cost alone."""
    base = int(book.edition.board.belt[place])
    machine = state.belt[place]
    if machine is None or (seat is not None and book.helper["base_price"].id in state.players[seat].assistants):
        return base
    return base + book.machines[machine].level


def unit_price(book: ImaginariumBook, assistants: Sequence[str], good: str) -> int:
    """Return what one unit costs at the market: points are cheaper with the Diploma Broker."""
    broker = book.helper["point_price"]
    if good == "point" and broker.id in assistants:
        return broker.amount
    return book.edition.market.buy[good]


def missing(book: ImaginariumBook, player: Player, price: int) -> int:
    """Return how many resources must stand in for charcoalium that a player lacks."""
    return max(0, price - player.charcoalium) * int(book.edition.figures.resources_per_missing)


def can_pay(book: ImaginariumBook, player: Player, price: int) -> bool:
    """Tell whether charcoalium and resources together pay a price."""
    return player.wood + player.copper + player.crystal >= missing(book, player, price)
