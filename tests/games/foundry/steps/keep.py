"""The winner keeps one of two designs."""

from collections.abc import Iterator

from engine.core.chance import Chance
from engine.core.errors import Refusal
from engine.core.language import Name, Text
from engine.core.types import Event, Seat
from tests.games.foundry.events import Discarded
from tests.games.foundry.moves import Keep
from tests.games.foundry.state import Draft, FoundryState
from tests.games.foundry.steps.base import FoundryStep


class KeepStep(FoundryStep[Keep]):
    """An open choice of the winner alone."""

    name = "keep"
    moves = (Keep,)
    answers = Draft
    exact = True

    def prompt(self, state: FoundryState, seat: Seat) -> Text:
        """Ask which one."""
        return Text("Which design do you keep: {cards}?", cards=[Name(c) for c in state.pending[seat][-1].drawn])

    def candidates(self, state: FoundryState, seat: Seat) -> Iterator[Keep]:
        """Either, once where they are equal."""
        return (Keep(card) for card in sorted(set(state.pending[seat][-1].drawn)))

    def check(self, state: FoundryState, seat: Seat, move: Keep) -> Refusal | None:
        """Only what was drawn."""
        drawn = state.pending[seat][-1].drawn
        if move.card not in drawn:
            return Refusal("not_drawn", "you drew {cards}.", cards=[Name(card) for card in drawn])
        return None

    def apply(self, state: FoundryState, seat: Seat, move: Keep, chance: Chance) -> list[Event]:
        """One into the hand, the other onto the discard pile; then everybody may cast."""
        drawn = state.pending[seat].pop().drawn
        drawn.remove(move.card)
        state.players[seat].hand.append(move.card)
        state.players[seat].hand.sort()
        state.discard += drawn
        state.discard.sort()
        chance.tell(*(other for other in range(len(state.players)) if other != seat))
        state.step, state.turn = "cast", 0
        return [Discarded(seat=seat, card=drawn[0])]
