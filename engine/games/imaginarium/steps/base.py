"""What the five steps of a player's turn have in common (Implementation)."""

from engine.core.errors import Refusal
from engine.core.language import Count, Name
from engine.core.steps import M, Step
from engine.core.types import Seat
from engine.games.imaginarium.book import ImaginariumBook
from engine.games.imaginarium.cards import Talent
from engine.games.imaginarium.state import ImaginariumState, Player


class TurnStep(Step[ImaginariumState, ImaginariumBook, M]):
    """A paragraph of the active player's turn; its candidates are all legal."""

    exact = True

    def awaiting(self, state: ImaginariumState) -> tuple[Seat, ...]:
        return (state.track[state.at].seat,)

    def has(self, player: Player, talent: Talent) -> bool:
        """Tell whether a player has the assistant with a talent."""
        return self.book.helper[talent].id in player.assistants


class ActionStep(TurnStep[M]):
    """One of the actions that the hands can point to."""

    def limit(self, player: Player) -> int:
        """Return how often the action can be done in a turn."""
        return 1

    def is_open(self, state: ImaginariumState, seat: Seat) -> bool:
        """Tell whether the action can be begun or gone on with."""
        now = state.now
        if now.pair is None or self.name not in now.pair or self.name in now.finished:
            return False
        return now.action != self.name or now.times < self.limit(state.players[seat])

    def why_closed(self, state: ImaginariumState, seat: Seat) -> Refusal | None:
        """Say why the action can't be done now, or None."""
        if self.is_open(state, seat):
            return None
        now = state.now
        if now.pair is None or self.name not in now.pair:
            pair = [Name(action) for action in now.pair or ()]
            return Refusal("not_chosen", "this turn your hands point to {pair}.", pair=pair)
        if self.name in now.finished:
            return Refusal(
                "finished", "you finished that action when you began to {action}.", action=Name(now.action or "")
            )
        limit = Count("{n} time", "{n} times", self.limit(state.players[seat]))
        return Refusal("done", "that action can be done {limit} in a turn.", limit=limit)

    def begin(self, state: ImaginariumState) -> None:
        """Count one more time; another action that was begun before is finished now."""
        now = state.now
        if now.action != self.name:
            if now.action is not None:
                now.finished.append(now.action)
            now.action, now.times = self.name, 0
        now.times += 1
