"""Fantastic Factories, in the order of its rulebook: setup, market, work, the end; alone against the Machine."""

from pathlib import Path

from engine.core.editions import Label
from engine.core.language import register_catalogues
from engine.core.rules import Rules, by_book
from engine.games.fantastic_factories.about import about
from engine.games.fantastic_factories.appraisal import appraise
from engine.games.fantastic_factories.book import FactoriesBook
from engine.games.fantastic_factories.cards import FactoriesEdition
from engine.games.fantastic_factories.events import EVENTS
from engine.games.fantastic_factories.flow import mark_turn
from engine.games.fantastic_factories.gloss import gloss
from engine.games.fantastic_factories.notes import PHASES, PLACES, count_purse, find_places, put_on_turn
from engine.games.fantastic_factories.parts import PARTS
from engine.games.fantastic_factories.primer import make_primer
from engine.games.fantastic_factories.problems import count_holdings, find_oddities, find_unreached, take_census
from engine.games.fantastic_factories.scoring import find_result
from engine.games.fantastic_factories.setup import set_up
from engine.games.fantastic_factories.sheet import make_sheet
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
from engine.games.fantastic_factories.view import find_rows, make_view, shuffle_unknown

HERE = Path(__file__).parent
register_catalogues(HERE / "locale")


class FantasticFactories(Rules[FactoriesState, FactoriesBook]):
    """One to five factories; one alone plays against the Machine."""

    id = "fantastic_factories"
    version = 4
    oldest_version = 2
    corrections = {"engineer_needs_no_pile": 3, "holes_are_filled": 3, "roll_lies_open": 4}
    title = Label("Fantastic Factories", "Fantastiques Fabriques")
    seats = range(1, 6)

    # Matériel
    edition_type = FactoriesEdition
    edition_path = HERE / "data" / "edition.toml"
    book_type = FactoriesBook

    # Mise en place
    state_type = FactoriesState
    options_type = FactoriesOptions
    setup = by_book(set_up)

    # La partie
    step_types = (
        TakeStep,
        HireStep,
        RefreshStep,
        PassStep,
        GiftStep,
        ForemanStep,
        PlaceStep,
        BuildStep,
        ActivateStep,
        ReplicateStep,
        SpecialistStep,
        DiscardStep,
        GainStep,
        DieStep,
        RerollStep,
        EndStep,
        DropStep,
    )
    phases = {
        "market": ("market", "hire", "refresh", "pass"),
        "work": ("work", "build", "activate", "replicate", "specialist", "end"),
    }
    event_types = EVENTS
    mark_turn = by_book(mark_turn)

    # Fin de partie
    ends = ("goods", "buildings", "machine")
    tie_breaks = ("metal", "energy", "cards")
    result = by_book(find_result)

    # What is known
    goods = {"metal": "metal", "energy": "energy", "goods": "crate"}
    view = by_book(make_view)
    sheet = by_book(make_sheet)
    rows = by_book(find_rows)
    gloss = by_book(gloss)
    about = by_book(about)
    primer = by_book(make_primer)
    shuffle_unknown = by_book(shuffle_unknown)

    # Notes
    asked_in = PHASES
    is_wary = True
    place_names = PLACES
    places = by_book(find_places)
    purse = by_book(count_purse)
    put_on_turn = by_book(put_on_turn)

    # For dumps and bots
    census = by_book(take_census)
    holdings = by_book(count_holdings)
    oddities = by_book(find_oddities)
    unreached = by_book(find_unreached)
    appraise = by_book(appraise)
    parts = PARTS
