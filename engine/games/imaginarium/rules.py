"""Imaginarium, in the order of its rulebook: setup, planning, implementation, checking and resetting, victory."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.core.chance import Chance, reshuffled
from engine.core.editions import Label
from engine.core.language import Text, Voice, register_catalogues
from engine.core.names import Rows
from engine.core.rules import Key, Rules
from engine.core.sheet import Sheet
from engine.core.steps import Step
from engine.core.types import Move, Result, Seat
from engine.games.imaginarium.appraise import appraise
from engine.games.imaginarium.cards import HOLDINGS, RESOURCES, ImaginariumEdition, Machine
from engine.games.imaginarium.edition import refuse_nonsense
from engine.games.imaginarium.gloss import gloss
from engine.games.imaginarium.moves import Repair, Scrap
from engine.games.imaginarium.problems import find_problems
from engine.games.imaginarium.projects import Projects
from engine.games.imaginarium.scoring import final_result
from engine.games.imaginarium.setup import first_position
from engine.games.imaginarium.sheet import make_sheet
from engine.games.imaginarium.stacks import Stacks, payments
from engine.games.imaginarium.state import ImaginariumState, Rulings
from engine.games.imaginarium.steps.actions import ActionsStep
from engine.games.imaginarium.steps.complete import CompleteStep
from engine.games.imaginarium.steps.dismantle import DismantleStep
from engine.games.imaginarium.steps.effect import CancelStep, ChoiceStep, RecoverStep, TangleStep
from engine.games.imaginarium.steps.end import EndStep
from engine.games.imaginarium.steps.extract import ExtractStep
from engine.games.imaginarium.steps.pick_up import PickUpStep
from engine.games.imaginarium.steps.plan import PlanStep
from engine.games.imaginarium.steps.recruit import RecruitStep
from engine.games.imaginarium.steps.reorganise import ReorganiseStep
from engine.games.imaginarium.steps.repair import RepairStep
from engine.games.imaginarium.steps.transact import TransactStep
from engine.games.imaginarium.steps.use import UseStep
from engine.games.imaginarium.view import make_view

HERE = Path(__file__).parent
ACTIONS = ("repair", "dismantle", "reorganise", "transact", "extract", "recruit")
OPEN = {
    "plan": ("plan",),
    "use": ("use", "pick_up", "actions", "end"),
    "pick_up": ("pick_up", "actions", "end"),
    "actions": ("actions", *ACTIONS, "complete", "end"),
    "complete": ("complete", "end"),
}
"""The steps that are open once a turn has come to a step: a move of a later one closes the earlier ones."""

# What an opponent may have behind the screen, as far as a stranger to the game's history can tell.
LIKELY = {"wood": 6, "copper": 6, "crystal": 6, "charcoalium": 10, "points": 20}

register_catalogues(HERE / "locale")


class Imaginarium(Rules[ImaginariumState]):
    """Two to five handymen; with two, each has a saboteur."""

    id = "imaginarium"
    version = 1
    title = Label("Imaginarium", "Imaginarium")
    seats = range(2, 6)
    state_type = ImaginariumState
    options_type = Rulings
    edition_type = ImaginariumEdition
    edition_path = HERE / "data" / "edition.toml"
    step_types = (
        PlanStep, UseStep, PickUpStep, ActionsStep, RepairStep, ChoiceStep, TangleStep, CancelStep, RecoverStep,
        DismantleStep, ReorganiseStep, TransactStep, ExtractStep, RecruitStep, CompleteStep, EndStep,
    )  # fmt: skip
    ends = ("points",)

    def __init__(self, change: str | Mapping[str, Any] | None = None) -> None:
        super().__init__(change)
        self._open = {name: tuple(self._by_name[one] for one in names) for name, names in OPEN.items()}
        self.complete_step: Any = self._by_name["complete"]

    def prepare(self) -> None:
        """Cards by id, assistants by talent, and every move that depends on a card alone."""
        edition: ImaginariumEdition = self.edition
        refuse_nonsense(edition, self.seats)
        self.machines = {machine.id: machine for machine in edition.machine}
        self.assistants = {assistant.id: assistant for assistant in edition.assistant}
        self.helper = {assistant.effect: assistant for assistant in edition.assistant}
        self.stacks = Stacks(self.machines)
        self.projects = Projects(edition.project, self.stacks)
        self.extractors = edition.board.extractors
        self.repairs = {machine.id: Repair(machine.id) for machine in edition.machine}
        self.repair_costs = {machine.id: repair_cost(machine) for machine in edition.machine}
        self.scraps = {machine.id: scraps(machine) for machine in edition.machine}

    def setup(self, seats: int, options: Rulings, chance: Chance) -> ImaginariumState:
        """Game setup."""
        return first_position(self, seats, options, chance)

    def open_steps(self, state: ImaginariumState, seat: Seat) -> Sequence[Step[ImaginariumState]]:
        """Return the open effect, or the steps from the one that the turn has come to."""
        pending = state.pending[seat]
        return (self._by_pending[type(pending[-1])],) if pending else self._open[state.step]

    def view(self, state: ImaginariumState, seat: Seat | None) -> dict[str, Any]:
        """Deeds are public, totals are not displayed."""
        return make_view(self, state, seat)

    def sheet(self, view: Mapping[str, Any], voice: Voice) -> Sheet:
        """The board."""
        return make_sheet(self, view, voice)

    def rows(self, view: Mapping[str, Any]) -> Rows:
        """The belt and the reader's workshop."""
        mine = () if view["you"] is None else view["players"][view["you"]]["spaces"]
        return {"belt": [(one["machine"],) if one["machine"] else () for one in view["belt"]], "workshop": mine}

    def gloss(self, view: Mapping[str, Any], move: Move) -> Text | None:
        """What a move would bring."""
        return gloss(self, view, move)

    def result(self, state: ImaginariumState) -> Result | None:
        """Victory."""
        return final_result(self, state)

    def shuffle_unknown(self, state: ImaginariumState, seat: Seat | None, chance: Chance) -> None:
        """Decks, the private projects of others, and until the end what is behind their screens."""
        state.deck = reshuffled(state.deck, chance)
        state.assistant_deck = reshuffled(state.assistant_deck, chance)
        others = [player for other, player in enumerate(state.players) if other != seat]
        pool = reshuffled([*state.unused_projects, *(one for player in others for one in player.private)], chance)
        for player in others:
            player.private = sorted(pool.pop() for _ in player.private)
            if state.ended is None:
                for kind, range_ in LIKELY.items():
                    setattr(player, kind, chance.below(range_))
        state.unused_projects = pool

    def census(self, state: ImaginariumState) -> dict[str, int]:
        """Every machine, assistant and project is somewhere."""
        cards = Counter([*state.deck, *state.crusher, *(card for card in state.belt if card is not None)])
        cards.update([*state.assistants, *state.assistant_deck])
        cards.update([*state.unused_projects, *state.cancelled, *state.spent])
        cards.update(project.id for project in state.projects)
        for player in state.players:
            cards.update([*player.yard, *player.assistants, *player.private])
            cards.update(card for stack in player.spaces for card in stack)
        return dict(cards)

    def holdings(self, state: ImaginariumState) -> dict[Key, int]:
        """Goods and points come from an endless supply."""
        return {(seat, kind): getattr(player, kind) for seat, player in enumerate(state.players) for kind in HOLDINGS}

    def problems(self, state: ImaginariumState, seats: int, options: Rulings) -> Iterator[str]:
        """What makes no sense in a position that was edited by hand."""
        yield from super().problems(state, seats, options)
        yield from find_problems(self, state, seats)

    def appraise(self, view: Mapping[str, Any], seat: Seat) -> float:
        """How good a view looks."""
        return appraise(self, view, seat)


def repair_cost(machine: Machine) -> tuple[int, int, int]:
    """Return wood, copper and crystal for a repair."""
    wood, copper, crystal = (machine.repair.get(kind, 0) for kind in RESOURCES)
    return wood, copper, crystal


def scraps(machine: Machine) -> tuple[Scrap, ...]:
    """Return every way to dismantle a broken machine: as many units of its repair list as its level."""
    if not machine.dismantles:
        return ()
    return tuple(Scrap(machine.id, goods) for goods in payments(*repair_cost(machine), machine.level))
