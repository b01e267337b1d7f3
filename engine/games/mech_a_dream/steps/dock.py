"""Travailler à l'usine, quai de livraisons: pay the card's flowers, then take the moment's parcels one by one."""

from engine.core.errors import Refusal
from engine.core.language import Amount
from engine.core.types import Move, Seat
from engine.games.mech_a_dream.deed import DreamDeed
from engine.games.mech_a_dream.events import Docked
from engine.games.mech_a_dream.moves import Dock
from engine.games.mech_a_dream.prices import find_discounts, toll_of
from engine.games.mech_a_dream.state import DreamState, Parcel
from engine.games.mech_a_dream.steps.base import DayStep

DOCK: list[Move] = [Dock()]
NOWHERE: list[Move] = []


class DockStep(DayStep[Dock]):
    """Parcels are taken from the barrier outwards; a machine built by one can be used by the next."""

    name = "dock"
    moves = (Dock,)
    exact = True

    def toll(self, state: DreamState, seat: Seat) -> int:
        """Return the flowers that a seat pays."""
        return toll_of(self.book, state.delivery, find_discounts(self.book, state.players[seat].built))

    def candidates(self, state: DreamState, seat: Seat) -> list[Move]:
        return DOCK if self.toll(state, seat) <= state.players[seat].flower else NOWHERE

    def check(self, state: DreamState, seat: Seat, move: Dock) -> Refusal | None:
        toll, flowers = self.toll(state, seat), state.players[seat].flower
        if toll > flowers:
            cost = Amount("flower", toll)
            return Refusal("too_poor", "the dock costs you {cost}; you have {have}.", cost=cost, have=flowers)
        return None

    def carry_out(self, deed: DreamDeed, move: Dock) -> None:
        state, player = deed.state, deed.player
        toll = self.toll(state, deed.seat)
        player.flower -= toll
        player.assistants.append("dock")
        player.waiting = [Parcel(gain) for gain in self.book.parcels[state.delivery][state.moment]]
        state.action = "dock"
        deed.events.append(Docked(seat=deed.seat, flower=-toll))
