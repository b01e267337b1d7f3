"""Foundry after a correction: from version 2 on nobody who has a coin bids nothing."""

from collections.abc import Iterator

from engine.core.errors import Refusal
from engine.core.types import Seat
from tests.games.foundry.moves import Bid
from tests.games.foundry.rules import Foundry
from tests.games.foundry.state import FoundryState
from tests.games.foundry.steps.bid import BidStep
from tests.games.foundry.steps.cast import CastStep
from tests.games.foundry.steps.keep import KeepStep


class CorrectedBidStep(BidStep):
    """Everybody bids at once, by either reading."""

    def _needs_coin(self, state: FoundryState, seat: Seat) -> bool:
        return self.book.corrected["nobody_bids_nothing"] and state.players[seat].coins > 0

    def candidates(self, state: FoundryState, seat: Seat) -> Iterator[Bid]:
        """Any number of one's own coins; nothing only by the old reading, or without any."""
        return (bid for bid in super().candidates(state, seat) if bid.coins or not self._needs_coin(state, seat))

    def check(self, state: FoundryState, seat: Seat, move: Bid) -> Refusal | None:
        """Nobody bids more than they have, or nothing."""
        if move.coins == 0 and self._needs_coin(state, seat):
            return Refusal("too_little", "bid at least 1 coin.")
        return super().check(state, seat, move)


class FoundryOfTomorrow(Foundry):
    """The rules with one correction."""

    version = 2
    corrections = {"nobody_bids_nothing": 2}
    step_types = (CorrectedBidStep, KeepStep, CastStep)
