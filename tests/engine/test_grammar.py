"""Sentences that bend: told to the one they are about, and French words before a vowel."""

import pytest

from engine.core.grammar import elide, speak_to
from engine.core.language import Amount, Count, Text, Voice, Who

NAMES = ("Ada", "Hugo", "Éloïse")


@pytest.mark.parametrize(
    ("sentence", "who", "told"),
    [
        ("{who} gained {goods}.", "who", "You gained {goods}."),
        ("{who} has joined the table.", "who", "You have joined the table."),
        ("{who}'s saboteur went home.", "who", "Your saboteur went home."),
        ("{who}: {tile} left the belt.", "who", "Your {tile} left the belt."),
        ("{who} found no free place and plays last.", "who", "You found no free place and play last."),
        ("{who} stole {goods} from {victim}.", "victim", "{who} stole {goods} from you."),
        ("{who} turned space {space} of {victim} face down.", "victim", "{who} turned your space {space} face down."),
        ("The time of {who} was up.", "who", "Your time was up."),
        ("{host} has given the seat of {who} to a bot.", "who", "{host} has given your seat to a bot."),
        ("{who} has time until {when}", "who", "you have time until {when}"),
        ("{place}. {who}: {n} point", "who", "{place}. You: {n} point"),
    ],
)
def test_a_sentence_is_told_to_the_one_it_is_about(sentence, who, told):
    assert speak_to(sentence, who) == told


def test_only_the_reader_is_you():
    gained = [Text("{who} gained {goods}.", who=Who(seat), goods=[Amount("wood", 1)]) for seat in (0, 1)]
    voice = Voice("en", players=NAMES)
    assert [voice.turn_to(0).say(text) for text in gained] == ["You gained 1 wood.", "Hugo gained 1 wood."]
    assert [voice.say(text) for text in gained] == ["Ada gained 1 wood.", "Hugo gained 1 wood."]


def test_both_numbers_are_told_to_the_reader_in_french_too():
    drawn = [Count("{place}. {who}: {n} point", "{place}. {who}: {n} points", n, place=1, who=Who(0)) for n in (1, 2)]
    voice = Voice("fr", players=NAMES).turn_to(0)
    assert [voice.say(text) for text in drawn] == ["1. Vous : 1 point", "1. Vous : 2 points"]


def test_a_sentence_that_a_language_does_not_have_so_is_told_of_the_reader():
    assert Voice("fr", players=NAMES).turn_to(0).say(Text("{who} juggled.", who=Who(0))) == "Ada juggled."


@pytest.mark.parametrize(
    ("template", "word", "said"),
    [
        ("Atelier de {who}", "Ada", "Atelier d'Ada"),
        ("Atelier de {who}", "Éloïse", "Atelier d'Éloïse"),
        ("Atelier de {who}", "Hugo", "Atelier de Hugo"),
        ("Atelier de {who}", "Yann", "Atelier de Yann"),
        ("plus que {who}", "un", "plus qu'un"),
        ("le {who}", "Avaleur", "l'Avaleur"),
        ("Le {who}", "19 novembre", "Le 19 novembre"),
        ("mode {who}", "Ada", "mode Ada"),
    ],
)
def test_a_french_word_loses_its_vowel_before_another(template, word, said):
    assert elide(template, {"who": word}).format(who=word) == said
