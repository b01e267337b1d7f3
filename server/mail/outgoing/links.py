"""Links that open an answer which is already written: `mailto:` with address, subject and body."""

from collections.abc import Sequence
from functools import lru_cache
from html import escape
from urllib.parse import quote

from engine.core.markup import LOOKS
from server.mail.outgoing import mime

OPENING = 'href="<answer>'
"""What such a link begins with until its mail is addressed; no text looks like this once it is escaped."""
MOST_BODY, MOST_SUBJECT = 1000, 600
"""How long each may be when it is encoded: with the address it stays below 2000, which all mail programs take."""
LINE_END = "%0D%0A"
LOOK = LOOKS["move"]


def link_answer(lines: Sequence[str], shown: str) -> str:
    """Return HTML that opens an answer with these lines; just what is shown where they are too many for a link.

    An empty line follows them, so that a signature is no part of them.
    """
    body = "".join(quote(line, safe="") + LINE_END for line in (*lines, ""))
    return f'<a style="{LOOK}" {OPENING}{body}">{shown}</a>' if len(body) <= MOST_BODY else shown


@lru_cache(4096)
def link_each(line: str) -> str:
    """Return a line as HTML that opens an answer with it."""
    return link_answer([line], escape(line))


def address_links(html: str, address: str, subject: str) -> str:
    """Return the HTML of a mail with its links leading to where it is answered."""
    if OPENING not in html:
        return html
    about = quote_within(f"Re: {mime.clean(subject).removeprefix('Re: ')}", MOST_SUBJECT)
    return html.replace(OPENING, f'href="mailto:{quote(address, safe="@")}?subject={about}&amp;body=')


@lru_cache(1024)
def quote_within(text: str, most: int) -> str:
    """Return a text as it stands in an address, without its end where it is too long."""
    quoted = [quote(char, safe="") for char in text]
    while sum(map(len, quoted)) > most:
        quoted.pop()
    return "".join(quoted)
