"""What every use of a machine or robot shares: the night's mark, or the choice that offered it."""

from engine.core.language import Text
from engine.core.steps import M
from engine.core.types import Seat
from engine.games.mech_a_dream.deed import DreamDeed
from engine.games.mech_a_dream.effects import claim_open
from engine.games.mech_a_dream.state import DreamState
from engine.games.mech_a_dream.steps.base import NightStep

ROBOT = "robot"


class UseStep(NightStep[M]):
    """A step of the night whose moves can also be offered by day."""

    def begin(self, deed: DreamDeed, thing: str) -> None:
        """Take the open choice off the stack, or note what has worked this night."""
        stack = deed.state.pending[deed.seat]
        if stack:
            claim_open(deed, "activation")
            stack.pop()
        else:
            deed.player.used = sorted([*deed.player.used, thing])

    def advise(self, state: DreamState, seat: Seat, move: M) -> Text | None:
        if state.players[seat].belt or self.check(state, seat, move) is not None:
            return None
        if not self.hourglasses(state, seat, move):
            return None
        return Text("Your belt is empty: the hourglasses will be lost.")

    def hourglasses(self, state: DreamState, seat: Seat, move: M) -> int:
        """Return how many hourglasses a legal move brings."""
        return 0
