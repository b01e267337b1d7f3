"""Sheets on a terminal: in colour, as 80 columns of text, or plain for a screen reader."""

from typing import TYPE_CHECKING, Any

from cli.env import Env
from engine.core.dates import say_moment, say_span, say_when
from engine.core.language import Text

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.core.sheet import Cell, Heading, Part, Sheet


def show(env: Env, sheet: "Sheet") -> None:
    """Print a sheet to stdout in the way that suits the reader."""
    if env.plain:
        env.out("\n".join(line for part in sheet.parts for line in plain_lines(part, env.say)))
    elif env.has_colour:
        from cli.colours import show_in_colour

        show_in_colour(env, sheet)
    else:
        env.out(str(sheet))


def plain_lines(part: "Part", say: "Callable[[Text], str]") -> list[str]:
    """Return a part as sentences: no columns, each figure after its heading."""
    from engine.core.sheet import Grid, Heading, Line

    if isinstance(part, Heading):
        return ["", _after(part.text, part.aside, say) if part.aside else part.text]
    if isinstance(part, Grid):
        rows = [_plain_row(part.heads, cells, say) for cells in part.rows]
        return [
            f"{one}. {part.below[n]}" if n < len(part.below) and part.below[n] else one for n, one in enumerate(rows)
        ]
    if isinstance(part, Line):
        return [", ".join(one.text for one in part.cells).replace(":, ", ": ")]
    return [part.text]


def _plain_row(heads: tuple[str, ...], cells: tuple["Cell", ...], say: "Callable[[Text], str]") -> str:
    named = [(heads[i] if i < len(heads) else "", one.text) for i, one in enumerate(cells) if one.text.strip()]
    return ", ".join(_after(head, text, say) if head.strip(" #") else text for head, text in named)


def _after(head: str, text: str, say: "Callable[[Text], str]") -> str:
    """Return what stands under a head, after it."""
    return say(Text("{head}: {text}", head=head, text=text))


def moment(env: Env, at: int) -> str:
    """Return a time in the zone of the profile, else of this machine: `Thu 19 Nov, 20:00 CET`."""
    return env.say(say_moment(at, env.zone))


def span(env: Env, milliseconds: int) -> str:
    """Return a length of time in its two largest units: `1 day 4 h`."""
    return env.say(say_span(max(0, milliseconds)))


def deadline(env: Env, at: int | None) -> str:
    """Return a deadline in the reader's zone, absolute and relative, as mails tell it; a dash where there is none."""
    return "-" if at is None else env.say(say_when(at, env.now(), env.zone))


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
