"""A board on a page: drawn from the sheet that terminal and mail have too, with what can be done outlined."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from engine.core.arguments import Position, Thing
from engine.core.language import Voice
from engine.core.markup import CanPlay, draw_part, no_card
from engine.core.palette import Palette, draw_icons
from engine.core.rules import AnyRules
from engine.core.sheet import Heading, Part
from engine.core.spelling import slots
from engine.core.types import Move

ICONS = Markup(draw_icons())  # noqa: S704 - our own outlines


class DrawnBoard(NamedTuple):
    """A board as HTML: its first line, and the rest of it."""

    title: Markup
    rest: Markup


class Playable:
    """With which cards of a board something can be done, by the moves that there are."""

    def __init__(self, rules: AnyRules, view: Mapping[str, Any], voice: Voice, moves: Iterable[Move]) -> None:
        self._rows, self._voice = rules.rows(view), voice
        self._lying = {where for row in self._rows for where in self._name_places(row)}
        self._named = {where for move in moves for where in self._find_named(move)}

    def __call__(self, place: str, name: str) -> bool:
        """Tell whether a move names a card: by where it lies, where moves do so, else by its name."""
        name = name.partition(" (")[0]
        return ((place, name) if (place, name) in self._lying else ("", name)) in self._named

    def _name_places(self, row: str) -> Iterator[tuple[str, str]]:
        for n, things in enumerate(self._rows[row], 1):
            yield from ((str(n), self._voice.name(thing)) for thing in things)

    def _find_named(self, move: Move) -> Iterator[tuple[str, str]]:
        for slot in slots(type(move)):
            value = getattr(move, slot.field)
            if isinstance(slot.argument, Position) and value is not None:
                row = self._rows.get(slot.argument.row, ())
                things = row[value - 1] if 0 < value <= len(row) else ()
                yield from ((str(value), self._voice.name(thing)) for thing in things)
            elif isinstance(slot.argument, Thing):
                yield from (
                    ("", self._voice.name(thing)) for thing in ([value] if isinstance(value, str) else value or ())
                )


def draw_board(rules: AnyRules, view: Mapping[str, Any], voice: Voice, moves: Iterable[Move] = ()) -> DrawnBoard:
    """Return the board of a view, with the cards outlined that moves of its reader name."""
    palette = rules.palettes[voice.lang]
    first, *others = rules.sheet(view, voice).parts
    can_play = Playable(rules, view, voice, moves)
    mine = None if view["you"] is None else voice.player(view["you"])
    rest = "\n".join(_draw(others, palette, can_play, set(voice.players) - {mine}))
    return DrawnBoard(Markup(draw_part(first, palette, "page")), Markup(rest))  # noqa: S704 - sheets are escaped as they are drawn


def _draw(parts: Sequence[Part], palette: Palette, can_play: CanPlay, others: set[str]) -> Iterator[str]:
    """Yield parts as HTML; below the heading of another player nothing can be done."""
    is_theirs = False
    for part in parts:
        if isinstance(part, Heading):
            is_theirs = part.text in others
        yield draw_part(part, palette, "page", no_card if is_theirs else can_play)
