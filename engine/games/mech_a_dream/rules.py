"""Mech A Dream, in the order of its rulebook: setup, day, night, the end, and the two variants."""

from pathlib import Path

from engine.core.editions import Label
from engine.core.language import register_catalogues
from engine.core.rules import Rules, by_book
from engine.games.mech_a_dream.about import about
from engine.games.mech_a_dream.appraisal import appraise
from engine.games.mech_a_dream.book import DreamBook
from engine.games.mech_a_dream.cards import DreamEdition
from engine.games.mech_a_dream.events import EVENTS
from engine.games.mech_a_dream.flow import mark_turn
from engine.games.mech_a_dream.gloss import gloss
from engine.games.mech_a_dream.notes import PHASES, PLACES, count_purse, find_places, put_on_turn
from engine.games.mech_a_dream.parts import PARTS
from engine.games.mech_a_dream.primer import make_primer
from engine.games.mech_a_dream.problems import count_holdings, find_oddities, find_unreached, take_census
from engine.games.mech_a_dream.scoring import find_result
from engine.games.mech_a_dream.setup import set_up
from engine.games.mech_a_dream.sheet import make_sheet
from engine.games.mech_a_dream.state import Activation, DreamOptions, DreamState, Hourglasses, Purchase, Rewards
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
from engine.games.mech_a_dream.view import make_view, shuffle_unknown

HERE = Path(__file__).parent
register_catalogues(HERE / "locale")


class MechADream(Rules[DreamState, DreamBook]):
    """Two to four workshops, a week of days and nights."""

    id = "mech_a_dream"
    version = 3
    oldest_version = 2
    corrections = {"no_goods_no_reward": 3, "only_the_purchase_waits": 3}
    title = Label("Mech A Dream", "Mech A Dream")
    seats = range(2, 5)

    # Matériel
    edition_type = DreamEdition
    edition_path = HERE / "data" / "edition.toml"
    book_type = DreamBook

    # Mise en place
    state_type = DreamState
    options_type = DreamOptions
    setup = by_book(set_up)

    # Déroulement du jeu
    step_types = (
        ScreenStep,
        DraftStep,
        StorageStep,
        DockStep,
        AcquireStep,
        AssignStep,
        SleepStep,
        ActivateStep,
        RobotStep,
        BuyStep,
        CopyStep,
        AdvanceStep,
        RewardStep,
        SkipStep,
    )
    phases = {
        "day": ("day", "dock", "acquire", "assign"),
        "night": ("night", "activate", "robot", "buy", "copy"),
    }
    choices = {
        Hourglasses: ("advance",),
        Activation: ("activate", "robot", "buy", "copy", "skip"),
        Purchase: ("buy", "skip"),
        Rewards: ("reward", "advance", "activate", "robot", "buy", "copy", "skip"),
    }
    event_types = EVENTS
    mark_turn = by_book(mark_turn)

    # Fin de partie
    ends = ("week", "machines")
    tie_breaks = ("machines", "rainbows")
    result = by_book(find_result)

    # What is known
    goods = {"flower": "flower", "ink": "ink", "rainbow": "rainbow", "hourglass": "hourglass", "points": "point"}
    view = by_book(make_view)
    sheet = by_book(make_sheet)
    gloss = by_book(gloss)
    about = by_book(about)
    primer = by_book(make_primer)
    shuffle_unknown = by_book(shuffle_unknown)

    # Notes
    asked_in = PHASES
    round_in_view = "day"
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
