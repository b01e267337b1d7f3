"""Foundry: two to four bid for metal and cast designs for points."""

from pathlib import Path

from engine.core.editions import Label
from engine.core.language import register_catalogues
from engine.core.rules import Rules, by_book
from tests.games.foundry.appraisal import appraise
from tests.games.foundry.book import FoundryBook
from tests.games.foundry.cards import FoundryEdition
from tests.games.foundry.events import EVENTS
from tests.games.foundry.notes import PHASES, PLACES, count_purse, find_places, put_on_turn
from tests.games.foundry.problems import count_holdings, find_oddities, take_census
from tests.games.foundry.scoring import find_result
from tests.games.foundry.setup import set_up
from tests.games.foundry.sheet import make_sheet
from tests.games.foundry.state import FoundryState
from tests.games.foundry.steps.bid import BidStep
from tests.games.foundry.steps.cast import CastStep
from tests.games.foundry.steps.keep import KeepStep
from tests.games.foundry.view import make_view, shuffle_unknown

HERE = Path(__file__).parent
register_catalogues(HERE / "locale")


class Foundry(Rules[FoundryState, FoundryBook]):
    """The rules in the order of the rulebook."""

    id = "foundry"
    version = 1
    title = Label("Foundry", "Fonderie")
    seats = range(2, 5)

    # Components
    edition_type = FoundryEdition
    edition_path = HERE / "data" / "edition.toml"
    book_type = FoundryBook

    # Setup
    state_type = FoundryState
    setup = by_book(set_up)

    # Play
    step_types = (BidStep, KeepStep, CastStep)
    event_types = EVENTS

    # The end
    ends = ("rounds", "deck")
    tie_breaks = ("coins",)
    result = by_book(find_result)

    # What is known
    view = by_book(make_view)
    sheet = by_book(make_sheet)
    shuffle_unknown = by_book(shuffle_unknown)

    # Notes
    asked_in = PHASES
    place_names = PLACES
    places = by_book(find_places)
    purse = by_book(count_purse)
    put_on_turn = by_book(put_on_turn)

    # For dumps and bots
    census = by_book(take_census)
    holdings = by_book(count_holdings)
    oddities = by_book(find_oddities)
    appraise = by_book(appraise)
