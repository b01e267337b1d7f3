"""4. Completing projects."""

from engine.core.chance import Chance
from engine.core.errors import Refusal
from engine.core.language import Name, Text
from engine.core.types import Event, Move, Seat
from engine.games.imaginarium.cards import TWO_PLAYERS
from engine.games.imaginarium.effects import change, others
from engine.games.imaginarium.events import Completed, DiscardedProjects
from engine.games.imaginarium.moves import Complete
from engine.games.imaginarium.scoring import project_points
from engine.games.imaginarium.state import ImaginariumState, OpenProject
from engine.games.imaginarium.steps.base import TurnStep
from engine.games.imaginarium.words import about_project, name_each

TOKENS = 6
TOKENS_BESIDE_SABOTEUR = 5


class CompleteStep(TurnStep[Complete]):
    """Any number of projects, each once per player; never forced."""

    name = "complete"
    moves = (Complete,)

    def prompt(self, state: ImaginariumState, seat: Seat) -> Text:
        return Text("Complete projects, or end your turn.")

    def candidates(self, state: ImaginariumState, seat: Seat) -> list[Move]:
        return [Complete(project) for project in self.completable(state, seat)]

    def completable(self, state: ImaginariumState, seat: Seat) -> list[str]:
        """Return the projects that a seat could complete now."""
        player, is_met = state.players[seat], self.book.projects.is_met
        has_token = self._has_token(state, seat)
        public = state.projects if has_token else ()
        private = player.private if has_token or self.book.corrected["private_needs_no_token"] else ()
        found = [one.id for one in public if seat not in one.completed and is_met(one.id, player)]
        return found + [one for one in private if is_met(one, player)] if private else found

    def _lacks_token(self, state: ImaginariumState, seat: Seat, project: OpenProject | None) -> bool:
        """Tell whether no token is left for a project; a private one (None) takes none of the office's tokens."""
        is_free = project is None and self.book.corrected["private_needs_no_token"]
        return not is_free and not self._has_token(state, seat)

    def _has_token(self, state: ImaginariumState, seat: Seat) -> bool:
        if not state.rulings.token_limit:
            return True
        tokens = TOKENS_BESIDE_SABOTEUR if len(state.players) == TWO_PLAYERS else TOKENS
        return sum(seat in project.completed for project in state.projects) < tokens

    def check(self, state: ImaginariumState, seat: Seat, move: Complete) -> Refusal | None:
        player = state.players[seat]
        project = find_project(state, move.project)
        if project is None and move.project not in player.private:
            visible = name_each(self._visible(state, seat))
            return Refusal("no_project", "you can complete only projects that you see: {visible}.", visible=visible)
        if project is not None and seat in project.completed:
            return Refusal("completed", "you completed that project before.")
        if not self.book.projects.is_met(move.project, player):
            asked = about_project(self.book.projects.by_id[move.project])
            return Refusal(
                "not_met",
                "you don't fulfil {project} now; it asks for this: {asked}.",
                project=Name(move.project),
                asked=asked,
            )
        if self._lacks_token(state, seat, project):
            return Refusal("no_token", "you have no project token left.")
        return None

    def _visible(self, state: ImaginariumState, seat: Seat) -> list[str]:
        return [*(project.id for project in state.projects), *state.players[seat].private]

    def apply(self, state: ImaginariumState, seat: Seat, move: Complete, chance: Chance) -> list[Event]:
        state.step = "complete"
        project = find_project(state, move.project)
        if project is None:
            return self._complete_private(state, seat, move.project, chance)
        assistants = state.players[seat].assistants
        points = project_points(self.book, move.project, assistants, is_later=bool(project.completed))
        project.completed.append(seat)
        change(state.players[seat], {"points": points})
        return [Completed(seat=seat, project=move.project, change={"points": points})]

    def _complete_private(self, state: ImaginariumState, seat: Seat, project: str, chance: Chance) -> list[Event]:
        """The first private project met is shown and scores in full; then both go."""
        player = state.players[seat]
        points = project_points(self.book, project, player.assistants, has_bonus=state.rulings.private_bonus)
        change(player, {"points": points})
        rest = tuple(one for one in player.private if one != project)
        state.spent = sorted([*state.spent, *player.private])
        player.private = []
        chance.tell(*others(state, seat))
        events: list[Event] = [Completed(seat=seat, project=project, change={"points": points})]
        return [*events, DiscardedProjects(seat=seat, projects=rest)] if rest else events


def find_project(state: ImaginariumState, project: str) -> OpenProject | None:
    """Return a project of the design office, or None."""
    return next((one for one in state.projects if one.id == project), None)
