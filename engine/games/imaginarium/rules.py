"""Imaginarium, in the order of its rulebook: setup, planning, implementation, checking and resetting, victory."""

from pathlib import Path

from engine.core.editions import Label
from engine.core.language import register_catalogues
from engine.core.rules import Rules, by_book
from engine.games.imaginarium.about import about
from engine.games.imaginarium.appraisal import appraise
from engine.games.imaginarium.book import ImaginariumBook
from engine.games.imaginarium.cards import SEATS, ImaginariumEdition
from engine.games.imaginarium.events import EVENTS
from engine.games.imaginarium.flow import mark_turn
from engine.games.imaginarium.gloss import gloss
from engine.games.imaginarium.notes import PHASES, PLACES, count_purse, find_phase, find_places, put_on_turn
from engine.games.imaginarium.parts import PARTS
from engine.games.imaginarium.primer import make_primer
from engine.games.imaginarium.problems import count_holdings, find_oddities, find_unreached, take_census
from engine.games.imaginarium.scoring import ENDS, find_result
from engine.games.imaginarium.setup import set_up
from engine.games.imaginarium.sheet import make_sheet
from engine.games.imaginarium.state import ImaginariumState, Rulings
from engine.games.imaginarium.steps.actions import ActionsStep
from engine.games.imaginarium.steps.complete import CompleteStep
from engine.games.imaginarium.steps.dismantle import DismantleStep
from engine.games.imaginarium.steps.effect import CancelStep, ChoiceStep, OfferStep, RecoverStep, TangleStep
from engine.games.imaginarium.steps.end import EndStep
from engine.games.imaginarium.steps.extract import ExtractStep
from engine.games.imaginarium.steps.pick_up import PickUpStep
from engine.games.imaginarium.steps.plan import PlanStep
from engine.games.imaginarium.steps.recruit import RecruitStep
from engine.games.imaginarium.steps.reorganise import ReorganiseStep
from engine.games.imaginarium.steps.repair import RepairStep
from engine.games.imaginarium.steps.transact import TransactStep
from engine.games.imaginarium.steps.use import UseStep
from engine.games.imaginarium.view import find_rows, make_view, recall, shuffle_unknown

HERE = Path(__file__).parent
ACTIONS = ("repair", "dismantle", "reorganise", "transact", "extract", "recruit")
register_catalogues(HERE / "locale")


class Imaginarium(Rules[ImaginariumState, ImaginariumBook]):
    """Two to five handymen; with two, each has a saboteur."""

    id = "imaginarium"
    version = 2
    corrections = {"points_are_offered": 2, "private_needs_no_token": 2}
    title = Label("Imaginarium", "Imaginarium")
    seats = SEATS

    # Components
    edition_type = ImaginariumEdition
    edition_path = HERE / "data" / "edition.toml"
    book_type = ImaginariumBook

    # Game setup
    state_type = ImaginariumState
    options_type = Rulings
    setup = by_book(set_up)

    # Planning, implementation: a move of a later step closes the earlier ones
    step_types = (
        PlanStep,
        UseStep,
        PickUpStep,
        ActionsStep,
        RepairStep,
        ChoiceStep,
        OfferStep,
        TangleStep,
        CancelStep,
        RecoverStep,
        DismantleStep,
        ReorganiseStep,
        TransactStep,
        ExtractStep,
        RecruitStep,
        CompleteStep,
        EndStep,
    )
    phases = {
        "use": ("use", "pick_up", "actions", "end"),
        "pick_up": ("pick_up", "actions", "end"),
        "actions": ("actions", *ACTIONS, "complete", "end"),
        "complete": ("complete", "end"),
    }
    event_types = EVENTS
    mark_turn = by_book(mark_turn)

    # Victory
    ends = ENDS
    tie_breaks = ("levels",)
    result = by_book(find_result)

    # What is known
    goods = {"wood": "wood", "copper": "copper", "crystal": "crystal", "charcoalium": "coal", "points": "point"}
    view = by_book(make_view)
    sheet = by_book(make_sheet)
    rows = by_book(find_rows)
    gloss = by_book(gloss)
    about = by_book(about)
    primer = by_book(make_primer)
    shuffle_unknown = by_book(shuffle_unknown)
    has_memory = True
    recall = by_book(recall)

    # Notes
    asked_in = PHASES
    find_phase = by_book(find_phase)
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
