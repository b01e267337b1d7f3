"""Mech A Dream, in the order of its rulebook: setup, day, night, the end, and the two variants."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.core.chance import Chance, reshuffled
from engine.core.editions import Label
from engine.core.language import Text, Voice, register_catalogues
from engine.core.rules import Key, Rules
from engine.core.sheet import Sheet
from engine.core.steps import Step
from engine.core.types import Move, Result, Seat
from engine.games.mech_a_dream.appraisal import Appraiser
from engine.games.mech_a_dream.book import Book
from engine.games.mech_a_dream.cards import DreamEdition
from engine.games.mech_a_dream.events import KINDS
from engine.games.mech_a_dream.gloss import gloss
from engine.games.mech_a_dream.problems import oddities
from engine.games.mech_a_dream.scoring import ranking
from engine.games.mech_a_dream.setup import first_position
from engine.games.mech_a_dream.sheet import dream_sheet
from engine.games.mech_a_dream.state import (
    Activation,
    DreamOptions,
    DreamState,
    Hourglasses,
    Purchase,
    Rewards,
)
from engine.games.mech_a_dream.steps.acquire import AcquireStep
from engine.games.mech_a_dream.steps.activate import ActivateStep
from engine.games.mech_a_dream.steps.advance import AdvanceStep
from engine.games.mech_a_dream.steps.assign import AssignStep
from engine.games.mech_a_dream.steps.buy import BuyStep
from engine.games.mech_a_dream.steps.copy import CopyStep
from engine.games.mech_a_dream.steps.dock import DockStep
from engine.games.mech_a_dream.steps.draft import DraftStep
from engine.games.mech_a_dream.steps.reward import RewardStep
from engine.games.mech_a_dream.steps.robot import RobotStep
from engine.games.mech_a_dream.steps.screens import ScreenStep
from engine.games.mech_a_dream.steps.skip import SkipStep
from engine.games.mech_a_dream.steps.sleep import SleepStep
from engine.games.mech_a_dream.steps.storage import StorageStep
from engine.games.mech_a_dream.view import make_view

HERE = Path(__file__).parent
PHASES = {
    "screens": ("screens",),
    "draft": ("draft",),
    "day": ("day", "dock", "acquire", "assign"),
    "night": ("night", "activate", "robot", "buy", "copy"),
}
"""The steps that are open in each phase, in any order."""
CHOICES: dict[type, tuple[str, ...]] = {
    Hourglasses: ("advance",),
    Activation: ("activate", "robot", "buy", "copy", "skip"),
    Purchase: ("buy", "skip"),
    Rewards: ("reward", "advance", "activate", "robot", "buy", "copy", "skip"),
}
"""The steps that answer each open choice."""

register_catalogues(HERE / "locale")


class MechADream(Rules[DreamState]):
    """Two to four workshops, a week of days and nights."""

    id = "mech_a_dream"
    version = 2
    title = Label("Mech A Dream", "Mech A Dream")
    seats = range(2, 5)
    state_type = DreamState
    options_type = DreamOptions
    edition_type = DreamEdition
    edition_path = HERE / "data" / "edition.toml"
    step_types = (
        ScreenStep, DraftStep, StorageStep, DockStep, AcquireStep, AssignStep, SleepStep, ActivateStep, RobotStep,
        BuyStep, CopyStep, AdvanceStep, RewardStep, SkipStep,
    )  # fmt: skip
    ends = ("week", "machines")

    def __init__(self, change: str | Mapping[str, Any] | None = None) -> None:
        super().__init__(change)
        self._phases = {phase: tuple(self._by_name[name] for name in names) for phase, names in PHASES.items()}
        self._choices = {kind: tuple(self._by_name[name] for name in names) for kind, names in CHOICES.items()}

    def prepare(self) -> None:
        """Index the components."""
        self.book = Book(self.edition)
        self.appraiser = Appraiser(self.book)

    # Mise en place

    def setup(self, seats: int, options: DreamOptions, chance: Chance) -> DreamState:
        """Tiles, deliveries, and as far as nobody has to choose the variants."""
        return first_position(self.book, seats, options, chance)

    # Déroulement du jeu

    def open_steps(self, state: DreamState, seat: Seat) -> Sequence[Step[DreamState]]:
        """Return what answers the open choice, or all that the phase allows."""
        stack = state.pending[seat]
        return self._choices[type(stack[-1])] if stack else self._phases[state.step]

    # What is known

    def view(self, state: DreamState, seat: Seat | None) -> dict[str, Any]:
        """Nearly nothing is hidden."""
        return make_view(state, seat)

    def sheet(self, view: Mapping[str, Any], voice: Voice) -> Sheet:
        """The board."""
        return dream_sheet(self.book, view, voice)

    def gloss(self, view: Mapping[str, Any], move: Move) -> Text | None:
        """What a move would bring."""
        return gloss(self.book, view, move)

    def shuffle_unknown(self, state: DreamState, seat: Seat | None, chance: Chance) -> None:
        """Piles, deliveries with the removed ones, and before they are opened the screens of others."""
        state.piles = {belt: reshuffled(state.piles[belt], chance) for belt in self.book.visible}
        cards = reshuffled([*state.deliveries, *state.removed], chance)
        state.removed = sorted(cards.pop() for _ in state.removed)
        state.deliveries = cards
        if state.step == "screens":
            self.deal_anew(state, seat, chance)

    def deal_anew(self, state: DreamState, seat: Seat | None, chance: Chance) -> None:
        """Deal screens to others again; whoever has chosen has chosen one of them."""
        others = [player for other, player in enumerate(state.players) if other != seat]
        pool = reshuffled([*state.screens, *(screen for player in others for screen in player.dealt)], chance)
        for player in others:
            player.dealt = sorted(pool.pop() for _ in player.dealt)
            if player.chosen:
                player.chosen = chance.pick(player.dealt)
        state.screens = sorted(pool)

    # Fin de partie

    def result(self, state: DreamState) -> Result | None:
        """Points, rainbows and goods; then machines, then rainbows."""
        return ranking(self.book, state)

    # For tests, dumps and bots

    def census(self, state: DreamState) -> dict[str, int]:
        """Every tile, delivery, screen and specialist is somewhere."""
        things = Counter([*state.deliveries, *state.removed, *state.past, state.delivery])
        things.update([*state.screens, *state.unused, *state.centre])
        for belt in self.book.visible:
            things.update([*state.market.get(belt, ()), *state.piles.get(belt, ())])
        for player in state.players:
            things.update([*player.belt, *player.built, *player.specialists, *player.dealt])
            if player.robot and player.robot != self.book.printed:
                things[player.robot] += 1
        return dict(things)

    def holdings(self, state: DreamState) -> dict[Key, int]:
        """Goods, rainbows and points come from an endless supply."""
        return {(seat, kind): getattr(player, kind) for seat, player in enumerate(state.players) for kind in KINDS}

    def problems(self, state: DreamState, seats: int, options: Any) -> Iterator[str]:
        """Yield what makes no sense in a position that was edited by hand."""
        yield from super().problems(state, seats, options)
        yield from oddities(self.book, state, seats, options)

    def appraise(self, view: Mapping[str, Any], seat: Seat) -> float:
        """Points, and what brings points in the nights to come."""
        return self.appraiser.worth(view, seat)
