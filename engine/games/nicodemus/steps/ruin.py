"""Page 10, attack: the opponent gives back resources of the attacker's choice."""

from collections.abc import Iterator

from engine.core.chance import Chance
from engine.core.errors import Refusal
from engine.core.language import Text
from engine.core.types import Event, Seat
from engine.games.nicodemus.effects import give_back, settle
from engine.games.nicodemus.events import Sabotaged
from engine.games.nicodemus.moves import Ruin
from engine.games.nicodemus.prices import parts_of
from engine.games.nicodemus.state import NicodemusState, RuinChoice
from engine.games.nicodemus.steps.base import NicodemusStep
from engine.games.nicodemus.steps.steal import their_goods
from engine.games.nicodemus.words import bundle


class RuinStep(NicodemusStep[Ruin]):
    """Two resources of the opponent, or all that he has."""

    name = "ruin"
    moves = (Ruin,)
    answers = RuinChoice
    exact = True

    def prompt(self, state: NicodemusState, seat: Seat) -> Text:
        return Text(
            "Which {n} resources does your opponent lose, out of {goods}?",
            n=self._lost(state, seat),
            goods=bundle(their_goods(state, seat)),
        )

    def candidates(self, state: NicodemusState, seat: Seat) -> Iterator[Ruin]:
        return (Ruin(goods) for goods in self._choices(state, seat))

    def check(self, state: NicodemusState, seat: Seat, move: Ruin) -> Refusal | None:
        if move.goods in self._choices(state, seat):
            return None
        return Refusal(
            "wrong_goods",
            "name exactly {n} of your opponent's resources: {goods}.",
            n=self._lost(state, seat),
            goods=bundle(their_goods(state, seat)),
        )

    def apply(self, state: NicodemusState, seat: Seat, move: Ruin, chance: Chance) -> list[Event]:
        state.pending[seat].pop()
        give_back(state, 1 - seat, move.goods)
        return [Sabotaged(seat=seat, goods=move.goods), *settle(self.book, state, seat, chance)]

    def _lost(self, state: NicodemusState, seat: Seat) -> int:
        return min(self.asked_effect(state, seat).resources, state.players[1 - seat].stock.cubes)

    def _choices(self, state: NicodemusState, seat: Seat) -> tuple[tuple[str, ...], ...]:
        return parts_of(state.players[1 - seat].stock.resources, self._lost(state, seat))
