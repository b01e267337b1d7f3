"""What may be declined: a use that a parcel or a specialist offers, and a copied purchase."""

from engine.core.errors import Refusal
from engine.core.types import Move, Seat
from engine.games.mech_a_dream.deed import DreamDeed
from engine.games.mech_a_dream.effects import claim_open
from engine.games.mech_a_dream.events import Skipped
from engine.games.mech_a_dream.moves import Skip
from engine.games.mech_a_dream.state import DreamState
from engine.games.mech_a_dream.steps.base import DreamStep, purchase_of, use_open

SKIP: list[Move] = [Skip()]


class SkipStep(DreamStep[Skip]):
    """Options of a parcel or reward end by an explicit word."""

    name = "skip"
    moves = (Skip,)

    def candidates(self, state: DreamState, seat: Seat) -> list[Move]:
        return SKIP

    def check(self, state: DreamState, seat: Seat, move: Skip) -> Refusal | None:
        if purchase_of(state, seat) is None and not use_open(self.book, state, seat):
            return Refusal("no_use", "nothing can be declined now.")
        return None

    def carry_out(self, deed: DreamDeed, move: Skip) -> None:
        claim_open(deed, "activation")
        deed.state.pending[deed.seat].pop()
        deed.events.append(Skipped(seat=deed.seat))
