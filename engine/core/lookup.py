"""Cards by their names: what is known of one, and what somebody may have meant who misspelt it."""

from collections.abc import Iterable

from engine.core.language import Text, Voice
from engine.core.names import ALIKE, key_of
from engine.core.rules import AnyRules
from engine.core.sheet import Heading, Note, Sheet


def find_cards(rules: AnyRules, name: str) -> list[str]:
    """Return the ids of the cards that have a name, in whichever language."""
    wanted = key_of(name)
    return [card for card, keys in _keys_of(rules).items() if wanted in keys]


def find_near(several: Iterable[AnyRules], name: str, lang: str) -> str | None:
    """Return the name of the card that is spelled most like this, or None."""
    from difflib import get_close_matches  # only for whoever misspells something

    known = {key: (rules, card) for rules in several for card, keys in _keys_of(rules).items() for key in keys}
    for key in get_close_matches(key_of(name), sorted(known), 1, ALIKE):
        rules, card = known[key]
        return rules.names[card][lang]
    return None


def say_unknown(several: Iterable[AnyRules], name: str, lang: str) -> Text:
    """Return that there is no such card, and which one may have been meant."""
    near = find_near(several, name, lang)
    if near is None:
        return Text("There is no card `{name}`.", name=name)
    return Text("There is no card `{name}`; did you mean {near}?", name=name, near=near)


def describe(rules: AnyRules, card: str, lang: str) -> Sheet:
    """Return all that is known of a card, in the game's words."""
    voice = Voice(lang, rules.names)
    title = Heading(voice.name(card), getattr(rules.title, voice.lang), level=1)
    return Sheet((title, *(Note(voice.say(text)) for text in rules.about(card))))


def _keys_of(rules: AnyRules) -> dict[str, set[str]]:
    """Return the cards of a game with all that they are called."""
    return {
        thing: {key_of(spelling) for spelling in (thing, *spellings.values())}
        for thing, spellings in rules.names.items()
        if rules.about(thing)
    }
