"""A move as its reader types it: verbs, words and names in their language, in the position that they see."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engine.core.arguments import Word
from engine.core.language import LANGUAGES, Typed, translations
from engine.core.names import Lexicon, Rows, Tolerant, fold
from engine.core.spelling import Kind, Slot, slots, usage, verb_of


def verb_in(move: Kind, lang: str) -> str:
    """Return the verb of a move type in a language: in French its first alias."""
    aliases: Sequence[str] = getattr(move, "aliases", ())
    return aliases[0] if lang == "fr" and aliases else verb_of(move)


def typed_verb(move: Kind) -> Typed:
    """Return the verb of a move type, to be said in the reader's language."""
    return Typed(verb_of(move), {lang: verb_in(move, lang) for lang in LANGUAGES})


class Scribe:
    """Writes moves so that they are read back as themselves: names for ids, and a place or an id where a name is not enough."""

    def __init__(self, lexicon: Lexicon, lang: str, players: Sequence[str] = (), rows: Rows | None = None) -> None:
        """Choose the language and the position, as far as it has rows."""
        self.lexicon, self.lang, self.players, self.rows = lexicon, lang, players, rows or {}
        self._names = lexicon.shown[lang]
        self._standing: dict[str, Counter[str]] = {}

    def line(self, move: msgspec.Struct) -> str:
        """Return a move as one line."""
        return self.part(type(move), msgspec.structs.asdict(move))

    def part(self, kind: Kind, values: Mapping[str, Any]) -> str:
        """Return a move of which some fields are said."""
        words = [verb_in(kind, self.lang)]
        for slot in slots(kind):
            value = values.get(slot.field, slot.default)
            if value is slot.default or (slot.optional and value == slot.default):
                continue
            if slot.after:
                words.append(self.name(slot.after))
            words.append(slot.argument.show(value, self))
        return " ".join(words)

    def name(self, thing: str) -> str:
        """Return the name of a thing or word, or its id where the name means something else too."""
        return self._names.get(thing, thing)

    def amount(self, thing: str, n: int) -> str:
        """Return so many of a good: `2 cristaux`."""
        many = self.lexicon.names.get(thing, {}).get(f"many {self.lang}", "")
        return f"{n} {many if self.lexicon.index.get(fold(many)) == {thing} else self.name(thing)}"

    def seat(self, seat: int) -> str:
        """Return the name of a seat's player; the seat where it could be taken for another's."""
        known = [f"{fold(player)} " for player in self.players]
        mine = known[seat] if seat < len(known) else " "
        is_clear = mine.strip() and not any(other.startswith(mine) for n, other in enumerate(known) if n != seat)
        return self.players[seat] if is_clear else f"p{seat + 1}"

    def place(self, row: str, n: int) -> str:
        """Return the name of what stands at a place of a row, with the place before it where it stands elsewhere too."""
        places = self.rows.get(row, ())
        there = places[n - 1] if 1 <= n <= len(places) else ()
        if not there:
            return str(n)
        if row not in self._standing:
            self._standing[row] = Counter(thing for things in places for thing in set(things))
        alone = next((thing for thing in there if self._standing[row][thing] == 1), None)
        return self.name(alone) if alone else f"{n} {self.name(next(iter(there)))}"


def type_start(move: Kind, words: Sequence[str]) -> Typed:
    """Return the beginning of a move with the words that were typed after its verb."""
    said = {lang: " ".join([verb_in(move, lang), *words]) for lang in LANGUAGES}
    return Typed(said["en"], said)


def type_pattern(move: Kind, lexicon: Lexicon) -> Typed:
    """Return the pattern of a move: `build CARD discard CARD`, optional parts in brackets."""
    return Typed(usage(move), {lang: show_pattern(move, lang, lexicon.shown[lang]) for lang in LANGUAGES})


def show_pattern(move: Kind, lang: str, names: Mapping[str, str]) -> str:
    """Return the pattern of a move in a language."""
    return " ".join([verb_in(move, lang), *(_show_slot(slot, lang, names) for slot in slots(move))])


def _show_slot(slot: Slot, lang: str, names: Mapping[str, str]) -> str:
    choices = slot.argument.choices if isinstance(slot.argument, Word) else ()
    field = translations(lang).gettext(slot.field.upper())
    shown = "|".join(names.get(choice, choice) for choice in choices) or field
    shown += "..." if slot.argument.many else ""
    shown = f"{names.get(slot.after, slot.after)} {shown}" if slot.after else shown
    return f"[{shown}]" if slot.optional else shown


def type_move(move: msgspec.Struct, reader: Tolerant) -> Typed:
    """Return a move that is said as it is typed where a reader knows the names."""
    said = {lang: Scribe(reader.lexicon, lang, reader.players, reader.rows).line(move) for lang in LANGUAGES}
    return Typed(str(move), said)
