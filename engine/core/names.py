"""Names as people write them: in any case and language, with or without accents, misspelt, by what stands where."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from engine.core.arguments import MAX_DIGITS, Misread
from engine.core.errors import Refusal
from engine.core.language import LANGUAGES, name_all
from engine.core.types import Seat

Rows = Mapping[str, Sequence[Collection[str]]]
"""What stands at each place of the rows that moves point into: `reserve 3` is the third of the belt."""
SEATS = {f"p{seat + 1}": seat for seat in range(8)}
FOLDED = str.maketrans({"’": " ", "'": " ", "œ": "oe", "æ": "ae"})
HYPHEN = re.compile(r"-(?!\d)|(?<=\w)-")
"""Not the sign of a number: `-1` is no position."""
STOP = re.compile(r"[,;:.]+(?=\s|$)")
ALIKE = 0.75
"""How much of a misspelt word must be right for a guess at what was meant."""


def fold(text: str) -> str:
    """Return a text without case, accents, ligatures, hyphens and stops, for comparing names."""
    plain = HYPHEN.sub(" ", unicodedata.normalize("NFKD", text).casefold().translate(FOLDED))
    plain = STOP.sub(" ", plain)
    return " ".join("".join(char for char in plain if not unicodedata.combining(char)).split())


def key_of(name: str) -> str:
    """Return a name or an id as it is looked up: `blue_1` is `blue 1`."""
    return fold(name).replace("_", " ")


def is_counted(form: str) -> bool:
    """Tell whether a spelling of a name is the one that follows a number."""
    return form.startswith(("one ", "many "))


class Lexicon:
    """Every spelling of a game's things, indexed once."""

    def __init__(self, names: Mapping[str, Mapping[str, str]]) -> None:
        """Index ids and names of all languages; singulars and plurals where nothing else is called so."""
        self.names = names
        self.index: dict[str, set[str]] = {}
        self.longest = 1
        for thing, spellings in names.items():
            for spelling in (thing, *(name for form, name in spellings.items() if not is_counted(form))):
                self._add(spelling, thing)
        known = frozenset(self.index)
        for thing, spellings in names.items():
            for form, name in spellings.items():
                if is_counted(form) and key_of(name) not in known:
                    self._add(name, thing)
        spelled = {key_of(name) for spellings in names.values() for name in spellings.values()}
        self.ids = {key_of(thing) for thing in names} - spelled

    def _add(self, spelling: str, thing: str) -> None:
        key = key_of(spelling)
        for form in (key, key.replace(" ", "")):
            self.index.setdefault(form, set()).add(thing)
        self.longest = max(self.longest, key.count(" ") + 1)

    @cached_property
    def shown(self) -> dict[str, dict[str, str]]:
        """What each thing is called in each language where moves are shown: by its name, if that alone means it."""
        return {lang: {thing: self._show(thing, lang) for thing in self.names} for lang in LANGUAGES}

    def _show(self, thing: str, lang: str) -> str:
        name = self.names[thing][lang]
        is_plain = "+" not in name and self.index.get(fold(name)) == {thing}
        return name if is_plain else thing


class Tolerant:
    """Recognises things by id or by their name in any language, in any case, with or without accents."""

    def __init__(
        self,
        names: Lexicon | Mapping[str, Mapping[str, str]],
        visible: Iterable[str] = (),
        players: Sequence[str] = (),
        rows: Rows | None = None,
    ) -> None:
        """Keep what can be named; of several things with one name only those in sight count."""
        self.lexicon = names if isinstance(names, Lexicon) else Lexicon(names)
        self._visible = frozenset(visible)
        self.rows = rows or {}
        self.players = players
        self._seats = {fold(player): seat for seat, player in enumerate(players)}
        self.joins_ids = False
        """Whether several words can be an id: `blue 1` for `blue_1`."""

    def thing(self, words: Sequence[str], among: Sequence[str] = ()) -> tuple[str, int] | None:
        """Take the longest run of words that names something."""
        for n in range(min(self.lexicon.longest, len(words)), 0, -1):
            spelled = " ".join(words[:n])
            if n > 1 and spelled in self.lexicon.ids and not self.joins_ids:
                continue
            found = self._find(spelled, among)
            if len(found) > 1:
                shown = name_all(sorted(found))
                raise Misread(
                    Refusal("ambiguous_name", "`{name}` can be {things}; write which.", name=spelled, things=shown)
                )
            if found:
                return next(iter(found)), n
        return None

    def _find(self, spelled: str, among: Sequence[str]) -> set[str]:
        """Return what a name or its plural means."""
        key = spelled.replace("_", " ")
        for form in dict.fromkeys((key, key.removesuffix("s"))):
            found = self.lexicon.index.get(form, set())
            if among:
                found = {word for word in among if word in found or key_of(word) == form}
            if found:
                return found & self._visible or found
        return set()

    def position(self, words: Sequence[str], row: str) -> tuple[int, int] | None:
        """Take the longest run of words that names something of a row; it must stand there once.

        A number says the place where the name alone does not: `3 Sawmill`.
        """
        if words[0].isdecimal():
            return self._numbered(words, row)
        inside = self.inside(row)
        named = self.thing(words, inside) if inside else None
        if named is None:
            return None
        found = [n for n, things in enumerate(self.rows[row], start=1) if named[0] in things]
        if len(found) > 1:
            spelled = " ".join(words[: named[1]])
            raise Misread(
                Refusal("ambiguous_name", "`{name}` can be {things}; write which.", name=spelled, things=found)
            )
        return found[0], named[1]

    def _numbered(self, words: Sequence[str], row: str) -> tuple[int, int] | None:
        """Take a place with the name of what stands there."""
        place, places = int(words[0][:MAX_DIGITS]), self.rows.get(row, ())
        there = sorted(places[place - 1]) if 1 <= place <= len(places) else []
        named = self.thing(words[1:], there) if there and words[1:] else None
        return named and (place, named[1] + 1)

    def inside(self, row: str) -> Sequence[str]:
        """Return what stands in a row."""
        return sorted({thing for things in self.rows.get(row, ()) for thing in things})

    def near(self, words: Sequence[str], among: Sequence[str] = ()) -> str | None:
        """Return the id of what is in sight and spelled nearly like the first words, or None."""
        from difflib import get_close_matches  # only for whoever misspells something

        wanted = set(among) or self._visible
        known = {key for key, things in self.lexicon.index.items() if things & wanted} | {
            key_of(word) for word in among
        }
        for n in range(min(self.lexicon.longest, len(words)), 0, -1):
            for key in get_close_matches(" ".join(words[:n]).replace("_", " "), sorted(known), 1, ALIKE):
                return min(self.lexicon.index.get(key, set()) & wanted, default=key)
        return None

    def seat(self, words: Sequence[str]) -> tuple[Seat, int] | None:
        """Take p1, P1 or a player's name, which folding may have split at its hyphens."""
        for n in range(len(words), 0, -1):
            spelled = " ".join(words[:n])
            if spelled in self._seats:
                return self._seats[spelled], n
        seat = SEATS.get(words[0])
        return None if seat is None else (seat, 1)


def strings_in(value: Any) -> Iterable[str]:
    """Yield every string in a JSON-plain value: what a view lets its reader name."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield str(key)
            yield from strings_in(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from strings_in(inner)
