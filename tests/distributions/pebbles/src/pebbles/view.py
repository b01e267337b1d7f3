"""What a seat may know: everything."""

from typing import Any

from engine.core.chance import Chance
from engine.core.types import Seat
from pebbles.book import PebblesBook
from pebbles.state import PebblesState


def make_view(book: PebblesBook, state: PebblesState, seat: Seat | None) -> dict[str, Any]:
    """The heap, what was taken, and whose turn it is."""
    players = [{"seat": other, "taken": player.taken} for other, player in enumerate(state.players)]
    return {"step": state.step, "heap": state.heap, "turn": state.turn, "players": players}


def shuffle_unknown(book: PebblesBook, state: PebblesState, seat: Seat | None, chance: Chance) -> None:
    """Nothing is hidden, so nothing is dealt anew."""
