"""Travailler dans votre atelier: construire une machine."""

from engine.core.errors import Refusal
from engine.core.types import Move, Seat
from engine.games.mech_a_dream.book import DreamBook
from engine.games.mech_a_dream.deed import DreamDeed
from engine.games.mech_a_dream.events import Assigned
from engine.games.mech_a_dream.moves import Assign
from engine.games.mech_a_dream.state import DreamState
from engine.games.mech_a_dream.steps.base import DayStep, not_on_belt


class AssignStep(DayStep[Assign]):
    """The assistant joins any machine of one's belt, whether others stand there or not."""

    name = "assign"
    moves = (Assign,)
    exact = True

    def __init__(self, book: DreamBook) -> None:
        super().__init__(book)
        self.made = self.moves_of(Assign, self.book.machines)

    def candidates(self, state: DreamState, seat: Seat) -> list[Move]:
        return [self.made[tile] for tile in sorted(state.players[seat].belt)]

    def check(self, state: DreamState, seat: Seat, move: Assign) -> Refusal | None:
        player = state.players[seat]
        return None if move.tile in player.belt else not_on_belt(player, move.tile)

    def carry_out(self, deed: DreamDeed, move: Assign) -> None:
        deed.player.assistants.append(move.tile)
        deed.state.action = "assign"
        deed.events.append(Assigned(seat=deed.seat, tile=move.tile))
