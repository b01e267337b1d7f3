"""Nicodemus: two players feed one bric-a-brac, repair its machines and claim projects."""

from pathlib import Path

from engine.core.editions import Label
from engine.core.language import register_catalogues
from engine.core.rules import Rules, by_book
from engine.games.nicodemus.about import about
from engine.games.nicodemus.appraisal import appraise
from engine.games.nicodemus.book import NicodemusBook
from engine.games.nicodemus.cards import NicodemusEdition
from engine.games.nicodemus.events import EVENTS
from engine.games.nicodemus.flow import mark_turn
from engine.games.nicodemus.gloss import gloss
from engine.games.nicodemus.notes import PHASES, PLACES, count_purse, find_places, put_on_turn
from engine.games.nicodemus.parts import PARTS
from engine.games.nicodemus.primer import make_primer
from engine.games.nicodemus.problems import find_oddities, find_unreached, take_census
from engine.games.nicodemus.scoring import find_result
from engine.games.nicodemus.setup import set_up
from engine.games.nicodemus.sheet import make_sheet
from engine.games.nicodemus.state import NicodemusOptions, NicodemusState
from engine.games.nicodemus.steps.claims import ClaimsStep
from engine.games.nicodemus.steps.copy import CopyStep
from engine.games.nicodemus.steps.discard import DiscardStep
from engine.games.nicodemus.steps.gain import GainStep
from engine.games.nicodemus.steps.idle import PassStep
from engine.games.nicodemus.steps.keep import KeepStep
from engine.games.nicodemus.steps.play import PlayStep
from engine.games.nicodemus.steps.repair import RepairStep
from engine.games.nicodemus.steps.ruin import RuinStep
from engine.games.nicodemus.steps.scrap import ScrapStep
from engine.games.nicodemus.steps.steal import StealStep
from engine.games.nicodemus.steps.swap import SwapStep
from engine.games.nicodemus.view import find_rows, make_view, shuffle_unknown

HERE = Path(__file__).parent
register_catalogues(HERE / "locale")


class Nicodemus(Rules[NicodemusState, NicodemusBook]):
    """The rules in the order of the rulebook."""

    id = "nicodemus"
    version = 2
    corrections = {"drawn_unseen": 2}
    title = Label("Nicodemus", "Nicodemus")
    seats = range(2, 3)

    # Matériel
    edition_type = NicodemusEdition
    edition_path = HERE / "data" / "edition.toml"
    book_type = NicodemusBook

    # Mise en place
    state_type = NicodemusState
    options_type = NicodemusOptions
    setup = by_book(set_up)

    # Tour de jeu
    step_types = (
        PlayStep,
        RepairStep,
        PassStep,
        ClaimsStep,
        GainStep,
        DiscardStep,
        ScrapStep,
        SwapStep,
        StealStep,
        RuinStep,
        KeepStep,
        CopyStep,
    )
    phases = {"play": ("play", "repair", "pass")}
    event_types = EVENTS
    mark_turn = by_book(mark_turn)

    # Fin de partie
    ends = ("points", "deck")
    tie_breaks = ("charcoalium", "resources")
    result = by_book(find_result)

    # What is known
    goods = {"wood": "wood", "copper": "copper", "crystal": "crystal", "charcoalium": "coal"}
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
    oddities = by_book(find_oddities)
    unreached = by_book(find_unreached)
    appraise = by_book(appraise)
    parts = PARTS
