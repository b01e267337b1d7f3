"""Les robots éclairés, mise en place: each chooses one of two screens; all are opened together."""

from engine.core.errors import Refusal
from engine.core.language import Text, name_all
from engine.core.types import Move, Seat
from engine.games.mech_a_dream.deed import DreamDeed
from engine.games.mech_a_dream.events import ScreenSealed
from engine.games.mech_a_dream.moves import Screen
from engine.games.mech_a_dream.setup import open_screens
from engine.games.mech_a_dream.state import DreamState
from engine.games.mech_a_dream.steps.base import DreamStep


class ScreenStep(DreamStep[Screen]):
    """Sealed: nobody knows what others were dealt or have chosen."""

    name = "screens"
    moves = (Screen,)
    exact = True
    settles = False

    def prompt(self, state: DreamState, seat: Seat) -> Text:
        return Text("Which screen do you keep: {screens}?", screens=name_all(state.players[seat].dealt))

    def awaiting(self, state: DreamState) -> tuple[Seat, ...]:
        return tuple([seat for seat, player in enumerate(state.players) if not player.chosen])

    def candidates(self, state: DreamState, seat: Seat) -> list[Move]:
        return [Screen(robot) for robot in state.players[seat].dealt]

    def check(self, state: DreamState, seat: Seat, move: Screen) -> Refusal | None:
        dealt = state.players[seat].dealt
        if move.robot not in dealt:
            return Refusal("not_dealt", "you were dealt {screens}.", screens=name_all(dealt))
        return None

    def carry_out(self, deed: DreamDeed, move: Screen) -> None:
        deed.player.chosen = move.robot
        deed.events.append(ScreenSealed(seat=deed.seat))
        if all(player.chosen for player in deed.state.players):
            open_screens(deed)
