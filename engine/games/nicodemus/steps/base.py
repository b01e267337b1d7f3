"""What all steps of Nicodemus share: the book of components, and that the seat whose turn it is is asked."""

from typing import Any

from engine.core.rules import Rules
from engine.core.steps import Step
from engine.core.types import Seat
from engine.games.nicodemus.cards import Book, Effect
from engine.games.nicodemus.state import NicodemusState


class NicodemusStep(Step[NicodemusState]):
    """A step that looks up machines and projects."""

    def __init__(self, rules: Rules[Any]) -> None:
        super().__init__(rules)
        self.book: Book = self.rules.book

    def awaiting(self, state: NicodemusState) -> tuple[Seat, ...]:
        return (state.turn,)

    def asked_effect(self, state: NicodemusState, seat: Seat) -> Effect:
        """Return the effect whose choice is open."""
        return self.book.effects[getattr(state.pending[seat][-1], "effect", "")]
