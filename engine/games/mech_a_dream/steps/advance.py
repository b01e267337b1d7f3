"""Gain de temps de construction: each hourglass moves one machine of one's belt by one slot."""

from engine.core.errors import Refusal
from engine.core.language import Count, Text
from engine.core.types import Move, Seat, top_choice
from engine.games.mech_a_dream.book import DreamBook
from engine.games.mech_a_dream.deed import DreamDeed
from engine.games.mech_a_dream.effects import claim_open
from engine.games.mech_a_dream.moves import Advance
from engine.games.mech_a_dream.state import DreamState, Hourglasses
from engine.games.mech_a_dream.steps.base import DreamStep, hourglasses_open, not_on_belt


class AdvanceStep(DreamStep[Advance]):
    """They are spent one by one before anything else, as long as something is on the belt."""

    name = "advance"
    moves = (Advance,)
    answers = Hourglasses
    exact = True

    def __init__(self, book: DreamBook) -> None:
        super().__init__(book)
        self.made = self.moves_of(Advance, self.book.machines)

    def prompt(self, state: DreamState, seat: Seat) -> Text:
        asked = top_choice(state.pending[seat], Hourglasses)
        return Count(
            "Which machine advances? You have {n} hourglass.",
            "Which machine advances? You have {n} hourglasses.",
            asked.n,
        )

    def candidates(self, state: DreamState, seat: Seat) -> list[Move]:
        if not hourglasses_open(self.book, state, seat):
            return []
        return [self.made[tile] for tile in sorted(state.players[seat].belt)]

    def check(self, state: DreamState, seat: Seat, move: Advance) -> Refusal | None:
        player = state.players[seat]
        if not hourglasses_open(self.book, state, seat):
            return Refusal("no_hourglass", "you have no hourglass to spend.")
        return None if move.tile in player.belt else not_on_belt(player, move.tile)

    def carry_out(self, deed: DreamDeed, move: Advance) -> None:
        claim_open(deed, "hourglass")
        asked = top_choice(deed.state.pending[deed.seat], Hourglasses)
        asked.n -= 1
        deed.advance(move.tile, 1)
