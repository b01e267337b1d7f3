"""Travailler dans votre atelier: acquérir une nouvelle machine."""

from typing import Any

from engine.core.errors import Refusal
from engine.core.rules import Rules
from engine.core.types import Move, Seat
from engine.games.mech_a_dream.book import Book
from engine.games.mech_a_dream.deed import Deed
from engine.games.mech_a_dream.events import named
from engine.games.mech_a_dream.moves import Acquire
from engine.games.mech_a_dream.state import DreamState
from engine.games.mech_a_dream.steps.base import DayStep, too_few_rainbows


class AcquireStep(DayStep):
    """A tile comes with the assistant onto the slot of its time; it may even be built at once."""

    name = "acquire"
    moves = (Acquire,)
    exact = True

    def __init__(self, rules: Rules[Any]) -> None:
        super().__init__(rules)
        self.made = self.moves_of(Acquire, self.book.machines)

    def candidates(self, state: DreamState, seat: Seat) -> list[Move]:
        return [self.made[tile] for tile in affordable(self.book, state, seat)]

    def check(self, state: DreamState, seat: Seat, move: Acquire) -> Refusal | None:
        return check_offer(self.book, state, seat, move.tile)

    def carry_out(self, deed: Deed, move: Acquire) -> None:
        deed.player.assistants.append(move.tile)
        deed.state.action = "acquire"
        deed.acquire(move.tile)


def affordable(book: Book, state: DreamState, seat: Seat) -> list[str]:
    """Return the open tiles that a seat can pay, in the order of the belts."""
    player = state.players[seat]
    off = book.discounts(player.built)
    shown = state.market
    return [tile for belt in book.visible for tile in shown[belt] if book.can_afford(player, tile, off)]


def check_offer(book: Book, state: DreamState, seat: Seat, tile: str) -> Refusal | None:
    """Refuse a tile that does not lie open, or that is too dear."""
    if not any(tile in shown for shown in state.market.values()):
        tiles = named(tile for belt in book.visible for tile in state.market[belt])
        return Refusal("not_offered", "`{tile}` is not offered; the factory shows {tiles}.", tile=tile, tiles=tiles)
    player = state.players[seat]
    off = book.discounts(player.built)
    if book.can_afford(player, tile, off):
        return None
    price = book.price(tile, off)
    if book.is_yellow[tile]:
        return too_few_rainbows(price, player.rainbow)
    return Refusal("too_poor", "that costs {price} ink; you have {purse}.", price=price, purse=player.ink)
