"""Page 10, transformation: one of the machines placed just before is discarded for resources of its cost."""

from collections.abc import Iterator

from engine.core.chance import Chance
from engine.core.errors import Refusal
from engine.core.language import Text
from engine.core.types import Event, Seat
from engine.games.nicodemus.effects import gain, gain_all, settle, throw_away
from engine.games.nicodemus.events import Scrapped
from engine.games.nicodemus.moves import Scrap
from engine.games.nicodemus.prices import parts_of, unfold
from engine.games.nicodemus.state import NicodemusState, ScrapChoice
from engine.games.nicodemus.steps.base import NicodemusStep
from engine.games.nicodemus.words import bundle


class ScrapStep(NicodemusStep[Scrap]):
    """A position among the last one, two or three before the machine just played, and what is gained."""

    name = "scrap"
    moves = (Scrap,)
    answers = ScrapChoice
    exact = True

    def prompt(self, state: NicodemusState, seat: Seat) -> Text:
        oldest, newest = self._window(state, seat)
        n = self.asked_effect(state, seat).resources
        if oldest == newest:
            return Text("You scrap the machine at {newest}: for which {n} of its cost?", newest=newest, n=n)
        return Text(
            "Which machine from {oldest} to {newest} do you scrap, for which {n} of its cost?",
            oldest=oldest,
            newest=newest,
            n=n,
        )

    def candidates(self, state: NicodemusState, seat: Seat) -> Iterator[Scrap]:
        oldest, newest = self._window(state, seat)
        n = self.asked_effect(state, seat).resources
        for position in range(oldest, newest + 1):
            for goods in parts_of(self.book.costs[state.row[position - 1]], n):
                yield Scrap(position, goods)

    def check(self, state: NicodemusState, seat: Seat, move: Scrap) -> Refusal | None:
        oldest, newest = self._window(state, seat)
        if not oldest <= move.position <= newest:
            return out_of_reach(oldest, newest)
        card, n = state.row[move.position - 1], self.asked_effect(state, seat).resources
        if move.goods not in parts_of(self.book.costs[card], n):
            cost = bundle(unfold(self.book.costs[card]))
            return Refusal("not_in_cost", "you gain exactly {n} out of its cost: {cost}.", n=n, cost=cost)
        return None

    def apply(self, state: NicodemusState, seat: Seat, move: Scrap, chance: Chance) -> list[Event]:
        effect = self.asked_effect(state, seat)
        state.pending[seat].pop()
        card, coins = state.row.pop(move.position - 1), state.coins.pop(move.position - 1)
        state.reserve.charcoalium += coins
        throw_away(state, [card])
        events: list[Event] = [Scrapped(seat=seat, card=card, coins=coins), *gain_all(state, seat, move.goods)]
        if effect.charcoalium:
            events.append(gain(state, seat, "charcoalium", effect.charcoalium))
        return events + settle(self.book, state, seat, chance)

    def _window(self, state: NicodemusState, seat: Seat) -> tuple[int, int]:
        """Return the first and last position in reach, counted back from the machine just played."""
        newest = len(state.row) - 1
        return max(1, newest - self.asked_effect(state, seat).window + 1), newest


def out_of_reach(oldest: int, newest: int) -> Refusal:
    """Return the refusal that names the positions in reach."""
    if oldest == newest:
        return Refusal("out_of_reach", "you can scrap only the machine at {newest}.", newest=newest)
    return Refusal(
        "out_of_reach", "you can scrap only the machines from {oldest} to {newest}.", oldest=oldest, newest=newest
    )
