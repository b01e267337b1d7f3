"""Sheets in colour, by Rich: loaded where there is a terminal that shows it."""

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text as Styled

from cli.env import Env, clean
from engine.core.sheet import Cell, Grid, Heading, Line, Part, Sheet

STYLES = {"plain": "", "strong": "bold", "dim": "dim", "hidden": "magenta", "yours": "bold green", "warn": "bold red"}
WIDEST = 100


def show_in_colour(env: Env, sheet: Sheet) -> None:
    """Print a sheet with Rich; markup stays off, since some of the text was written by players."""
    console = Console(file=env.stdout, force_terminal=True, markup=False, highlight=False, emoji=False)
    console.width = min(console.width, WIDEST)
    for part in sheet.parts:
        console.print(_colour(part))


def _colour(part: Part) -> RenderableType:
    if isinstance(part, Heading):
        return _colour_heading(part)
    if isinstance(part, Grid):
        return _colour_grid(part)
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


def _colour_grid(part: Grid) -> RenderableType:
    columns = max((len(cells) for cells in part.rows), default=len(part.heads))
    table = Table(
        *((clean(part.heads[i]) if i < len(part.heads) else "") for i in range(columns)),
        show_header=any(part.heads),
        box=None,
        padding=(0, 2, 0, 0),
        header_style="dim",
    )
    for i, column in enumerate(table.columns):
        column.justify = "right" if i in part.right else "left"
        column.overflow = "fold"
    for cells in part.rows:
        table.add_row(*(_style(one) for one in cells))
    return Padding(table, (0, 0, 0, 2))
