"""A board as a small document: headings, cards, grids, lines and notes; here it is printed in 80 columns of text."""

import re
import textwrap
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal

import msgspec

from engine.core.palette import Hue

WIDTH = 80
READABLE = 24
"""How narrow the last column of a grid gets before others give way too."""
_BEFORE_STOP = re.compile(r" (?=[:;!?»])")
Tone = Literal["plain", "strong", "dim", "hidden", "yours", "warn"]
Role = Literal["", "place", "name", "family", "points", "does"]
"""What a column says of a card: where it lies, what it is, what it is worth, what it does; else a figure by its head."""


class Cell(msgspec.Struct, frozen=True, tag="cell"):
    """A piece of text with a tone; without colour the tone says nothing that the words don't."""

    text: str
    tone: Tone = "plain"


class Heading(msgspec.Struct, frozen=True, tag="heading"):
    """The title of a part; `aside` stands at the right edge."""

    text: str
    aside: str = ""
    level: int = 2


class Grid(msgspec.Struct, frozen=True, tag="grid"):
    """Rows of cells under optional column heads; the last column takes the room that is left."""

    rows: tuple[tuple[Cell, ...], ...]
    heads: tuple[str, ...] = ()
    right: tuple[int, ...] = ()
    """Columns of numbers, set flush right."""
    below: tuple[str, ...] = ()
    """What stands under each row, from its second column on: what a card does, where its figures fill the line."""


class Cards(Grid, frozen=True, tag="cards"):
    """A grid whose rows are cards: text has a line for each, HTML a small card in the colour of its family."""

    roles: tuple[Role, ...] = ()
    """What each column says."""
    hues: tuple[Hue | None, ...] = ()
    """The colour of each card's family; None where a place is empty."""


class Line(msgspec.Struct, frozen=True, tag="line"):
    """Cells one after the other, with two spaces between, broken where the width ends."""

    cells: tuple[Cell, ...]


class Note(msgspec.Struct, frozen=True, tag="note"):
    """A paragraph."""

    text: str
    tone: Tone = "plain"


Part = Heading | Grid | Line | Note


class Sheet(msgspec.Struct, frozen=True):
    """The board as parts from top to bottom."""

    parts: tuple[Part, ...]

    def lines(self, width: int = WIDTH) -> list[str]:
        """Return the sheet as lines of plain text, none wider than `width`."""
        return [line.rstrip() for part in self.parts for line in _lines(part, width)]

    def __str__(self) -> str:
        return "\n".join(self.lines())


def cell(text: object, tone: Tone = "plain") -> Cell:
    """Return a cell with the text of a value."""
    return Cell(str(text), tone)


def row(*cells: object) -> tuple[Cell, ...]:
    """Return a row from cells and plain values."""
    return tuple(one if isinstance(one, Cell) else Cell(str(one)) for one in cells)


def grid(
    rows: Iterable[Sequence[object]],
    heads: Sequence[str] = (),
    right: Sequence[int] = (),
    below: Iterable[str] = (),
) -> Grid:
    """Return a grid from rows of cells and plain values."""
    return Grid(tuple(row(*cells) for cells in rows), tuple(heads), tuple(right), tuple(below))


def lay_out(
    rows: Iterable[tuple[Hue | None, Sequence[object]]],
    roles: Sequence[Role],
    heads: Sequence[str] = (),
    right: Sequence[int] = (),
    below: Iterable[str] = (),
) -> Cards:
    """Return cards from rows of cells and plain values, each with the colour of its family."""
    laid = tuple(rows)
    plain = grid((cells for _, cells in laid), heads, right, below)
    return Cards(plain.rows, plain.heads, plain.right, plain.below, tuple(roles), tuple(hue for hue, _ in laid))


@lru_cache(8192)
def breadth(text: str) -> int:
    """Return how many columns a text takes on a terminal."""
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(c) else 1 + (unicodedata.east_asian_width(c) in "WF") for c in text)


@lru_cache(2048)
def _lines(part: Part, width: int) -> Sequence[str]:
    """Return a part's lines; much of a board looks the same to its other readers, and in their next mail."""
    if isinstance(part, Heading):
        return _heading_lines(part, width)
    if isinstance(part, Grid):
        return _grid_lines(part, width)
    if isinstance(part, Line):
        return _wrap_words([one.text for one in part.cells], width)
    return wrap(part.text, width - 1, indent=" ") or [""]


