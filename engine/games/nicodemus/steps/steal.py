"""Page 10, attack: a resource of one's choice and a random machine of the opponent's hand are stolen."""

from engine.core.chance import Chance
from engine.core.errors import Refusal
from engine.core.language import Text
from engine.core.types import Event, Seat
from engine.games.nicodemus.effects import rob, settle
from engine.games.nicodemus.moves import Steal
from engine.games.nicodemus.prices import unfold
from engine.games.nicodemus.state import NicodemusState, StealChoice
from engine.games.nicodemus.steps.base import NicodemusStep
from engine.games.nicodemus.words import bundle

STEALS = (Steal("wood"), Steal("copper"), Steal("crystal"))


class StealStep(NicodemusStep[Steal]):
    """A kind that the opponent has."""

    name = "steal"
    moves = (Steal,)
    answers = StealChoice

    def prompt(self, state: NicodemusState, seat: Seat) -> Text:
        return Text("Which resource do you steal: {goods}?", goods=bundle(their_goods(state, seat)))

    def candidates(self, state: NicodemusState, seat: Seat) -> tuple[Steal, ...]:
        return STEALS

    def check(self, state: NicodemusState, seat: Seat, move: Steal) -> Refusal | None:
        goods = their_goods(state, seat)
        if move.kind not in goods:
            return Refusal("nothing_there", "your opponent has only {goods}.", goods=bundle(goods))
        return None

    def apply(self, state: NicodemusState, seat: Seat, move: Steal, chance: Chance) -> list[Event]:
        machines = self.asked_effect(state, seat).machines
        state.pending[seat].pop()
        return rob(state, seat, (move.kind,), machines, chance) + settle(self.book, state, seat, chance)


def their_goods(state: NicodemusState, seat: Seat) -> tuple[str, ...]:
    """Return the resources of the other player."""
    return unfold(state.players[1 - seat].stock.resources)
