"""Passing: for the seat that has no machine to play and can repair none."""

from collections.abc import Iterator

from engine.core.chance import Chance
from engine.core.errors import Refusal
from engine.core.language import name_all
from engine.core.types import Event, Seat
from engine.games.nicodemus.events import Passed
from engine.games.nicodemus.flow import hand_over
from engine.games.nicodemus.moves import Pass
from engine.games.nicodemus.state import NicodemusState
from engine.games.nicodemus.steps.base import NicodemusStep
from engine.games.nicodemus.steps.repair import payable_repairs


class PassStep(NicodemusStep[Pass]):
    """Allowed only where nothing else is."""

    name = "pass"
    moves = (Pass,)

    def candidates(self, state: NicodemusState, seat: Seat) -> Iterator[Pass]:
        if not state.players[seat].hand:
            yield Pass()

    def check(self, state: NicodemusState, seat: Seat, move: Pass) -> Refusal | None:
        hand = state.players[seat].hand
        if hand:
            return Refusal("can_play", "you can pass only with an empty hand; you hold {hand}.", hand=name_all(hand))
        repairs = [f"`{repair}`" for repair in payable_repairs(self.book, state, seat)]
        if repairs:
            return Refusal("can_repair", "you can pass only if you can repair nothing: {moves}.", moves=repairs)
        return None

    def apply(self, state: NicodemusState, seat: Seat, move: Pass, chance: Chance) -> list[Event]:
        return [Passed(seat=seat), *hand_over(self.book, state, seat)]
