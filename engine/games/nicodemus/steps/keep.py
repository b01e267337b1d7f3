"""Page 10, special: one of two drawn projects becomes one's own."""

from collections.abc import Iterator

from engine.core.chance import Chance
from engine.core.errors import Refusal
from engine.core.language import Text, name_all
from engine.core.types import Event, Seat, top_choice
from engine.games.nicodemus.effects import settle
from engine.games.nicodemus.events import ProjectKept
from engine.games.nicodemus.moves import Keep
from engine.games.nicodemus.state import KeepChoice, NicodemusState
from engine.games.nicodemus.steps.base import NicodemusStep


class KeepStep(NicodemusStep[Keep]):
    """The kept project is shown; the other goes back into the box, unseen unless both players saw it."""

    name = "keep"
    moves = (Keep,)
    answers = KeepChoice
    exact = True

    def prompt(self, state: NicodemusState, seat: Seat) -> Text:
        return Text("Which project do you keep: {projects}?", projects=name_all(drawn(state, seat)))

    def candidates(self, state: NicodemusState, seat: Seat) -> Iterator[Keep]:
        return (Keep(project) for project in drawn(state, seat))

    def check(self, state: NicodemusState, seat: Seat, move: Keep) -> Refusal | None:
        if move.project not in drawn(state, seat):
            return Refusal("not_drawn", "you drew {projects}.", projects=name_all(drawn(state, seat)))
        return None

    def apply(self, state: NicodemusState, seat: Seat, move: Keep, chance: Chance) -> list[Event]:
        rest = [project for project in drawn(state, seat) if project != move.project]
        player = state.players[seat]
        state.pending[seat].pop()
        player.private.append(move.project)
        if self.book.hides_drawn(state.options):
            player.rejected = sorted([*player.rejected, *rest])
            chance.tell(1 - seat)
        else:
            state.box = sorted([*state.box, *rest])
        return [ProjectKept(seat=seat, project=move.project), *settle(self.book, state, seat, chance)]


def drawn(state: NicodemusState, seat: Seat) -> list[str]:
    """Return the drawn projects."""
    return top_choice(state.pending[seat], KeepChoice).drawn