def wrap(
    text: str,
    width: int,
    *,
    indent: str = "",
    hanging: str | None = None,
    keep_gaps: bool = False,
    keep_words: bool = False,
) -> list[str]:
    """Return a text in lines; what French writes with a space before it (`:`, `;`) never begins one.

    `hanging` stands before all lines but the first.
    """
    joined = _BEFORE_STOP.sub("\u00a0", text)
    lines = textwrap.wrap(
        joined,
        width,
        initial_indent=indent,
        subsequent_indent=indent if hanging is None else hanging,
        drop_whitespace=not keep_gaps,
        break_long_words=not keep_words,
        break_on_hyphens=False,
    )
    return [line.replace("\u00a0", " ") for line in lines]


def _heading_lines(part: Heading, width: int) -> list[str]:
    text = " " + (part.text.upper() if part.level == 1 else part.text)
    if not part.aside:
        lines = wrap(text, width, keep_gaps=True)
    elif breadth(text) + breadth(part.aside) + 2 <= width:
        lines = [text + _set(part.aside, width - breadth(text), flush_right=True)]
    else:
        lines = [*wrap(text, width), *wrap(part.aside, width - 1, indent="   ")]
    return lines if part.level == 1 else ["", *lines]


def _wrap_words(words: Sequence[str], width: int) -> list[str]:
    lines: list[str] = []
    current = " "
    for word in words:
        joined = f"{current}  {word}" if current.strip() else f"  {word}"
        if breadth(joined) > width and current.strip():
            lines.append(current)
            joined = f"  {word}"
        current = joined
    lines.append(current)
    return [piece for line in lines for piece in _cut(line, width)]


def _cut(line: str, width: int) -> list[str]:
    """Return a line as it is where it fits, else broken."""
    return [line] if breadth(line) <= width else wrap(line, width, keep_gaps=True)


def _grid_lines(part: Grid, width: int) -> list[str]:
    widths = column_widths(part, width)
    indent = " " * below_indent(widths)
    lines = _row_lines(part.heads, widths, part.right, width)
    for n, cells in enumerate(part.rows):
        lines += _row_lines([one.text for one in cells], widths, part.right, width)
        if n < len(part.below):
            lines += wrap(part.below[n], width, indent=indent)
    return lines


def column_widths(part: Grid, width: int) -> list[int]:
    """Return how wide each column of a grid is so that its rows fit."""
    rows = [part.heads, *([one.text for one in cells] for cells in part.rows)]
    columns = max(map(len, rows))
    texts = [[line[i] for line in rows if i < len(line)] for i in range(columns)]
    natural = [max(map(breadth, column), default=0) for column in texts]
    words = [max((breadth(word) for text in column for word in text.split()), default=0) for column in texts]
    return _fit(natural, words, width - 2 * columns)


def below_indent(widths: Sequence[int]) -> int:
    """Return where the text under a row begins: at its second column, or its only one."""
    first, *others = widths
    return 4 + first if others else 2


def _fit(natural: Sequence[int], words: Sequence[int], room: int) -> list[int]:
    """Return how wide the columns are: the last one gives way down to a readable breadth, then the widest.

    A column is made narrower than its longest word only where nothing else gives way: ids are there to be copied.
    """
    widths = list(natural) or [0]
    widths[-1] = min(widths[-1], max(room - sum(widths[:-1]), READABLE))
    while sum(widths) > room and max(widths) > 1:
        loose = [i for i in range(len(widths)) if widths[i] > words[i]] or range(len(widths))
        widths[max(loose, key=widths.__getitem__)] -= 1
    return widths


def _row_lines(cells: Sequence[str], widths: Sequence[int], right: Sequence[int], width: int) -> list[str]:
    """Return a row as the lines of its cells side by side, each cell broken within its column."""
    broken = [[text] if breadth(text) <= widths[i] else wrap(text, widths[i]) for i, text in enumerate(cells)]
    lines = []
    for n in range(max(1, *map(len, broken))) if broken else ():
        pieces = (pieces[n] if n < len(pieces) else "" for pieces in broken)
        set_pieces = [_set(piece, widths[i], flush_right=i in right) for i, piece in enumerate(pieces)]
        lines.append("  " + "  ".join(set_pieces).rstrip())
    return [piece for line in lines for piece in _cut(line, width)]


def _set(text: str, width: int, *, flush_right: bool) -> str:
    gap = " " * max(0, width - breadth(text))
    return gap + text if flush_right else text + gap
