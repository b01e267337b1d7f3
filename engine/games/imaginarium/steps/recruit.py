"""The action Recruit: one assistant of the meeting room, three at most."""

from engine.core.chance import Chance
from engine.core.errors import Refusal
from engine.core.language import Amount
from engine.core.types import Event, Move, Seat
from engine.games.imaginarium.effects import change
from engine.games.imaginarium.events import DrewProjects, Recruited
from engine.games.imaginarium.moves import Recruit
from engine.games.imaginarium.state import ImaginariumState
from engine.games.imaginarium.steps.base import ActionStep
from engine.games.imaginarium.words import name_each


class RecruitStep(ActionStep[Recruit]):
    """Assistants work at once, except that free actions start with the next dial."""

    name = "recruit"
    moves = (Recruit,)

    def candidates(self, state: ImaginariumState, seat: Seat) -> list[Move]:
        player = state.players[seat]
        if len(player.assistants) >= self.book.edition.bench.assistants or not self.is_open(state, seat):
            return []
        costs = self.book.assistants
        return [Recruit(one) for one in state.assistants if costs[one].cost <= player.charcoalium]

    def check(self, state: ImaginariumState, seat: Seat, move: Recruit) -> Refusal | None:
        closed = self.why_closed(state, seat)
        if closed is not None:
            return closed
        player, room = state.players[seat], self.book.edition.bench.assistants
        if len(player.assistants) >= room:
            return Refusal("full", "your workshop has room for {room} assistants.", room=room)
        if move.assistant not in state.assistants:
            present = name_each(state.assistants)
            return Refusal("not_there", "you can recruit only who is in the meeting room: {present}.", present=present)
        cost = self.book.assistants[move.assistant].cost
        if cost > player.charcoalium:
            return Refusal(
                "too_poor",
                "it costs {price} and you have {coal}.",
                price=Amount("charcoalium", cost),
                coal=player.charcoalium,
            )
        return None

    def apply(self, state: ImaginariumState, seat: Seat, move: Recruit, chance: Chance) -> list[Event]:
        self.begin(state)
        player = state.players[seat]
        assistant = self.book.assistants[move.assistant]
        paid = {"charcoalium": -assistant.cost}
        change(player, paid)
        state.assistants.remove(move.assistant)
        player.assistants.append(move.assistant)
        events: list[Event] = [Recruited(seat=seat, assistant=move.assistant, change=paid)]
        if assistant.effect == "extra_spaces":
            player.spaces += [()] * assistant.amount
        elif assistant.effect == "private_projects":
            events.append(draw_projects(state, seat, assistant.amount, chance))
        return events


def draw_projects(state: ImaginariumState, seat: Seat, number: int, chance: Chance) -> Event:
    """Draw private projects out of those not in play, as many as there are."""
    if state.rulings.redraw_cancelled and state.cancelled:
        state.unused_projects += state.cancelled
        state.cancelled = []
        chance.shuffle(state.unused_projects)
    pile = state.unused_projects
    drawn = sorted(chance.draw(pile, [seat]) for _ in range(min(number, len(pile))))
    state.players[seat].private = drawn
    return DrewProjects(seat=seat, projects=tuple(drawn), seen_by=(seat,))
