"""Fantastic Factories, in the order of its rulebook: setup, market, work, the end; alone against the Machine."""

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
from engine.games.fantastic_factories.appraisal import Appraiser
from engine.games.fantastic_factories.book import Book
from engine.games.fantastic_factories.cards import FactoriesEdition
from engine.games.fantastic_factories.events import KINDS
from engine.games.fantastic_factories.gloss import gloss
from engine.games.fantastic_factories.problems import oddities
from engine.games.fantastic_factories.scoring import ranking
from engine.games.fantastic_factories.setup import first_position
from engine.games.fantastic_factories.sheet import factories_sheet
from engine.games.fantastic_factories.state import FactoriesOptions, FactoriesState
from engine.games.fantastic_factories.steps.activate import ActivateStep
from engine.games.fantastic_factories.steps.build import BuildStep
from engine.games.fantastic_factories.steps.die import DieStep
from engine.games.fantastic_factories.steps.discard import DiscardStep
from engine.games.fantastic_factories.steps.drop import DropStep
from engine.games.fantastic_factories.steps.end import EndStep
from engine.games.fantastic_factories.steps.foreman import ForemanStep
from engine.games.fantastic_factories.steps.gain import GainStep
from engine.games.fantastic_factories.steps.gift import GiftStep
from engine.games.fantastic_factories.steps.hire import HireStep
from engine.games.fantastic_factories.steps.idle import PassStep
from engine.games.fantastic_factories.steps.place import PlaceStep
from engine.games.fantastic_factories.steps.refresh import RefreshStep
from engine.games.fantastic_factories.steps.replicate import ReplicateStep
from engine.games.fantastic_factories.steps.reroll import RerollStep
from engine.games.fantastic_factories.steps.specialist import SpecialistStep
from engine.games.fantastic_factories.steps.take import TakeStep
from engine.games.fantastic_factories.view import make_view

HERE = Path(__file__).parent
OPEN = {
    "market": ("market", "hire", "refresh", "pass"),
    "work": ("work", "build", "activate", "replicate", "specialist", "end"),
}
"""The steps that are open in each phase, in any order."""

register_catalogues(HERE / "locale")


class FantasticFactories(Rules[FactoriesState]):
    """One to five factories; one alone plays against the Machine."""

    id = "fantastic_factories"
    version = 2
    title = Label("Fantastic Factories", "Fantastiques Fabriques")
    seats = range(1, 6)
    state_type = FactoriesState
    options_type = FactoriesOptions
    edition_type = FactoriesEdition
    edition_path = HERE / "data" / "edition.toml"
    step_types = (
        TakeStep, HireStep, RefreshStep, PassStep, GiftStep, ForemanStep, PlaceStep, BuildStep, ActivateStep,
        ReplicateStep, SpecialistStep, DiscardStep, GainStep, DieStep, RerollStep, EndStep, DropStep,
    )  # fmt: skip
    ends = ("goods", "buildings", "machine")

    def __init__(self, change: str | Mapping[str, Any] | None = None) -> None:
        super().__init__(change)
        self._open = {phase: tuple(self._by_name[name] for name in names) for phase, names in OPEN.items()}
        self.hire_step = self._by_name["hire"]

    def prepare(self) -> None:
        """Index the components."""
        self.book = Book(self.edition)
        self.appraiser = Appraiser(self.book)

    # Mise en place

    def setup(self, seats: int, options: FactoriesOptions, chance: Chance) -> FactoriesState:
        """Hands, market, and for a lone player the Machine."""
        return first_position(self.book, seats, options, chance)

    # La partie

    def open_steps(self, state: FactoriesState, seat: Seat) -> Sequence[Step[FactoriesState]]:
        """Return the open choice, or all that the phase allows."""
        pending = state.pending[seat]
        return (self._by_pending[type(pending[-1])],) if pending else self._open[state.step]

    # What is known

    def view(self, state: FactoriesState, seat: Seat | None) -> dict[str, Any]:
        """Hands and decks are hidden; compounds, dice, market and discards are not."""
        return make_view(self.book, state, seat)

    def sheet(self, view: Mapping[str, Any], voice: Voice) -> Sheet:
        """The board."""
        return factories_sheet(self.book, view, voice)

    def rows(self, view: Mapping[str, Any]) -> Rows:
        """Both rows of the market."""
        return {row: [(card,) if card else () for card in view[row]] for row in ("market", "contractors")}

    def gloss(self, view: Mapping[str, Any], move: Move) -> Text | None:
        """What a move would bring."""
        return gloss(self.book, view, move)

    def shuffle_unknown(self, state: FactoriesState, seat: Seat | None, chance: Chance) -> None:
        """Both decks, and other hands but for the cards that everybody saw entering them."""
        state.contractor_deck = reshuffled(state.contractor_deck, chance)
        others = [player for other, player in enumerate(state.players) if other != seat]
        pool = Counter(state.deck)
        for player in others:
            pool.update(player.hand)
            pool.subtract(player.known)
        cards = reshuffled(pool.elements(), chance)
        for player in others:
            unknown = len(player.hand) - len(player.known)
            player.hand = sorted([*player.known, *(cards.pop() for _ in range(unknown))])
        state.deck = cards

    # Fin de partie

    def result(self, state: FactoriesState) -> Result | None:
        """Goods and prestige, then metal, energy and cards; alone, more than the Machine."""
        return ranking(self.book, state)

    # For tests, dumps and bots

    def census(self, state: FactoriesState) -> dict[str, int]:
        """Every blueprint and contractor is somewhere."""
        cards = Counter(state.deck + state.discard + state.contractor_deck + state.contractor_discard)
        cards.update(card for card in (*state.market, *state.contractors) if card is not None)
        for player in state.players:
            cards.update(player.hand + player.built)
        if state.machine is not None:
            cards.update(state.machine.built)
        return dict(cards)

    def holdings(self, state: FactoriesState) -> dict[Key, int]:
        """Metal, energy and goods come from an endless supply."""
        return {(seat, kind): getattr(player, kind) for seat, player in enumerate(state.players) for kind in KINDS}

    def problems(self, state: FactoriesState, seats: int, options: Any) -> Iterator[str]:
        """Yield what makes no sense in a position that was edited by hand."""
        yield from super().problems(state, seats, options)
        yield from oddities(self.book, state, seats, options)

    def appraise(self, view: Mapping[str, Any], seat: Seat) -> float:
        """Points first, then what makes points soon."""
        return self.appraiser.worth(view, seat)
