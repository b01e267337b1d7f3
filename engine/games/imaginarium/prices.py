"""What a machine costs whom (Picking up a reserved machine)."""

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


def missing(book: ImaginariumBook, player: Player, price: int) -> int:
    """Return how many resources must stand in for charcoalium that a player lacks."""
    return max(0, price - player.charcoalium) * int(book.edition.figures.resources_per_missing)


def can_pay(book: ImaginariumBook, player: Player, price: int) -> bool:
    """Tell whether charcoalium and resources together pay a price."""
    return player.wood + player.copper + player.crystal >= missing(book, player, price)
