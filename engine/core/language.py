"""Player-facing text: written once in English, said in the reader's language when it is shown."""

import gettext
import locale
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from copy import copy
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, Self

from engine.core.grammar import elide, speak_to

LANGUAGES = ("en", "fr")

_catalogue_folders: list[Path] = []


class Text:
    """A sentence with its parameters, translated only when it is said."""

    __slots__ = ("msgid", "params", "plural")

    def __init__(self, msgid: str, /, **params: Any) -> None:
        """Keep the English sentence; `{name}` in it stands for a parameter."""
        self.msgid = msgid
        self.plural: tuple[str, int] | None = None
        self.params = params

    def say(self, lang: str = "en") -> str:
        """Return the sentence in a language, naming seats and cards by their ids."""
        return Voice(lang).say(self)

    def fill(self, **params: Any) -> "Text":
        """Return the same sentence about these: for tables of sentences that are written where they are read."""
        return Text(self.msgid, **params)

    def tell_to(self, key: str) -> "Text":
        """Return the same sentence as it is told to the one whom a key of it stands for."""
        told = Text(speak_to(self.msgid, key), **self.params)
        told.plural = self.plural and (speak_to(self.plural[0], key), self.plural[1])
        return told

    def __str__(self) -> str:
        return self.say()

    def __repr__(self) -> str:
        return f"Text({self.msgid!r}, {self.params!r})"

    @property
    def key(self) -> tuple[Any, ...]:
        """The same for texts that say the same; one that names a player is like no other, for games have others."""
        return self.msgid, self.plural, *map(_key, self.params.values())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Text):
            return NotImplemented
        return (self.msgid, self.plural, self.params) == (other.msgid, other.plural, other.params)

    __hash__ = None  # type: ignore[assignment]


def _key(value: Any) -> Any:
    if isinstance(value, Text):
        return value.key
    if isinstance(value, Who):
        return object()
    return tuple(map(_key, value)) if isinstance(value, list | tuple) else (type(value), value)


def Count(one: str, many: str, n: int, /, **params: Any) -> Text:  # noqa: N802 - reads as a kind of Text
    """Return a Text with a singular and a plural form; `{n}` in it stands for the number."""
    text = Text(one, n=n, **params)
    text.plural = (many, n)
    return text


class Name(str):
    """The id of a card, good or word: said by its name in the reader's language."""

    __slots__ = ()


def name_all(things: Iterable[str]) -> list[Name]:
    """Return ids that are said by their names."""
    return [Name(thing) for thing in things]


class Amount(NamedTuple):
    """So many of a good or word: said as people say it, `2 wood`, `1 crystal`, `2 cristaux`."""

    thing: str
    n: int


def list_amounts(counts: Mapping[str, int]) -> list[Amount]:
    """Return what there is of each thing, in order; nothing of which there is none."""
    return [Amount(thing, n) for thing, n in counts.items() if n]


def join_resources(amounts: Sequence[Amount], resources: Collection[str]) -> list[Amount | Text]:
    """Return amounts as people say a price or a gain: with as much of every resource, `1 of each resource`.

    Other goods beside them are said by name, so that nobody counts them among the resources.
    """
    found = [amount.n for amount in amounts if amount.thing in resources]
    if len(found) < len(resources) or len(set(found)) > 1:
        return [*amounts]
    others = [amount for amount in amounts if amount.thing not in resources]
    return [Text("{n} of each resource", n=found[0]), *others]


class Typed(str):
    """A word or line as it is stored, said as its reader types it."""

    __slots__ = ("said",)
    said: Mapping[str, str]

    def __new__(cls, stored: str, said: Mapping[str, str]) -> Self:
        """Keep how it is typed in each language."""
        typed = super().__new__(cls, stored)
        typed.said = said
        return typed


def quote_all(lines: Iterable[str]) -> list[Text]:
    """Return words or lines that are typed, marked as such."""
    return [Text("`{line}`", line=line) for line in lines]


class Who(int):
    """A seat: said by its player's name."""

    __slots__ = ()


