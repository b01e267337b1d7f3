"""Open effects of a machine just repaired or brought back: a kind, an input, a space, a project, a machine."""

from typing import Generic

from engine.core.chance import Chance
from engine.core.errors import Refusal
from engine.core.language import Name, Text, Who
from engine.core.steps import M
from engine.core.types import Event, Move, Seat, top_choice
from engine.games.imaginarium.effects import (
    check_goods,
    goods_for,
    make,
    open_choice,
    settle,
    start_effect,
    work_at_once,
)
from engine.games.imaginarium.events import Cancelled, Recycled, Skipped, Tangled, Used
from engine.games.imaginarium.moves import CancelProject, NameGoods, RecoverMachine, Skip, TangleSpace
from engine.games.imaginarium.state import Cancel, Choice, ImaginariumState, PointOffer, Recover, Tangle
from engine.games.imaginarium.steps.base import TurnStep
from engine.games.imaginarium.words import name_each

EFFECT = NameGoods()
SKIP = Skip()


class OpenEffect(TurnStep[M | Skip], Generic[M]):
    """While an effect is open only its own moves and `skip` are legal."""

    def check(self, state: ImaginariumState, seat: Seat, move: M | Skip) -> Refusal | None:
        return None if isinstance(move, Skip) else self.check_choice(state, seat, move)

    def apply(self, state: ImaginariumState, seat: Seat, move: M | Skip, chance: Chance) -> list[Event]:
        if isinstance(move, Skip):
            state.pending[seat].pop()
            return [Skipped(seat=seat)]
        return self.apply_choice(state, seat, move, chance)

    def check_choice(self, state: ImaginariumState, seat: Seat, move: M) -> Refusal | None:
        """Say why a choice is refused, or None."""
        raise NotImplementedError

    def apply_choice(self, state: ImaginariumState, seat: Seat, move: M, chance: Chance) -> list[Event]:
        """Do what was chosen."""
        raise NotImplementedError


class ChoiceStep(OpenEffect[NameGoods]):
    """A Flamelleur's kind, or the input of a transformation machine."""

    name = "effect"
    moves = (NameGoods, Skip)
    answers = Choice

    def prompt(self, state: ImaginariumState, seat: Seat) -> Text:
        return Text(
            "Which goods for the effect of {machine}?", machine=Name(top_choice(state.pending[seat], Choice).card)
        )

    def candidates(self, state: ImaginariumState, seat: Seat) -> list[Move]:
        making = self.book.stacks.making((top_choice(state.pending[seat], Choice).card,))
        return [*(NameGoods(goods) for goods in goods_for(state.players[seat], making)), SKIP]

    def check_choice(self, state: ImaginariumState, seat: Seat, move: NameGoods) -> Refusal | None:
        making = self.book.stacks.making((top_choice(state.pending[seat], Choice).card,))
        return check_goods(state.players[seat], making, move.goods)

    def apply_choice(self, state: ImaginariumState, seat: Seat, move: NameGoods, chance: Chance) -> list[Event]:
        choice = top_choice(state.pending[seat], Choice)
        state.pending[seat].pop()
        making = self.book.stacks.making((choice.card,))
        made = make(state.players[seat], making, move.goods)
        open_choice(self.book, state, seat, Choice(choice.card, choice.times - 1), chance)
        return [Used(seat=seat, machines=(choice.card,), change=made)]


class OfferStep(OpenEffect[NameGoods]):
    """The Diplomateur: its points are taken or declined, all of a repair at once."""

    name = "offer"
    moves = (NameGoods, Skip)
    answers = PointOffer

    def prompt(self, state: ImaginariumState, seat: Seat) -> Text:
        return Text(
            "Do you use the effect of {machine}?", machine=Name(top_choice(state.pending[seat], PointOffer).card)
        )

    def candidates(self, state: ImaginariumState, seat: Seat) -> list[Move]:
        return [EFFECT, SKIP]

    def check_choice(self, state: ImaginariumState, seat: Seat, move: NameGoods) -> Refusal | None:
        making = self.book.stacks.making((top_choice(state.pending[seat], PointOffer).card,))
        return check_goods(state.players[seat], making, move.goods)

    def apply_choice(self, state: ImaginariumState, seat: Seat, move: NameGoods, chance: Chance) -> list[Event]:
        offer = top_choice(state.pending[seat], PointOffer)
        state.pending[seat].pop()
        return work_at_once(self.book, state, seat, offer.card, offer.times)


