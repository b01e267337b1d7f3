"""Why a note does not fire, as data, and as a sentence for its author."""

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from engine.core.errors import IllegalMove, Refusal
from engine.core.language import LANGUAGES, Amount, Count, Name, Text, Typed
from engine.core.notation import Part
from engine.core.notes.named import is_any, read_kept
from engine.core.phases import IN_HAND
from engine.core.rules import AnyRules
from engine.core.wording import Scribe

ANY = {"en": "any", "fr": "au choix"}
"""What stands behind a verb that means any move of its kind."""


class OtherPhase(NamedTuple):
    """The note is for another phase."""

    phase: str | None

    def text(self, rules: AnyRules) -> Text:
        """Say it."""
        return Text("It is for another phase ({phase}).", phase=say_phase(rules, self.phase or ""))


class CardGone(NamedTuple):
    """A card does not lie where the note wants it."""

    place: str
    card: str

    def text(self, rules: AnyRules) -> Text:
        """Say it."""
        return Text("{card} does not lie there ({place}).", card=Name(self.card), place=say_place(rules, self.place))


class NewOption(NamedTuple):
    """Something can be played that could not when the note was written."""

    line: str

    def text(self, rules: AnyRules) -> Text:
        """Say it."""
        return Text("There is an option that was not there: {move}.", move=say_line(rules, self.line))


class ThingGone(NamedTuple):
    """What a move names stands there no more."""

    line: str

    def text(self, rules: AnyRules) -> Text:
        """Say it."""
        return Text("`{move}`: it is no longer there.", move=say_line(rules, self.line))


class NotLegal(NamedTuple):
    """A move is not legal now, by a rule's own refusal."""

    line: str
    refusal: Refusal | None

    def text(self, rules: AnyRules) -> Text:
        """Say it."""
        move = say_line(rules, self.line)
        if self.refusal is None:
            return Text("`{move}`: nothing of it can be played now.", move=move)
        return Text("`{move}`: {reason}", move=move, reason=self.refusal.text)


class Changed(NamedTuple):
    """A move costs or brings something else than it did."""

    line: str
    then: Mapping[str, int]
    now: Mapping[str, int]

    def text(self, rules: AnyRules) -> Text:
        """Say it."""
        then, now = say_changes(self.then), say_changes(self.now)
        return Text(
            "`{move}`: it was to bring {then}, and would bring {now}.",
            move=say_line(rules, self.line),
            then=then,
            now=now,
        )


Misfit: TypeAlias = OtherPhase | CardGone | NewOption | ThingGone | NotLegal | Changed


class _Namer(Scribe):
    """Writes named moves: an id where a place would stand is written as its name."""

    def place(self, row: str, n: int | str) -> str:
        return self.name(n) if isinstance(n, str) else super().place(row, n)


def say_line(rules: AnyRules, line: str) -> Typed:
    """Return a named line as its reader types it."""
    try:
        part = read_kept(line, rules.verbs)
    except IllegalMove:
        return Typed(line, dict.fromkeys(LANGUAGES, line))
    return Typed(line, {lang: _say_part(part, _Namer(rules.lexicon, lang)) for lang in LANGUAGES})


def _say_part(part: Part, namer: _Namer) -> str:
    said = namer.part(part.kind, part.said)
    return f"{said} {ANY[namer.lang]}" if is_any(part) else said


def say_changes(changes: Mapping[str, int]) -> list[Text]:
    """Return what is given and what is got: `-2 wood, +1 point`."""
    return [_say_change(thing, n) for thing, n in changes.items()] or [Text("nothing")]


def _say_change(thing: str, n: int) -> Text:
    held = Count("{n} card in hand", "{n} cards in hand", abs(n))
    amount = held if thing == IN_HAND else Amount(thing, abs(n))
    return Text("+{amount}", amount=amount) if n > 0 else Text("-{amount}", amount=amount)


def say_phase(rules: AnyRules, phase: str) -> Typed:
    """Return what players call a phase."""
    known = rules.asked_in.get(phase)
    return Typed(
        phase, dict.fromkeys(LANGUAGES, phase) if known is None else {"en": known.name.en, "fr": known.name.fr}
    )


def say_place(rules: AnyRules, place: str) -> Typed:
    """Return what players call a place."""
    known = rules.place_names.get(place)
    return Typed(place, dict.fromkeys(LANGUAGES, place) if known is None else {"en": known.en, "fr": known.fr})
