"""Travailler dans votre atelier: acquérir une nouvelle machine."""

from engine.core.errors import Refusal
from engine.core.language import Name, name_all
from engine.core.types import Move, Seat
from engine.games.mech_a_dream.book import DreamBook
from engine.games.mech_a_dream.deed import DreamDeed
from engine.games.mech_a_dream.moves import Acquire
from engine.games.mech_a_dream.prices import can_afford, currency_of, find_discounts, price_of
from engine.games.mech_a_dream.state import DreamState
from engine.games.mech_a_dream.steps.base import DayStep, too_few


class AcquireStep(DayStep[Acquire]):
    """A tile comes with the assistant onto the slot of its time; it may even be built at once."""

    name = "acquire"
    moves = (Acquire,)
    exact = True

    def __init__(self, book: DreamBook) -> None:
        super().__init__(book)
        self.made = self.moves_of(Acquire, self.book.machines)

    def candidates(self, state: DreamState, seat: Seat) -> list[Move]:
        return [self.made[tile] for tile in affordable(self.book, state, seat)]

    def check(self, state: DreamState, seat: Seat, move: Acquire) -> Refusal | None:
        return check_offer(self.book, state, seat, move.tile)

    def carry_out(self, deed: DreamDeed, move: Acquire) -> None:
        deed.player.assistants.append(move.tile)
        deed.state.action = "acquire"
        deed.acquire(move.tile)


def affordable(book: DreamBook, state: DreamState, seat: Seat) -> list[str]:
    """Return the open tiles that a seat can pay, in the order of the belts."""
    player = state.players[seat]
    off = find_discounts(book, player.built)
    shown = state.market
    return [tile for belt in book.visible for tile in shown[belt] if can_afford(book, player, tile, off)]


def check_offer(book: DreamBook, state: DreamState, seat: Seat, tile: str) -> Refusal | None:
    """Refuse a tile that does not lie open, or that is too dear."""
    if not any(tile in shown for shown in state.market.values()):
        tiles = name_all(tile for belt in book.visible for tile in state.market[belt])
        return Refusal(
            "not_offered", "`{tile}` is not offered; the factory shows {tiles}.", tile=Name(tile), tiles=tiles
        )
    player = state.players[seat]
    off = find_discounts(book, player.built)
    if can_afford(book, player, tile, off):
        return None
    price = price_of(book, tile, off)
    kind = currency_of(book, tile)
    return too_few(kind, price, getattr(player, kind))
