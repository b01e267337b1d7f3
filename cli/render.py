"""Sheets on a terminal: in colour, as 80 columns of text, or plain for a screen reader."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from cli.env import Env, clean
from engine.core.language import Count, Text

if TYPE_CHECKING:
    from rich.console import RenderableType

    from engine.core.sheet import Cell, Grid, Heading, Part, Sheet

STYLES = {"plain": "", "strong": "bold", "dim": "dim", "hidden": "magenta", "yours": "bold green", "warn": "bold red"}
DAYS = (Text("Mon"), Text("Tue"), Text("Wed"), Text("Thu"), Text("Fri"), Text("Sat"), Text("Sun"))
MONTHS = (
    Text("Jan"), Text("Feb"), Text("Mar"), Text("Apr"), Text("May"), Text("Jun"),
    Text("Jul"), Text("Aug"), Text("Sep"), Text("Oct"), Text("Nov"), Text("Dec"),
)  # fmt: skip
MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000
WIDEST = 100


def show(env: Env, sheet: "Sheet") -> None:
    """Print a sheet to stdout in the way that suits the reader."""
    if env.plain:
        env.out("\n".join(line for part in sheet.parts for line in plain_lines(part)))
    elif env.has_colour:
        show_in_colour(env, sheet)
    else:
        env.out(str(sheet))


def plain_lines(part: "Part") -> list[str]:
    """Return a part as sentences: no columns, each figure after its heading."""
    from engine.core.sheet import Grid, Heading, Line

    if isinstance(part, Heading):
        return ["", f"{part.text}: {part.aside}" if part.aside else part.text]
    if isinstance(part, Grid):
        return [_plain_row(part.heads, cells) for cells in part.rows]
    if isinstance(part, Line):
        return [", ".join(one.text for one in part.cells)]
    return [part.text]


def _plain_row(heads: tuple[str, ...], cells: tuple["Cell", ...]) -> str:
    named = [(heads[i] if i < len(heads) else "", one.text) for i, one in enumerate(cells) if one.text.strip()]
    return ", ".join(f"{head}: {text}" if head.strip() else text for head, text in named)


def show_in_colour(env: Env, sheet: "Sheet") -> None:
    """Print a sheet with Rich; markup stays off, since some of the text was written by players."""
    from rich.console import Console

    console = Console(file=env.stdout, force_terminal=True, markup=False, highlight=False, emoji=False)
    console.width = min(console.width, WIDEST)
    for part in sheet.parts:
        console.print(_coloured(part))


def _coloured(part: "Part") -> "RenderableType":
    from rich.padding import Padding
    from rich.text import Text as Styled

    from engine.core.sheet import Grid, Heading, Line

    if isinstance(part, Heading):
        return _coloured_heading(part)
    if isinstance(part, Grid):
        return _coloured_grid(part)
    if isinstance(part, Line):
        return Padding(Styled("  ").join(_styled(one) for one in part.cells), (0, 0, 0, 2), expand=False)
    return Padding(Styled(clean(part.text), style=STYLES[part.tone]), (0, 0, 0, 1), expand=False)


def _styled(one: "Cell", flush: str | None = None) -> Any:
    from rich.text import Text as Styled

    return Styled(clean(one.text), style=STYLES[one.tone], justify=flush)  # type: ignore[arg-type]


def _coloured_heading(part: "Heading") -> "RenderableType":
    from rich.table import Table
    from rich.text import Text as Styled

    row = Table.grid(expand=True)
    row.add_column()
    row.add_column(justify="right")
    text = f" {clean(part.text.upper() if part.level == 1 else part.text)}"
    style = "bold reverse" if part.level == 1 else "bold cyan"
    if part.level > 1:
        row.add_row("", "")
    row.add_row(Styled(text, style=style), Styled(clean(part.aside), style="dim"))
    return row


def _coloured_grid(part: "Grid") -> "RenderableType":
    from rich.padding import Padding
    from rich.table import Table

    columns = max((len(cells) for cells in part.rows), default=len(part.heads))
    table = Table(
        *((clean(part.heads[i]) if i < len(part.heads) else "") for i in range(columns)),
        show_header=any(part.heads), box=None, padding=(0, 2, 0, 0), header_style="dim",
    )  # fmt: skip
    for i, column in enumerate(table.columns):
        column.justify = "right" if i in part.right else "left"
        column.overflow = "fold"
    for cells in part.rows:
        table.add_row(*(_styled(one) for one in cells))
    return Padding(table, (0, 0, 0, 2))


def moment(env: Env, at: int) -> str:
    """Return a time in the reader's zone: `Thu 19 Nov, 20:00`."""
    local = datetime.fromtimestamp(at / 1000, UTC).astimezone()
    day, month = env.say(DAYS[local.weekday()]), env.say(MONTHS[local.month - 1])
    return f"{day} {local.day} {month}, {local:%H:%M}"


def span(env: Env, milliseconds: int) -> str:
    """Return a length of time in its two largest units: `1 day 4 h`."""
    days, rest = divmod(max(0, milliseconds), DAY)
    hours, minutes = rest // HOUR, rest % HOUR // MINUTE
    if days:
        said = env.say(Count("{n} day", "{n} days", days))
        return f"{said} {hours} h" if hours else said
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"


def deadline(env: Env, at: int | None) -> str:
    """Return a deadline in the reader's zone, absolute and relative; a dash where there is none."""
    if at is None:
        return "-"
    left = at - env.now()
    when = Text("in {span}", span=span(env, left)) if left >= 0 else Text("{span} ago", span=span(env, -left))
    return f"{moment(env, at)} ({env.say(when)})"


def heading(text: str, aside: str = "") -> "Heading":
    """Return a heading of the client's own lists."""
    from engine.core.sheet import Heading

    return Heading(text, aside)


def listing(title: str, heads: list[str], rows: list[list[Any]], aside: str = "", below: str = "") -> "Sheet":
    """Return a list of the client's own as a sheet, so that it is printed in the same three ways."""
    from engine.core.sheet import Note, Sheet, grid

    body: Part = grid(rows, heads) if rows else Note("-")
    return Sheet((heading(title, aside), *([Note(below, "dim")] if below else []), body))


def short_hash(digest: str) -> str:
    """Return a hash as people compare it."""
    return f"{digest[:4]}…{digest[-4:]}"
