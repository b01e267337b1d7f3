"""Plain lines from what mail programs send: HTML, flowed text. One pass each, whatever is left open."""

import re
from collections.abc import Iterator
from html import unescape
from html.entities import html5

from server.mail.incoming.budget import Budget

BREAKS = {"br", "p", "div", "li", "tr", "table", "h1", "h2", "h3", "blockquote", "pre", "hr"}
WATCHED = BREAKS | {"head", "body"}
"""All other tags leave the lines as they are, unless they mark a quotation."""
QUOTES = ("gmail_quote", "moz-cite-prefix")
"""Classes by which programs mark what they quote."""
SPACES = re.compile(r"[ \t\r\n\f]+")
"""What HTML takes for one space; a space that does not break is not among it."""
_TOKEN = re.compile(
    r"""((?:[^<]++|<(?![a-z!?/]))*+)(?:
    <!--(?:>|.*?(?:-->|\Z))
    |<(script|style|title)(?=[\s/>]).*?(?:</\2[^>]*+(?:>|\Z)|\Z)
    |<(/?)([a-z][^\s/>]*+)((?:[^>=]++|=\s*+(?:"[^"]*+(?:"|\Z)|'[^']*+(?:'|\Z))?)*+)(?:>|\Z)
    |<[!?/][^>]*+(?:>|\Z)
    |\Z)""",
    re.DOTALL | re.IGNORECASE | re.VERBOSE,
)
"""Some text, then one tag, comment, or element that nobody sees; what does not end goes on to the end of the page."""
_REFERENCE = re.compile(r"&(?:#[0-9]{1,7}|#x[0-9a-f]{1,6}|([a-z][a-z0-9]{1,31}));?", re.IGNORECASE)


class _Page:
    """Collects what a reader sees, quoted parts marked as in plain text."""

    def __init__(self) -> None:
        self._line: list[str] = []
        self._is_quoted = False
        self._quote = ""
        """The name of the element that is a quotation, and how many of that name are open."""
        self._depth = 0
        self._pre = 0
        self._is_in_head = False

    def start(self, name: str, *, is_quote: bool) -> None:
        """Note where a quotation, preformatted text or a head begins."""
        if self._depth and name == self._quote:
            self._depth += 1
        elif is_quote and not self._depth:
            self._quote, self._depth = name, 1
        self._pre += name == "pre"
        self._is_in_head = name == "head" or (self._is_in_head and name != "body")

    def end(self, name: str) -> None:
        """Note where it ends."""
        if self._depth and name == self._quote:
            self._depth -= 1
        self._pre -= name == "pre" and self._pre > 0
        self._is_in_head = self._is_in_head and name != "head"

    def add(self, text: str) -> Iterator[str]:
        """Add text to the line; yield the lines that end in it."""
        if self._is_in_head:
            return
        first, *others = text.split("\n") if self._pre else (text,)
        self._add(first)
        for line in others:
            yield self.break_line()
            self._add(line)

    def _add(self, text: str) -> None:
        if not self._line:
            if not text.strip():
                return
            self._is_quoted = self._depth > 0
        self._line.append(text)

    def break_line(self) -> str:
        """End the line, and return it."""
        if not self._line:
            return ""
        text = "".join(self._line)
        self._line = []
        text = SPACES.sub(" ", _REFERENCE.sub(_refer, text) if "&" in text else text).strip()
        return f"> {text}" if text and self._is_quoted else text


def _refer(reference: re.Match[str]) -> str:
    """Return the character that a reference stands for, or the reference where it stands for none."""
    name = reference[1]
    if name is None:
        return unescape(reference[0])
    return html5.get(f"{name};") or reference[0]


def read_html(page: str, budget: Budget) -> Iterator[str]:
    """Yield the lines of an HTML mail, one where a reader sees one; each tag and each reference is a mark."""
    reader = _Page()
    for token in _TOKEN.finditer(page):
        text, _, slash, name, inside = token.groups()
        budget.spend("marks", 1 + text.count("&"))
        if text:
            yield from reader.add(text)
        if name is None:
            continue
        name = name.lower()
        is_quote = name == "blockquote" or any(mark in inside for mark in QUOTES)
        if name in BREAKS:
            yield reader.break_line()
        if slash:
            reader.end(name)
        elif name in WATCHED or is_quote:
            reader.start(name, is_quote=is_quote)
    yield reader.break_line()


def unwrap(text: str, delsp: str = "") -> Iterator[str]:
    """Yield the lines of flowed text (RFC 3676) with its soft line breaks undone."""
    pieces: list[str] = []
    goes_on = False
    for raw in text.splitlines():
        line = raw.removeprefix(" ")
        if pieces and (not goes_on or line.startswith(">") or line == "-- "):
            yield "".join(pieces)
            pieces = []
        goes_on = line.endswith(" ") and line != "-- " and not line.startswith(">")
        pieces.append(line[:-1] if goes_on and delsp == "yes" else line)
    yield "".join(pieces)
