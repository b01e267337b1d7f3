"""A move as its reader types it: shown with names in both languages, and read back as itself."""

import random
from typing import Any

import pytest

import engine
from engine.core.arguments import Word
from engine.core.language import LANGUAGES, translations
from engine.core.names import Lexicon, Tolerant, strings_in
from engine.core.notation import parse, read
from engine.core.spelling import slots
from engine.core.table import Table
from engine.core.wording import Scribe, show_pattern
from tests.engine.conformance.suite import open_recorded
from tests.engine.golden import records_of
from tests.engine.nicodemus import positions as nicodemus

PLAYERS = ("Anna", "jean-luc", "max", "max-2", "Greedy Gaston", "Zoé")
EVERY = 7
"""How many turns of a golden game are played before the next look, where not all are looked at."""
FEW = 12
"""How many moves of a position are then tried."""


def read_back(table: Table, rng: random.Random | None) -> None:
    """Fail for the first move of a position that is not read back from what is shown, in either language."""
    rules, players = table.rules, PLAYERS[: table.seats]
    for seat in table.awaiting:
        view, legal = table.view(seat), table.legal(seat)
        reader = Tolerant(rules.lexicon, strings_in(view), players, rules.rows(view))
        tried = legal if rng is None else rng.sample(legal, min(FEW, len(legal)))
        for lang in LANGUAGES:
            scribe = rules.scribe(view, table.voice(lang, players))
            for move in tried:
                shown = scribe.line(move)
                assert read(shown, rules.verbs, reader, legal) == move, f"{shown}: {move}"
                assert table.read(seat, shown, players) == move, f"{shown}: {move}"
                copied = f"{shown}  {rules.explain(view, move, table.voice(lang, players))}"
                assert read(copied, rules.verbs, reader, legal) == move, f"{copied}: {move}"


def go_through(record: dict[str, Any], rng: random.Random | None) -> None:
    """Look at the positions of a golden game."""
    table = open_recorded(record)
    for n, (seat, *lines) in enumerate(record["moves"]):
        for line in lines:
            if rng is None or n % EVERY == 0:
                read_back(table, rng)
            table.play(seat, line, blind=True)


@pytest.mark.parametrize("game", list(engine.games()))
def test_what_is_shown_is_read_back_as_that_move(game):
    rng = random.Random(game)
    records = records_of(game)
    for name in rng.sample(sorted(records), min(4, len(records))):
        go_through(records[name], rng)


@pytest.mark.nightly
@pytest.mark.parametrize("game", list(engine.games()))
def test_every_legal_move_of_every_golden_position_is_read_back_as_it_is_shown(game):
    for record in records_of(game).values():
        go_through(record, None)


def shown(table: Table, line: str, lang: str, players: tuple[str, ...] = ()) -> str:
    """Return how p1 types a move."""
    return table.scribe(0, lang, players).line(parse(line, table.rules.verbs))


def test_verbs_words_and_cards_are_named_in_the_readers_language():
    table = nicodemus.duel(row=["blue_1", "red_3"], mine=nicodemus.player(["blue_2"]))
    assert shown(table, "play blue_2 coins", "en") == "play Kiln coins"
    assert shown(table, "play blue_2 coins", "fr") == "jouer Charbonnière pièces"
    assert shown(table, "repair 1", "en") == "repair Sawmill"
    assert shown(table, "scrap 2 crystal*2", "fr") == "ferrailler Saboteur 2 cristaux"


def test_the_place_stands_before_what_stands_twice():
    table = nicodemus.duel(row=["blue_1", "red_3", "blue_1"])
    assert [shown(table, f"repair {n}", "en") for n in (1, 2, 3)] == [
        "repair 1 Sawmill",
        "repair Saboteur",
        "repair 3 Sawmill",
    ]
    assert str(table.read(0, "réparer 3 scierie")) == "repair 3"


def test_a_player_is_named_unless_the_name_could_be_taken_for_another():
    table = engine.open_table("fantastic_factories", 3)
    players = ("Anna", "max", "max-2")
    assert [shown(table, f"gift p{n}", "fr", players) for n in (1, 2, 3)] == [
        "offrir Anna",
        "offrir p2",
        "offrir max-2",
    ]


def test_a_name_of_two_things_is_shown_as_its_id():
    names = {"a": {"en": "Twin", "fr": "Jumelle"}, "b": {"en": "Twin", "fr": "Autre"}}
    scribes = [Scribe(Lexicon(names), lang) for lang in LANGUAGES]
    assert [[scribe.name(thing) for thing in names] for scribe in scribes] == [["a", "b"], ["Jumelle", "Autre"]]


@pytest.mark.parametrize("game", ["fantastic_factories", "imaginarium", "mech_a_dream", "nicodemus"])
def test_the_pattern_of_a_move_is_french_to_its_fields(game):
    rules = engine.games()[game]
    french = translations("fr")
    for move in rules.moves:
        fields = [slot.field.upper() for slot in slots(move) if not isinstance(slot.argument, Word)]
        pattern = show_pattern(move, "fr", rules.lexicon.shown["fr"])
        assert all(french.gettext(field) in pattern for field in fields)
        assert not [field for field in fields if french.gettext(field) == field and field not in SAME_IN_BOTH]


SAME_IN_BOTH = {"ASSISTANT", "ROBOT"}
