"""What all steps of Nicodemus share: that the seat whose turn it is is asked, and about which effect."""

from collections.abc import Sequence

from engine.core.errors import Refusal
from engine.core.language import Name, name_all
from engine.core.steps import M, Step
from engine.core.types import Seat
from engine.games.nicodemus.book import NicodemusBook
from engine.games.nicodemus.cards import Effect
from engine.games.nicodemus.state import NicodemusState


class NicodemusStep(Step[NicodemusState, NicodemusBook, M]):
    """A step of the turn of one of two."""

    def awaiting(self, state: NicodemusState) -> tuple[Seat, ...]:
        return (state.turn,)

    def asked_effect(self, state: NicodemusState, seat: Seat) -> Effect:
        """Return the effect whose choice is open."""
        return self.book.effects[getattr(state.pending[seat][-1], "effect", "")]


def not_in_hand(card: str, hand: Sequence[str]) -> Refusal:
    """Say which cards the hand holds instead."""
    text = "`{card}` is not in your hand; you hold {hand}."
    return Refusal("not_in_hand", text, card=Name(card), hand=name_all(hand))