class TangleStep(OpenEffect[TangleSpace]):
    """The Tanglette: one space of each opponent is turned face down."""

    name = "tangle"
    moves = (TangleSpace, Skip)
    answers = Tangle

    def prompt(self, state: ImaginariumState, seat: Seat) -> Text:
        victims = [Who(victim) for victim in top_choice(state.pending[seat], Tangle).victims]
        return Text("Which space do you turn face down, one of each: {victims}?", victims=victims)

    def candidates(self, state: ImaginariumState, seat: Seat) -> list[Move]:
        found = [
            TangleSpace(victim, space + 1)
            for victim in top_choice(state.pending[seat], Tangle).victims
            for space, stack in enumerate(state.players[victim].spaces)
            if stack
        ]
        return [*found, SKIP]

    def check_choice(self, state: ImaginariumState, seat: Seat, move: TangleSpace) -> Refusal | None:
        victims = top_choice(state.pending[seat], Tangle).victims
        if move.seat not in victims:
            return Refusal("no_victim", "you can still tangle {victims}.", victims=[Who(victim) for victim in victims])
        spaces = state.players[move.seat].spaces
        if not 1 <= move.space <= len(spaces) or not spaces[move.space - 1]:
            held = [space + 1 for space, stack in enumerate(spaces) if stack]
            return Refusal("no_machine", "machines of {who} stand on {spaces}.", who=Who(move.seat), spaces=held)
        return None

    def apply_choice(self, state: ImaginariumState, seat: Seat, move: TangleSpace, chance: Chance) -> list[Event]:
        victim = state.players[move.seat]
        victim.face_down = sorted({*victim.face_down, move.space - 1})
        victims = top_choice(state.pending[seat], Tangle).victims
        victims.remove(move.seat)
        if not victims:
            state.pending[seat].pop()
        return [Tangled(seat=seat, victim=move.seat, space=move.space)]


class CancelStep(OpenEffect[CancelProject]):
    """The Neutralizeur: one project leaves the game; who completed it keeps the points."""

    name = "cancel"
    moves = (CancelProject, Skip)
    answers = Cancel

    def prompt(self, state: ImaginariumState, seat: Seat) -> Text:
        return Text("Which project do you cancel?")

    def candidates(self, state: ImaginariumState, seat: Seat) -> list[Move]:
        return [*(CancelProject(project.id) for project in state.projects), SKIP]

    def check_choice(self, state: ImaginariumState, seat: Seat, move: CancelProject) -> Refusal | None:
        ids = [project.id for project in state.projects]
        if move.project not in ids:
            return Refusal(
                "no_project", "you can cancel only what is in the design office: {projects}.", projects=name_each(ids)
            )
        return None

    def apply_choice(self, state: ImaginariumState, seat: Seat, move: CancelProject, chance: Chance) -> list[Event]:
        state.pending[seat].pop()
        state.projects = [project for project in state.projects if project.id != move.project]
        state.cancelled = sorted([*state.cancelled, move.project])
        return [Cancelled(seat=seat, project=move.project)]


class RecoverStep(OpenEffect[RecoverMachine]):
    """The Recyclateur: a machine without the lightning sign comes back repaired, and may be used once at once."""

    name = "recover"
    moves = (RecoverMachine, Skip)
    answers = Recover

    def prompt(self, state: ImaginariumState, seat: Seat) -> Text:
        return Text("Which machine do you bring back from the crusher?")

    def _targets(self, state: ImaginariumState) -> list[str]:
        return [card for card in dict.fromkeys(state.crusher) if not self.book.machines[card].lightning]

    def candidates(self, state: ImaginariumState, seat: Seat) -> list[Move]:
        return [*map(RecoverMachine, self._targets(state)), SKIP]

    def check_choice(self, state: ImaginariumState, seat: Seat, move: RecoverMachine) -> Refusal | None:
        targets = self._targets(state)
        if move.card not in targets:
            return Refusal(
                "no_target",
                "you can bring back only what is in the crusher and has no lightning sign: {targets}.",
                targets=name_each(targets),
            )
        return None

    def apply_choice(self, state: ImaginariumState, seat: Seat, move: RecoverMachine, chance: Chance) -> list[Event]:
        state.pending[seat].pop()
        state.crusher.remove(move.card)
        player = state.players[seat]
        settle(player, move.card)
        runner = self.book.helper["double_effect"]
        is_doubled = state.rulings.double_recovery and runner.id in player.assistants
        times = runner.amount if is_doubled else 1
        back = Recycled(seat=seat, machine=move.card)
        return [back, *start_effect(self.book, state, seat, move.card, times, chance)]
