"""Names as people write them: in any case and language, with or without accents, misspelt, by what stands where."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from engine.core.arguments import Misread
from engine.core.errors import Refusal
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


class Tolerant:
    """Recognises things by id or by their name in any language, in any case, with or without accents."""

    def __init__(
        self,
        names: Mapping[str, Mapping[str, str]],
        visible: Iterable[str] = (),
        players: Sequence[str] = (),
        rows: Rows | None = None,
    ) -> None:
        """Index the names; of several things with one name only those in sight count."""
        self._visible = frozenset(visible)
        self._rows = rows or {}
        self._players = {fold(player): seat for seat, player in enumerate(players)}
        self._index: dict[str, set[str]] = {}
        self._ids: set[str] = set()
        self.joins_ids = False
        """Whether several words can be an id: `blue 1` for `blue_1`."""
        self._longest = 1
        for thing, spellings in names.items():
            for spelling in (thing, *(name for form, name in spellings.items() if not is_counted(form))):
                self._add(spelling, thing)
            self._ids.add(key_of(thing))
        self._add_counted(names)
        self._ids -= {key_of(name) for spellings in names.values() for name in spellings.values()}

    def _add(self, spelling: str, thing: str) -> None:
        key = key_of(spelling)
        for form in (key, key.replace(" ", "")):
            self._index.setdefault(form, set()).add(thing)
        self._longest = max(self._longest, key.count(" ") + 1)

    def _add_counted(self, names: Mapping[str, Mapping[str, str]]) -> None:
        """Index singulars and plurals, where nothing else has that name."""
        known = frozenset(self._index)
        for thing, spellings in names.items():
            for form, name in spellings.items():
                if is_counted(form) and key_of(name) not in known:
                    self._add(name, thing)

    def thing(self, words: Sequence[str], among: Sequence[str] = ()) -> tuple[str, int] | None:
        """Take the longest run of words that names something."""
        for n in range(min(self._longest, len(words)), 0, -1):
            spelled = " ".join(words[:n])
            if n > 1 and spelled in self._ids and not self.joins_ids:
                continue
            found = self._find(spelled, among)
            if len(found) > 1:
                shown = sorted(found)
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
            found = self._index.get(form, set())
            if among:
                found = {word for word in among if word in found or key_of(word) == form}
            if found:
                return found & self._visible or found
        return set()

    def position(self, words: Sequence[str], row: str) -> tuple[int, int] | None:
        """Take the longest run of words that names something of a row; it must stand there once."""
        inside = self.inside(row)
        named = self.thing(words, inside) if inside else None
        if named is None:
            return None
        found = [n for n, things in enumerate(self._rows[row], start=1) if named[0] in things]
        if len(found) > 1:
            spelled = " ".join(words[: named[1]])
            raise Misread(
                Refusal("ambiguous_name", "`{name}` can be {things}; write which.", name=spelled, things=found)
            )
        return found[0], named[1]

    def inside(self, row: str) -> Sequence[str]:
        """Return what stands in a row."""
        return sorted({thing for things in self._rows.get(row, ()) for thing in things})

    def near(self, words: Sequence[str], among: Sequence[str] = ()) -> str | None:
        """Return the id of what is in sight and spelled nearly like the first words, or None."""
        from difflib import get_close_matches  # only for whoever misspells something

        wanted = set(among) or self._visible
        known = {key for key, things in self._index.items() if things & wanted} | {key_of(word) for word in among}
        for n in range(min(self._longest, len(words)), 0, -1):
            for key in get_close_matches(" ".join(words[:n]).replace("_", " "), sorted(known), 1, ALIKE):
                return min(self._index.get(key, set()) & wanted, default=key)
        return None

    def seat(self, words: Sequence[str]) -> tuple[Seat, int] | None:
        """Take p1, P1 or a player's name, which folding may have split at its hyphens."""
        for n in range(len(words), 0, -1):
            spelled = " ".join(words[:n])
            if spelled in self._players:
                return self._players[spelled], n
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
