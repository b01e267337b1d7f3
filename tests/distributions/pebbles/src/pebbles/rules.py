"""Pebbles: two take from one heap, and whoever takes the last pebble wins."""

from pathlib import Path

from engine.core.editions import Label
from engine.core.language import register_catalogues
from engine.core.rules import Rules, by_book
from pebbles.appraisal import appraise
from pebbles.book import PebblesBook
from pebbles.cards import PebblesEdition
from pebbles.events import EVENTS
from pebbles.notes import PHASES, put_on_turn
from pebbles.problems import find_oddities, take_census
from pebbles.scoring import find_result
from pebbles.setup import set_up
from pebbles.sheet import make_sheet
from pebbles.state import PebblesState
from pebbles.steps.take import TakeStep
from pebbles.view import make_view, shuffle_unknown

HERE = Path(__file__).parent
register_catalogues(HERE / "locale")


class Pebbles(Rules[PebblesState, PebblesBook]):
    """The rules in the order of the rulebook."""

    id = "pebbles"
    version = 1
    title = Label("Pebbles", "Cailloux")
    seats = range(2, 3)

    # Components
    edition_type = PebblesEdition
    edition_path = HERE / "data" / "edition.toml"
    book_type = PebblesBook

    # Setup
    state_type = PebblesState
    setup = by_book(set_up)

    # Play
    step_types = (TakeStep,)
    event_types = EVENTS

    # The end
    ends = ("heap",)
    has_shared_wins = False
    result = by_book(find_result)

    # What is known
    has_secrets = False
    view = by_book(make_view)
    sheet = by_book(make_sheet)
    shuffle_unknown = by_book(shuffle_unknown)

    # Notes
    asked_in = PHASES
    put_on_turn = by_book(put_on_turn)

    # For dumps and bots
    census = by_book(take_census)
    oddities = by_book(find_oddities)
    appraise = by_book(appraise)
