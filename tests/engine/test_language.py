"""Texts are said in the reader's language, with the names of players and things."""

import msgspec
import pytest

import tests.games.foundry.rules  # noqa: F401 - its catalogue is registered on import
from engine.core.editions import Label
from engine.core.language import Amount, Count, Name, Text, Voice, Who, list_amounts, preferred_language, say_plainly

NAMES = {"bell": {"en": "Bell", "fr": "Cloche"}}


def test_a_text_names_players_and_things_in_the_readers_language():
    text = Text("{who} cast {card}.", who=Who(1), card=Name("bell"))
    assert Voice("fr", NAMES, ["max", "odile"]).say(text) == "odile a coulé Cloche."
    assert Voice("en", NAMES).say(text) == "p2 cast Bell."
    assert str(text) == "p2 cast bell."


def test_plural_forms_follow_the_number():
    def said(n, lang):
        one = "{who} won with {n} coin and smelted {metal}*{amount}."
        many = "{who} won with {n} coins and smelted {metal}*{amount}."
        return Count(one, many, n, who=Who(0), metal="tin", amount=1).say(lang)

    assert said(1, "en") == "p1 won with 1 coin and smelted tin*1."
    assert said(0, "en") == "p1 won with 0 coins and smelted tin*1."
    assert said(0, "fr") == "p1 a gagné avec 0 pièce et fondu tin*1."
    assert said(2, "fr") == "p1 a gagné avec 2 pièces et fondu tin*1."


COUNTED = {
    "crystal": {"en": "crystal", "fr": "cristal", "many en": "crystals", "many fr": "cristaux"},
    "goods": {"en": "goods", "fr": "marchandises", "one en": "good", "one fr": "marchandise"},
    "wood": {"en": "wood", "fr": "bois"},
}


@pytest.mark.parametrize(
    ("lang", "n", "said"),
    [
        ("en", 0, "0 crystals, 0 goods, 0 wood"),
        ("en", 1, "1 crystal, 1 good, 1 wood"),
        ("en", 2, "2 crystals, 2 goods, 2 wood"),
        ("fr", 0, "0 cristal, 0 marchandise, 0 bois"),
        ("fr", 1, "1 cristal, 1 marchandise, 1 bois"),
        ("fr", 2, "2 cristaux, 2 marchandises, 2 bois"),
    ],
)
def test_an_amount_is_said_as_people_say_it(lang, n, said):
    amounts = Text("{amounts}", amounts=[Amount(thing, n) for thing in COUNTED])
    assert Voice(lang, COUNTED).say(amounts) == said


def test_nothing_is_said_of_what_there_is_none_of():
    assert list_amounts({"wood": 2, "copper": 0, "crystal": 1}) == [Amount("wood", 2), Amount("crystal", 1)]


def test_a_label_without_forms_is_stored_as_it_always_was():
    assert msgspec.to_builtins(Label("wood", "bois")) == {"en": "wood", "fr": "bois"}


def test_lists_and_texts_can_stand_in_a_text():
    inner = Text("round {round}", round=2)
    assert Voice("fr").say(Text("you drew {cards}.", cards=[inner, "x"])) == "vous avez pioché manche 2, x."
    assert Voice("fr").say(Text("you drew {cards}.", cards=[])) == "vous avez pioché rien."


def test_an_unknown_language_is_english():
    assert Voice("tlh").say(Text("a number")) == "a number"


@pytest.mark.parametrize(
    ("environment", "lang"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "ATELIER_LANG": "en"}, "en"),
        ({"LC_ALL": "de_DE"}, "en"),
        ({"ATELIER_LANG": "fr"}, "fr"),
        ({"LANG": "C"}, "en"),
    ],
)
def test_the_environment_chooses_the_language(environment, lang):
    assert preferred_language(environment) == lang


def test_texts_are_equal_when_they_say_the_same():
    assert Text("a number") == Text("a number")
    assert Text("a {n}", n=1) != Text("a {n}", n=2)
    assert Text("x") != "x"


def test_a_text_shows_what_it_is_made_of():
    assert repr(Text("a {n}", n=1)) == "Text('a {n}', {'n': 1})"


def test_templates_say_sentences_with_and_without_figures_in_one_language():
    say, count = say_plainly("fr")
    assert say("{n} of {things}", n=2, things=[Text("a"), Text("b")]) == Voice("fr").say(
        Text("{n} of {things}", n=2, things=[Text("a"), Text("b")])
    )
    assert say("{}") == "{}"
    assert count("{n} day", "{n} days", 2) == "2 jours"
