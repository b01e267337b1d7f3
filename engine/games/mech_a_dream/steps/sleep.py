"""Phase de nuit: whoever has used what they like of their workshop goes to sleep."""

from engine.core.errors import Refusal
from engine.core.language import Text
from engine.core.types import Move, Seat
from engine.games.mech_a_dream.deed import DreamDeed
from engine.games.mech_a_dream.events import Slept
from engine.games.mech_a_dream.flow import finish_night
from engine.games.mech_a_dream.moves import Sleep
from engine.games.mech_a_dream.state import DreamState
from engine.games.mech_a_dream.steps.base import NightStep

SLEEP: list[Move] = [Sleep()]


class SleepStep(NightStep[Sleep]):
    """The night ends when all sleep."""

    name = "night"
    moves = (Sleep,)
    exact = True
    settles = False

    def prompt(self, state: DreamState, seat: Seat) -> Text:
        return Text("Use your robot and your purple machines, each once, then `sleep`.")

    def candidates(self, state: DreamState, seat: Seat) -> list[Move]:
        return SLEEP

    def check(self, state: DreamState, seat: Seat, move: Sleep) -> Refusal | None:
        return None

    def carry_out(self, deed: DreamDeed, move: Sleep) -> None:
        deed.player.asleep = True
        deed.events.append(Slept(seat=deed.seat))
        if all(player.asleep for player in deed.state.players):
            finish_night(deed)
