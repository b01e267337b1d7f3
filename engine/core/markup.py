"""A sheet as HTML: for a page with its style sheet and icons, or for a mail with every style on its element."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from html import escape
from typing import Literal, TypeAlias

from engine.core.palette import HUES, INKS, SIGN, Good, Palette
from engine.core.sheet import Cards, Cell, Grid, Heading, Line, Part, Role, Sheet

Medium = Literal["mail", "page"]
TAGS: Mapping[str, str] = {
    "body": "font:15px/1.4 sans-serif;max-width:50em",
    "h1": "font-size:20px;margin:.8em 0 .3em",
    "h2": "font-size:16px;margin:1.2em 0 .3em;border-bottom:1px solid #757575",
    "h3": "font-size:15px;margin:.8em 0 .2em",
    "p": "margin:.4em 0",
    "th": "text-align:left;font-weight:normal;font-size:13px;color:#757575;padding:0 12px 2px 0",
    "td": "padding:0 12px 2px 0",
}
LOOKS: Mapping[str, str] = {
    "strong": "font-weight:bold",
    "yours": "font-weight:bold",
    "dim": "color:#757575",
    "hidden": "font-style:italic",
    "warn": "color:#d2423d;font-weight:bold",
    "move": "color:#1974dd",
    "copy": "font:15px/1.7 monospace",
    "aside": "font-weight:normal;font-size:13px;color:#757575",
    "caption": "font-size:13px;color:#757575",
    "figure": "text-align:right",
    "cards": "display:flex;flex-wrap:wrap;font-size:14px;line-height:1.35",
    "card": "width:212px;margin:0 6px 6px 0;padding:3px 8px;border:1px solid #757575;border-radius:4px",
    "empty": "border-style:dashed;color:#757575;padding-left:13px",
    "points": "float:right;margin-left:8px",
    "playable": "outline:2px solid #1974dd;outline-offset:1px",
    **{hue: f"border-left:6px solid {colour}" for hue, colour in HUES.items()},
    **{f"good-{good}": f"color:{colour}" for good, colour in INKS.items()},
}
"""How each kind of element looks; no colour but those that can be read on white and on black."""
UNLABELLED: tuple[Role, ...] = ("name", "family", "does")
"""What of a card stands without its head; the heads stand above all of them."""
PAGE_ONLY = (
    ":root{color-scheme:light dark}.icon{width:1em;height:1em;vertical-align:-.12em;margin-right:.2em}"
    "b[class^=good]{white-space:nowrap}@media(max-width:520px){.card{width:100%}}"
)

BY_DAY, BY_NIGHT = (0, 15), (255, 25)
"""With how much of black or white the inks of goods are mixed on a page, whose cards are neither white nor black."""
CanPlay = Callable[[str, str], bool]
"""Tells of a card, by where it lies and its name, whether something can be done with it."""


def no_card(place: str, name: str) -> bool:  # noqa: ARG001 - see CanPlay
    """Tell that nothing can be done with a card."""
    return False


def draw_stylesheet() -> str:
    """Return the style sheet of a page: the same looks that mails have on each element, inks for its grounds."""
    tags = "".join(f"{tag}{{{style}}}" for tag, style in TAGS.items())
    looks = "".join(f".{look}{{{style}}}" for look, style in LOOKS.items())
    return f"{tags}{looks}{PAGE_ONLY}{_draw_inks(BY_DAY)}@media(prefers-color-scheme:dark){{{_draw_inks(BY_NIGHT)}}}"


def _draw_inks(towards: tuple[int, int]) -> str:
    return "".join(f".good-{good}{{color:{_shade(colour, *towards)}}}" for good, colour in INKS.items())


def _shade(colour: str, light: int, percent: int) -> str:
    """Return a colour mixed with so much of a light, 255 for white."""
    return "#" + "".join(
        f"{(part * (100 - percent) + light * percent) // 100:02x}" for part in bytes.fromhex(colour[1:])
    )


def draw_sheet(sheet: Sheet, palette: Palette, medium: Medium) -> str:
    """Return a sheet as HTML: headings, cards, tables and paragraphs; no scripts, nothing loaded from elsewhere."""
    return "\n".join(draw_part(part, palette, medium) for part in sheet.parts)


def draw_part(part: Part, palette: Palette, medium: Medium, can_play: CanPlay = no_card) -> str:
    """Return one part as HTML; cards with which something can be done are outlined."""
    return _Markup(palette, medium, can_play).part(part)


@cache
def open_tag(medium: Medium, tag: str, *looks: str) -> str:
    """Return an opening tag that looks as it should."""
    if medium == "page":
        return f'<{tag} class="{" ".join(looks)}">' if looks else f"<{tag}>"
    style = ";".join(filter(None, (TAGS.get(tag, ""), *(LOOKS.get(look, "") for look in looks))))
    return f'<{tag} style="{style}">' if style else f"<{tag}>"


@lru_cache(8192)
def _mark_goods(text: str, palette: Palette, medium: Medium) -> str:
    """Return a text with its goods in their colours; boards say the same of the same cards again and again."""
    return palette.mark(escape(text, quote=False), _MARKS[medium])


def _mark_in_mail(good: Good, text: str) -> str:
    return f"{open_tag('mail', 'b', f'good-{good}')}{text.replace(' ', '&nbsp;')}</b>"


def _mark_on_page(good: Good, text: str) -> str:
    """Return a good with its icon, unless it is written as a sign."""
    icon = "" if text.startswith(SIGN) else f'<svg class="icon" aria-hidden="true"><use href="#{good}"/></svg>'
    return f"{open_tag('page', 'b', f'good-{good}')}{icon}{text.replace(' ', '&nbsp;')}</b>"


_MARKS: Mapping[Medium, Callable[[Good, str], str]] = {"mail": _mark_in_mail, "page": _mark_on_page}


Labelled: TypeAlias = tuple[str, Cell, Role]
"""The head of a column, what stands in it, and what that is."""


class _Markup:
    """The parts of a sheet in one medium."""

    def __init__(self, palette: Palette, medium: Medium, can_play: CanPlay) -> None:
        self.palette = palette
        self.medium = medium
        self.can_play = can_play

    def part(self, part: Part) -> str:
        if isinstance(part, Heading):
            return self.heading(part)
        if isinstance(part, Cards):
            return self.cards(part)
        if isinstance(part, Grid):
            return self.grid(part)
        if isinstance(part, Line):
            return self.wrap("p", " &nbsp; ".join(map(self.cell, part.cells)))
        return self.wrap("p", self.text(part.text), *_looks_of(part.tone)) if part.text else ""

    def wrap(self, tag: str, inside: str, *looks: str) -> str:
        """Return an element."""
        return f"{open_tag(self.medium, tag, *looks)}{inside}</{tag}>"

    def text(self, text: str) -> str:
        """Return a text with its goods in their colours."""
        return _mark_goods(text, self.palette, self.medium)

    def cell(self, one: Cell) -> str:
        text = self.text(one.text)
        return text if one.tone == "plain" else self.wrap("span", text, one.tone)

    def name(self, one: Cell) -> str:
        """Return a name, in which no good is looked for."""
        text = escape(one.text, quote=False)
        return text if one.tone == "plain" else self.wrap("span", text, one.tone)

    def heading(self, part: Heading) -> str:
        aside = " " + self.wrap("span", self.text(part.aside), "aside") if part.aside else ""
        return self.wrap(f"h{part.level}", escape(part.text) + aside)

    def grid(self, part: Grid) -> str:
        """Return a table; what stands below a row is a row of its own."""
        columns = max(map(len, part.rows), default=1)
        rows = [self.row("th", [self.text(head) for head in part.heads], part.right)] if any(part.heads) else []
        for n, cells in enumerate(part.rows):
            rows.append(self.row("td", [self.cell(one) for one in cells], part.right))
            if n < len(part.below) and part.below[n]:
                rows.append(f'<tr><td></td><td colspan="{columns - 1}">{self.text(part.below[n])}</td></tr>')
        return f'<table cellspacing="0">{"".join(rows)}</table>'

    def row(self, tag: str, cells: Sequence[str], right: Sequence[int]) -> str:
        said = (self.wrap(tag, text, *(("figure",) if i in right else ())) for i, text in enumerate(cells))
        return f'<tr valign="top">{"".join(said)}</tr>'

    def cards(self, part: Cards) -> str:
        """Return small cards side by side, as many in a line as there is room for, under what they are."""
        below = (*part.below, *[""] * len(part.rows))
        heads = (head for head, role in zip(part.heads, part.roles, strict=False) if role in UNLABELLED)
        laid = "\n".join(self.card(part, n, cells, below[n]) for n, cells in enumerate(part.rows))
        caption = (
            self.wrap("p", " · ".join(map(escape, filter(None, heads))), "caption") + "\n" if any(part.heads) else ""
        )
        return caption + self.wrap("div", f"\n{laid}\n", "cards")

    def card(self, part: Cards, n: int, cells: Sequence[Cell], below: str) -> str:
        face = _draw_face(self.palette, self.medium, tuple(part.heads), tuple(part.roles), tuple(cells), below)
        place = " ".join(one.text for one in _in_role(part, cells, "place"))
        names = (one.text.partition(" ×")[0] for one in _in_role(part, cells, "name"))
        looks = ("playable",) if any(self.can_play(place, name) for name in names) else ()
        return self.wrap("div", face, "card", part.hues[n] or "empty", *looks)

    def title(self, said: Sequence[Labelled]) -> str:
        """Return where a card lies, its name and family, its points at the other end."""
        place = "".join(f"{escape(one.text)} " for _, one, role in said if role == "place" and one.text)
        named = "".join(self.name(one) for _, one, role in said if role == "name")
        family = "".join(f" {self.wrap('span', escape(one.text), 'dim')}" for _, one, role in said if role == "family")
        points = "".join(
            self.wrap("span", f"{self.cell(one)} {escape(name_points(head, one.text))}", "points")
            for head, one, role in said
            if role == "points"
        )
        return f"{points}{place}<b>{named}</b>{family}"

    def figures(self, said: Sequence[Labelled]) -> Iterator[str]:
        """Yield the figures of a card, each after what it is."""
        for head, one, role in said:
            if role == "does":
                yield self.cell(one)
            elif role == "" and one.text.strip():
                label = self.wrap("span", escape(head), "dim") + " " if head else ""
                yield label + self.cell(one)


@lru_cache(8192)
def _draw_face(
    palette: Palette, medium: Medium, heads: Sequence[str], roles: Sequence[Role], cells: Sequence[Cell], below: str
) -> str:
    """Return what is on a card; boards show the same cards again and again."""
    markup, said = (
        _Markup(palette, medium, no_card),
        list(zip((*heads, *[""] * len(cells)), cells, roles, strict=False)),
    )
    return "<br>".join(filter(None, (markup.title(said), *markup.figures(said), markup.text(below))))


def _in_role(part: Cards, cells: Sequence[Cell], *wanted: Role) -> Iterator[Cell]:
    return (one for one, role in zip(cells, part.roles, strict=False) if role in wanted)


def _looks_of(tone: str) -> tuple[str, ...]:
    return () if tone == "plain" else (tone,)


def name_points(head: str, n: str) -> str:
    """Return what stands behind a card's points, from the head of their column: of one it is `1 pt`, in every language here."""
    return head.removesuffix("s") if n == "1" else head
