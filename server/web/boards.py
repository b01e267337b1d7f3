"""A board on a page: drawn from the sheet that terminal and mail have too, with what can be done outlined."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from engine.core.language import Voice
from engine.core.markup import draw_part, draw_sheet, name_cards
from engine.core.palette import draw_icons
from engine.core.rules import AnyRules
from engine.core.sheet import Cards, Heading, Sheet

ICONS = Markup(draw_icons())  # noqa: S704 - our own outlines


class DrawnBoard(NamedTuple):
    """A board as HTML: its first line, and the rest of it."""

    title: Markup
    rest: Markup


def draw_board(rules: AnyRules, view: Mapping[str, Any], voice: Voice, offered: Sequence[str] = ()) -> DrawnBoard:
    """Return the board of a view; the cards that one of the offered moves names are outlined."""
    sheet = rules.sheet(view, voice)
    palette = rules.palettes[voice.lang]
    first, *others = sheet.parts
    has_title = isinstance(first, Heading) and first.level == 1
    title = draw_part(first, palette, "page") if has_title else ""
    rest = Sheet(tuple(others)) if has_title else sheet
    drawn = draw_sheet(rest, palette, "page", find_playable(rest, offered))
    return DrawnBoard(Markup(title), Markup(drawn))  # noqa: S704 - all texts of a sheet are escaped where it is drawn


def find_playable(sheet: Sheet, offered: Sequence[str]) -> frozenset[str]:
    """Return the names of cards on a sheet that moves name, as their reader types them."""
    typed = [f" {line} " for line in offered]
    return frozenset(name for name in set(_list_names(sheet)) if any(f" {name} " in line for line in typed))


def _list_names(sheet: Sheet) -> Iterator[str]:
    for part in sheet.parts:
        if isinstance(part, Cards):
            for cells in part.rows:
                yield from name_cards(part, cells)