class Voice:
    """Says texts in one language, with the names of players and of a game's things; what its reader did as `you`."""

    __slots__ = ("_translations", "lang", "names", "players", "reader")

    def __init__(
        self,
        lang: str = "en",
        names: Mapping[str, Mapping[str, str]] | None = None,
        players: Sequence[str] = (),
        room: Path | None = None,
    ) -> None:
        """Choose the language; `names` maps an id to its name in each language, `room` is a catalogue to ask first."""
        self.lang = lang if lang in LANGUAGES else "en"
        self.names = names or {}
        self.players = players
        self.reader: int | None = None
        """The seat that is spoken to: what it did is told as its own."""
        self._translations = translations(self.lang, room)

    def turn_to(self, reader: int | None) -> "Voice":
        """Return the same voice as it speaks to one seat."""
        turned = copy(self)
        turned.reader = reader
        return turned

    def say(self, text: Text) -> str:
        """Return a text in this voice's language with its parameters filled in."""
        template = self._find_template(text)
        if not text.params:
            return template
        words = {key: self.word(value) for key, value in text.params.items()}
        return (elide(template, words) if self.lang == "fr" else template).format_map(words)

    def _find_template(self, text: Text) -> str:
        """Return the sentence as it is told to the one it is about, where this language has it so, else as of another."""
        for key, value in text.params.items() if self.reader is not None else ():
            if type(value) is Who and value == self.reader:
                own = text.tell_to(key)
                said = self._translate(own)
                if self.lang == "en" or said not in {own.msgid, *(own.plural or ())}:
                    return said
        return self._translate(text)

    def _translate(self, text: Text) -> str:
        if text.plural is None:
            return self._translations.gettext(text.msgid)
        return self._translations.ngettext(text.msgid, *text.plural)

    def word(self, value: Any) -> str:
        """Return how one parameter is said."""
        said = _SAID.get(type(value))
        if said is not None:
            return said(self, value)
        if isinstance(value, Iterable) and not isinstance(value, str):
            return ", ".join(self.word(item) for item in value) or self._translations.gettext("none")
        return str(value)

    def name(self, thing: str) -> str:
        """Return the name of a card, good or word in this language, or its id where it has none."""
        known = self.names.get(thing)
        return known[self.lang] if known else str(thing)

    def amount(self, thing: str, n: int) -> str:
        """Return a number with the name after it, singular or plural as the language has it."""
        form = "one" if n == 1 or (n == 0 and self.lang == "fr") else "many"
        return f"{n} {self.names.get(thing, {}).get(f'{form} {self.lang}') or self.name(thing)}"

    def player(self, seat: int) -> str:
        """Return the name of a seat's player; without names, the seat as it is typed."""
        return self.players[seat] if seat < len(self.players) else f"p{seat + 1}"


def say_plainly(lang: str) -> tuple[Callable[..., str], Callable[..., str]]:
    """Return what the sentences of templates are said by: one for a sentence, one for a singular and a plural."""
    voice = Voice(lang)

    @cache
    def say_whole(sentence: str) -> str:
        return voice.say(Text(sentence))

    def say(sentence: str, /, **params: Any) -> str:
        return voice.say(Text(sentence, **params)) if params else say_whole(sentence)

    def count(one: str, many: str, n: int, /, **params: Any) -> str:
        return voice.say(Count(one, many, n, **params))

    return say, count


_SAID: dict[type, Callable[[Voice, Any], str]] = {
    Text: Voice.say,
    Name: Voice.name,
    Who: Voice.player,
    Amount: lambda voice, amount: voice.amount(*amount),
    Typed: lambda voice, typed: str(typed.said[voice.lang]),
}


def register_catalogues(folder: Path) -> None:
    """Add a package's `locale` folder (fr.po, compiled to fr.mo) to what can be translated."""
    _catalogue_folders.append(folder)
    translations.cache_clear()


@cache
def translations(lang: str, room: Path | None = None) -> gettext.NullTranslations:
    """Return the merged catalogues of all registered packages for a language, a room's own before them."""
    merged: gettext.NullTranslations | None = None
    for folder in _catalogue_folders if room is None else [room, *_catalogue_folders]:
        compiled = folder / f"{lang}.mo"
        if compiled.exists():
            with compiled.open("rb") as file:
                catalogue = gettext.GNUTranslations(file)
            if merged is None:
                merged = catalogue
            else:
                merged.add_fallback(catalogue)
    return merged or gettext.NullTranslations()


def preferred_language(environment: Mapping[str, str]) -> str:
    """Return the language that the environment asks for (ATELIER_LANG, then the locale), or English."""
    for variable in ("ATELIER_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        wanted = environment.get(variable)
        if wanted:
            code = (locale.normalize(wanted).split("_")[0]).lower()[:2]
            return code if code in LANGUAGES else "en"
    return "en"


register_catalogues(Path(__file__).parent / "locale")
