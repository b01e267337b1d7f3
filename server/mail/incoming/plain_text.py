"""Plain lines from what mail programs send: HTML, flowed text."""

import re
from html.parser import HTMLParser

BREAKS = {"br", "p", "div", "li", "tr", "table", "h1", "h2", "h3", "blockquote", "pre", "hr"}
UNSEEN = {"style", "script", "head", "title"}
SPACES = re.compile(r"[ \t\r\n\f]+")
"""What HTML takes for one space; a space that does not break is not among it."""
VOID = {"br", "hr", "img", "meta", "link", "input", "wbr", "col"}


class _Page(HTMLParser):
    """Collects what a reader sees, quoted parts marked as in plain text."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = [""]
        self.open: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a line where a reader sees one, and note where a quotation begins."""
        if tag in BREAKS:
            self.lines.append("")
        if tag not in VOID:
            classes = dict(attrs).get("class") or ""
            self.open.append((tag, tag == "blockquote" or "gmail_quote" in classes or "moz-cite-prefix" in classes))

    def handle_endtag(self, tag: str) -> None:
        """End a line, and whatever was left open inside."""
        if tag in BREAKS:
            self.lines.append("")
        if any(name == tag for name, _ in self.open):
            while self.open and self.open.pop()[0] != tag:
                pass

    def handle_data(self, data: str) -> None:
        """Add text to the line."""
        if any(name in UNSEEN for name, _ in self.open):
            return
        if any(name == "pre" for name, _ in self.open):
            first, *others = data.split("\n")
            self._add(first)
            for line in others:
                self.lines.append("")
                self._add(line)
        else:
            self._add(data)

    def _add(self, data: str) -> None:
        words = SPACES.sub(" ", data).strip(" ")
        if not words.strip():
            return
        if any(is_quote for _, is_quote in self.open) and not self.lines[-1]:
            self.lines[-1] = "> "
        space = " " if SPACES.match(data[:1]) and self.lines[-1] else ""
        self.lines[-1] += space + words + (" " if SPACES.match(data[-1:]) else "")


def read_html(page: str) -> str:
    """Return the text of an HTML mail, one line where a reader sees one."""
    reader = _Page()
    reader.feed(page)
    reader.close()
    return "\n".join(line.strip() for line in reader.lines)


def unwrap(text: str, delsp: str = "") -> str:
    """Return flowed text (RFC 3676) with its soft line breaks undone."""
    lines: list[str] = []
    goes_on = False
    for raw in text.splitlines():
        line = raw.removeprefix(" ") if raw.startswith(" ") else raw
        if goes_on and not line.startswith(">") and line != "-- ":
            lines[-1] += line
        else:
            lines.append(line)
        goes_on = line.endswith(" ") and line != "-- " and not line.startswith(">")
        if goes_on and delsp == "yes":
            lines[-1] = lines[-1][:-1]
    return "\n".join(lines)
