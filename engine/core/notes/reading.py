"""A note as a player types it: `market, unless new: take Obelisk | take Beacon; end`."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from engine.core.editions import Label
from engine.core.errors import Refused
from engine.core.language import Typed
from engine.core.lookup import find_cards, find_near
from engine.core.names import fold
from engine.core.notes.misfits import say_phase, say_place
from engine.core.notes.terms import MOST_ALTERNATIVES, MOST_CONDITIONS, MOST_MOVES, Lies
from engine.core.rules import AnyRules

WARY = frozenset({"unless new", "sauf nouveaute", "sauf si nouveau"})
BOLD = frozenset({"even if new", "meme si nouveau", "meme si nouveaute"})
MARKS = "?!* "
ABOUT = re.compile(r"~([0-9]?)")
HAVING = re.compile(r"if (.+) has (.+)|si (.+) a (.+)")


class SaidMove(NamedTuple):
    """One move of a note as it was typed."""

    line: str
    optional: bool
    on: bool
    within: int | None = None
    freely: bool = False


class SaidNote(NamedTuple):
    """A note as it was typed, taken apart; its moves are not looked at yet."""

    alternatives: tuple[tuple[SaidMove, ...], ...]
    phase: str | None = None
    is_wary: bool = False
    having: tuple[Lies, ...] = ()


def read_note(rules: AnyRules, text: str, view: Mapping[str, Any]) -> SaidNote:
    """Take a typed note apart: what stands before a colon says when, what stands behind it says what."""
    head, colon, rest = text.partition(":")
    said = SaidNote(_read_alternatives(rest if colon else text), is_wary=rules.is_wary)
    for part in head.split(",") if colon else ():
        said = _read_head(rules, said, fold(part), view)
    if len(said.having) > MOST_CONDITIONS:
        raise Refused("invalid_value", "A note has at most {limit} conditions.", limit=MOST_CONDITIONS)
    return said


def _read_alternatives(text: str) -> tuple[tuple[SaidMove, ...], ...]:
    found = tuple(_read_moves(part) for part in text.split("|"))
    if len(found) > MOST_ALTERNATIVES:
        raise Refused(
            "invalid_value",
            "A note has at most {limit} alternatives, and this one has {n}.",
            limit=MOST_ALTERNATIVES,
            n=len(found),
        )
    return found


def _read_moves(text: str) -> tuple[SaidMove, ...]:
    found = tuple(_read_move(part.strip()) for part in text.split(";") if part.strip())
    if not 1 <= len(found) <= MOST_MOVES:
        raise Refused(
            "invalid_value",
            "An alternative of a note has 1 to {limit} moves, and this one has {n}.",
            limit=MOST_MOVES,
            n=len(found),
        )
    return found


def _read_move(text: str) -> SaidMove:
    line = _strip_marks(text)
    marks = text[len(line) :]
    about = ABOUT.search(marks)
    return SaidMove(line, "?" in marks, "!" in marks, int(about[1] or 1) if about else None, "*" in marks)


def _strip_marks(text: str) -> str:
    """Return a move without what stands behind it: `?`, `!`, `*`, `~` and `~2`, in any order."""
    line = text.rstrip(MARKS)
    while (mark := next((end for end in (line[-1:], line[-2:]) if ABOUT.fullmatch(end)), None)) is not None:
        line = line.removesuffix(mark).rstrip(MARKS)
    return line


def _read_head(rules: AnyRules, said: SaidNote, part: str, view: Mapping[str, Any]) -> SaidNote:
    if part in WARY | BOLD:
        return said._replace(is_wary=part in WARY)
    condition = HAVING.fullmatch(part)
    if condition is not None:
        place, card = filter(None, condition.groups())
        return said._replace(having=(*said.having, _read_condition(rules, place, card, view)))
    return said._replace(phase=_find_phase(rules, part))


def _find_phase(rules: AnyRules, word: str) -> str:
    phases = {phase: one.name for phase, one in rules.asked_in.items()}
    found = _find_called(phases, word) or next((step.name for step in rules.steps if fold(step.name) == word), None)
    if found is None:
        known = [say_phase(rules, phase) for phase in phases or [step.name for step in rules.steps]]
        raise Refused(
            "invalid_value",
            "`{word}` is no phase of this game, and no condition: before the colon of a note can stand {known}, `unless new` or `if PLACE has CARD`.",
            word=word,
            known=known,
        )
    return found


def _read_condition(rules: AnyRules, place: str, card: str, view: Mapping[str, Any]) -> Lies:
    places: Sequence[str] = tuple(rules.places(view))
    found = _find_called({one: rules.place_names.get(one, Label(one, one)) for one in places}, place)
    if found is None:
        known: list[Typed] = [say_place(rules, one) for one in places]
        raise Refused(
            "invalid_value",
            "There is no place `{word}` that a note can ask about: there are {known}.",
            word=place,
            known=known,
        )
    return Lies(found, _find_card(rules, card))


def _find_card(rules: AnyRules, name: str) -> str:
    cards = find_cards(rules, name)
    if len(cards) == 1:
        return cards[0]
    if cards:
        raise Refused("ambiguous_name", "`{name}` can be {things}; write which.", name=name, things=sorted(cards))
    near = find_near([rules], name, "en")
    if near is None:
        raise Refused("unknown_card", "There is no card `{name}`.", name=name)
    raise Refused("unknown_card", "There is no card `{name}`; did you mean {near}?", name=name, near=near)


def _find_called(names: Mapping[str, Label], word: str) -> str | None:
    return next((thing for thing, label in names.items() if word in _fold_all((thing, label.en, label.fr))), None)


def _fold_all(words: Iterable[str]) -> set[str]:
    return {fold(word) for word in words}
