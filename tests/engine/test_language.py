"""Texts are said in the reader's language, with the names of players and things."""

import pytest

import tests.games.foundry.rules  # noqa: F401 - its catalogue is registered on import
from engine.core.language import Count, Name, Text, Voice, Who, preferred_language

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
