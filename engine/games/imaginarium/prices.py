"""What a machine costs whom (Picking up a reserved machine)."""

from typing import TYPE_CHECKING

from engine.core.types import Seat
from engine.games.imaginarium.state import ImaginariumState, Player

if TYPE_CHECKING:
    from engine.games.imaginarium.rules import Imaginarium


def price_of(rules: "Imaginarium", state: ImaginariumState, seat: Seat | None, place: int) -> int:
    """Return level plus base cost of a belt space; the Bargain Hunter's owner pays the base cost alone."""
    base = int(rules.edition.board.belt[place])
    machine = state.belt[place]
    if machine is None or (seat is not None and rules.helper["base_price"].id in state.players[seat].assistants):
        return base
    return base + rules.machines[machine].level


def missing(rules: "Imaginarium", player: Player, price: int) -> int:
    """Return how many resources must stand in for charcoalium that a player lacks."""
    return max(0, price - player.charcoalium) * int(rules.edition.figures.resources_per_missing)


def can_pay(rules: "Imaginarium", player: Player, price: int) -> bool:
    """Tell whether charcoalium and resources together pay a price."""
    return player.wood + player.copper + player.crystal >= missing(rules, player, price)
