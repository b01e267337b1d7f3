"""Cards by name: all that is known of one, in both languages, and the nearest where a name is misspelt."""

import re

import pytest

import engine
from engine.core.language import Voice
from engine.core.lookup import describe, find_cards, find_near, say_unknown
from engine.core.sheet import WIDTH, breadth

NICODEMUS = engine.games()["nicodemus"]
CARDS = [(game, card) for game, rules in engine.games().items() for card in rules.names if rules.about(card)]


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize(("game", "card"), CARDS)
def test_every_card_is_told_by_name_and_without_ids(game, card, lang):
    rules = engine.games()[game]
    lines = describe(rules, card, lang).lines()
    assert rules.names[card][lang].upper() in lines[0]
    assert max(map(breadth, lines)) <= WIDTH
    assert not re.search(r"\b[a-z]+_[a-z\d]+|\w\*\d|none", " ".join(lines))


@pytest.mark.parametrize("game", list(engine.games()))
def test_the_french_of_a_card_is_not_its_english(game):
    rules = engine.games()[game]
    for card in filter(rules.about, rules.names):
        english, french = (Voice(lang, rules.names) for lang in ("en", "fr"))
        assert [english.say(text) for text in rules.about(card)] != [french.say(text) for text in rules.about(card)]


@pytest.mark.parametrize("name", ["Sawmill", "sawmill", "Scierie", "blue_1", "blue 1"])
def test_a_card_is_found_by_its_name_in_any_language_and_by_its_id(name):
    assert find_cards(NICODEMUS, name) == ["blue_1"]


def test_goods_and_words_are_no_cards():
    assert find_cards(NICODEMUS, "wood") == []
    assert find_near([NICODEMUS], "coin", "en") is None


def test_a_misspelt_card_is_answered_with_the_nearest():
    assert str(say_unknown([NICODEMUS], "sawmil", "en")) == "There is no card `sawmil`; did you mean Sawmill?"
    assert str(say_unknown([NICODEMUS], "xyzzy", "en")) == "There is no card `xyzzy`."
    assert find_near([NICODEMUS], "scieri", "fr") == "Scierie"


def test_a_machine_tells_price_points_choices_and_discount():
    told = " ".join(" ".join(describe(NICODEMUS, "purple_1", "en").lines()).split())
    assert "Machine (purple), 1 point; 4 in the game." in told
    assert "To repair: 1 wood, 1 copper, and 1 charcoalium for each newer machine" in told
    assert "1 charcoalium (coins), 1 resource of any kind (make), or its effect: discard another machine" in told
    assert "In your workshop it takes 1 resource of any kind off each repair." in told


@pytest.mark.parametrize(
    ("game", "name", "told"),
    [
        ("imaginarium", "Carpenteur", "Can share a space with Carpenteur, Combusteur, Transmuteur, Supertransmuteur."),
        ("imaginarium", "Recyclateur", "special · brings a machine back from the crusher, once."),
        ("imaginarium", "Hoarder", "Assistant, costs 3 charcoalium: each majority is worth 3 points."),
        ("imaginarium", "Triplets", "Project, 5 points, 1 less after somebody else: a stack of 3 identical machines."),
        ("fantastic_factories", "Foundry", "To build: 2 metal, 1 energy, and a second card with its tool, the gear."),
        ("fantastic_factories", "Foreman", "a card with the tool above it, and 2 energy."),
        ("mech_a_dream", "Sandman", "Specialist: after the dock: 2 hourglasses."),
        ("mech_a_dream", "Night Mail", "morning: 3 points, 2 ink, 1 activation."),
        ("mech_a_dream", "Grand Dreamer", "Tile (red), costs 6 ink, enters your belt at slot 6. Built: 3 points."),
    ],
)
def test_each_kind_of_card_tells_its_figures(game, name, told):
    rules = engine.games()[game]
    (card,) = find_cards(rules, name)
    assert told in " ".join(" ".join(describe(rules, card, "en").lines()).split())


@pytest.mark.parametrize("game", list(engine.games()))
def test_a_game_is_told_in_a_few_lines_or_not_at_all(game):
    rules = engine.games()[game]
    primer = rules.primer()
    assert (
        primer is None
        or len([Voice(lang, rules.names).say(line) for lang in ("en", "fr") for line in primer.round]) == 10
    )
