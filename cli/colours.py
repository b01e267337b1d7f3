"""Sheets in colour, by Rich: loaded where there is a terminal that shows it."""

from collections.abc import Sequence

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text as Styled

from cli.env import Env, clean
from engine.core.palette import Hue
from engine.core.sheet import Cards, Cell, Grid, Heading, Line, Part, Sheet, below_indent, column_widths

STYLES = {"plain": "", "strong": "bold", "dim": "dim", "hidden": "magenta", "yours": "bold green", "warn": "bold red"}
HUES: dict[Hue | None, str] = {
    "red": "red",
    "orange": "dark_orange",
    "yellow": "yellow",
    "green": "green",
    "blue": "bright_blue",
    "purple": "magenta",
}
"""The colours of families; a terminal's own grey is hardly seen."""
WIDEST = 100


def show_in_colour(env: Env, sheet: Sheet) -> None:
    """Print a sheet with Rich; markup stays off, since some of the text was written by players."""
    console = Console(file=env.stdout, force_terminal=True, markup=False, highlight=False, emoji=False)
    console.width = min(console.width, WIDEST)
    for part in sheet.parts:
        console.print(_colour(part, console.width))


def _colour(part: Part, width: int) -> RenderableType:
    if isinstance(part, Heading):
        return _colour_heading(part)
    if isinstance(part, Grid):
        return _colour_grid(part, width)
    if isinstance(part, Line):
        return Padding(Styled("  ").join(_style(one) for one in part.cells), (0, 0, 0, 2), expand=False)
    return Padding(Styled(clean(part.text), style=STYLES[part.tone]), (0, 0, 0, 1), expand=False)


def _style(one: Cell) -> Styled:
    return Styled(clean(one.text), style=STYLES[one.tone])


def _colour_heading(part: Heading) -> RenderableType:
    row = Table.grid(expand=True)
    row.add_column()
    row.add_column(justify="right")
    text = f" {clean(part.text.upper() if part.level == 1 else part.text)}"
    style = "bold reverse" if part.level == 1 else "bold cyan"
    if part.level > 1:
        row.add_row("", "")
    row.add_row(Styled(text, style=style), Styled(clean(part.aside), style="dim"))
    return row


def _colour_grid(part: Grid, width: int) -> RenderableType:
    widths = column_widths(part, width)
    below = below_indent(widths)
    lines: list[RenderableType] = []
    if any(part.heads):
        lines.append(_colour_row([Styled(clean(head), style="dim") for head in part.heads], widths, part.right))
    for n in range(len(part.rows)):
        lines.append(_colour_row(_style_row(part, n), widths, part.right))
        if n < len(part.below) and part.below[n]:
            lines.append(Padding(Styled(clean(part.below[n])), (0, 0, 0, below), expand=False))
    return Group(*lines)


def _style_row(part: Grid, n: int) -> list[Styled]:
    """Return the cells of a row; the name of a card has the colour of its family."""
    styled = [_style(one) for one in part.rows[n]]
    if isinstance(part, Cards):
        for text, role in zip(styled, part.roles, strict=False):
            if role == "name":
                text.stylize(HUES.get(part.hues[n], ""))
    return styled


def _colour_row(texts: Sequence[Styled], widths: Sequence[int], right: Sequence[int]) -> RenderableType:
    row = Table.grid(padding=(0, 2, 0, 0))
    for i, width in enumerate(widths):
        row.add_column(width=width, justify="right" if i in right else "left", overflow="fold")
    row.add_row(*texts)
    return Padding(row, (0, 0, 0, 2))
