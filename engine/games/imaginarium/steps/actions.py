"""3. Carrying out two actions: the hands are turned to a pair."""

from itertools import combinations

from engine.core.chance import Chance
from engine.core.errors import Refusal
from engine.core.language import Name, Text
from engine.core.types import Event, Move, Seat
from engine.games.imaginarium.cards import RING
from engine.games.imaginarium.events import Dialled
from engine.games.imaginarium.moves import Dial
from engine.games.imaginarium.state import ImaginariumState
from engine.games.imaginarium.steps.base import TurnStep
from engine.games.imaginarium.steps.pick_up import close_use, is_picked_up

NEIGHBOURS = tuple(Dial((action, RING[(i + 1) % len(RING)])) for i, action in enumerate(RING))
ANY_TWO = tuple(Dial(pair) for pair in combinations(RING, 2))


class ActionsStep(TurnStep[Dial]):
    """Turning the hands; the actions themselves are steps of their own."""

    name = "actions"
    moves = (Dial,)

    def prompt(self, state: ImaginariumState, seat: Seat) -> Text:
        pair = [Name(action) for action in state.now.pair or ()]
        return Text("Your actions: {pair}. Then complete projects, and end your turn.", pair=pair)

    def candidates(self, state: ImaginariumState, seat: Seat) -> list[Move]:
        if state.now.pair is not None or not is_picked_up(state):
            return []
        player = state.players[seat]
        if self.has(player, "free_actions"):
            return list(ANY_TWO)
        return [dial for dial in NEIGHBOURS if dial.pair != player.pair]

    def check(self, state: ImaginariumState, seat: Seat, move: Dial) -> Refusal | None:
        if state.now.pair is not None:
            return Refusal(
                "dialled", "your hands point to {pair} this turn.", pair=[Name(one) for one in state.now.pair]
            )
        if not is_picked_up(state):
            return Refusal("not_picked_up", "first pick up what you planned: `acquire` or `collect`.")
        player = state.players[seat]
        if self.has(player, "free_actions"):
            return None if move in ANY_TWO else Refusal("no_pair", "name two different actions.")
        if move not in NEIGHBOURS:
            return Refusal(
                "no_pair", "the hands point to neighbours: {pairs}.", pairs=["+".join(one.pair) for one in NEIGHBOURS]
            )
        if move.pair == player.pair:
            return Refusal("same_pair", "you chose that pair in your last turn; take another one.")
        return None

    def apply(self, state: ImaginariumState, seat: Seat, move: Dial, chance: Chance) -> list[Event]:
        close_use(state, seat)
        state.step = "actions"
        first, second = move.pair
        state.now.pair = state.players[seat].pair = (first, second)
        return [Dialled(seat=seat, pair=(first, second))]
