"""Réparer une machine du bric-à-brac, 4 and 5: claim projects with the new machine, then tidy the workshop."""

from collections.abc import Iterator

from engine.core.chance import Chance
from engine.core.errors import Refusal
from engine.core.language import Name, Text, name_all
from engine.core.types import Event, Move, Seat
from engine.games.nicodemus.cards import Limits
from engine.games.nicodemus.events import ProjectClaimed, SetAside
from engine.games.nicodemus.flow import hand_over
from engine.games.nicodemus.moves import Claim, End
from engine.games.nicodemus.scoring import Ways, open_projects, ways_to_fulfil
from engine.games.nicodemus.state import Claimed, NicodemusState, Player
from engine.games.nicodemus.steps.base import NicodemusStep


class ClaimsStep(NicodemusStep[Claim | End]):
    """Any number of projects, all judged on the same workshop; `end` sets the machines aside together."""

    name = "claims"
    moves = (Claim, End)
    exact = True

    def prompt(self, state: NicodemusState, seat: Seat) -> Text:
        return Text("Claim projects with {card}, or end your turn.", card=name_all(state.players[seat].workshop[-1:]))

    def candidates(self, state: NicodemusState, seat: Seat) -> Iterator[Move]:
        workshop = state.players[seat].workshop
        if len(workshop) > 1:
            for project in open_projects(state, seat):
                ways = ways_to_fulfil(self.book, self.book.projects[project], workshop)
                if len(ways) == 1:
                    yield Claim(project)
                else:
                    yield from (Claim(project, way) for way in ways)
        yield End()

    def check(self, state: NicodemusState, seat: Seat, move: Claim | End) -> Refusal | None:
        if isinstance(move, End):
            return None
        projects = open_projects(state, seat)
        if move.project not in projects:
            return Refusal(
                "no_such_project",
                "`{project}` is not open to you; these projects are: {projects}.",
                project=Name(move.project),
                projects=name_all(projects),
            )
        workshop = state.players[seat].workshop
        ways = ways_to_fulfil(self.book, self.book.projects[move.project], workshop)
        if not ways:
            return Refusal(
                "not_fulfilled",
                "your workshop ({workshop}) does not fulfil it with the new {card}.",
                workshop=name_all(workshop),
                card=name_all(workshop[-1:]),
            )
        return check_way(move, ways)

    def plain(self, state: NicodemusState, seat: Seat, move: Claim | End) -> Claim | End:
        if isinstance(move, End) or move.project not in open_projects(state, seat):
            return move
        ways = ways_to_fulfil(self.book, self.book.projects[move.project], state.players[seat].workshop)
        meant = next((way for way in ways if sorted(way) == sorted(move.cards)), move.cards)
        return Claim(move.project) if ways == (meant,) else Claim(move.project, meant)

    def advise(self, state: NicodemusState, seat: Seat, move: Claim | End) -> Text | None:
        if isinstance(move, Claim):
            return None
        left = [move.project for move in self.candidates(state, seat) if isinstance(move, Claim)]
        if not left:
            return None
        return Text("You could still claim {projects}.", projects=name_all(dict.fromkeys(left)))

    def apply(self, state: NicodemusState, seat: Seat, move: Claim | End, chance: Chance) -> list[Event]:
        if isinstance(move, End):
            return [*tidy(state, seat, self.book.limits), *hand_over(self.book, state, seat)]
        player = state.players[seat]
        project = self.book.projects[move.project]
        ways = ways_to_fulfil(self.book, project, player.workshop)
        others = ways[0] if len(ways) == 1 else move.cards
        state.claims.append(Claimed(project.id, list(others)))
        (state.projects if project.id in state.projects else player.private).remove(project.id)
        player.claimed.append(project.id)
        player.score += project.points
        return [ProjectClaimed(seat=seat, project=project.id, points=project.points)]


def check_way(move: Claim, ways: Ways) -> Refusal | None:
    """Return why these machines can't be set aside; where there is no choice, none is named."""
    if len(ways) == 1:
        if not move.cards:
            return None
        exact = str(Claim(move.project))
        return Refusal("no_choice", "only one set of machines fits: write `{exact}`.", exact=exact)
    if move.cards in ways:
        return None
    return Refusal("which_machines", "say which machines you set aside with the new one.")


def tidy(state: NicodemusState, seat: Seat, limits: Limits) -> list[Event]:
    """Set aside what projects used; then, with four machines left, all but the newest."""
    player = state.players[seat]
    cards = leave_for_projects(state, player)
    if len(player.workshop) >= limits.workshop_trigger:
        surplus = len(player.workshop) - limits.workshop_keep
        cards += player.workshop[:surplus]
        del player.workshop[:surplus]
    player.aside = sorted([*player.aside, *cards])
    state.claims = []
    return [SetAside(seat=seat, cards=tuple(cards))] if cards else []


def leave_for_projects(state: NicodemusState, player: Player) -> list[str]:
    """Take the new machine and the others that claims used out of the workshop; one machine may serve several."""
    if not state.claims:
        return []
    cards = [player.workshop.pop()]
    for card in dict.fromkeys(player.workshop):
        for _ in range(max(claim.others.count(card) for claim in state.claims)):
            player.workshop.remove(card)
            cards.append(card)
    return cards
