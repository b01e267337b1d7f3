"""Slips in mail: wrapped in armour, and found again in what mail programs make of it."""

import re
from collections.abc import Iterator

from engine.core.errors import Refused

BEGIN = "-----BEGIN ATELIER SLIP-----"
END = "-----END ATELIER SLIP-----"
WIDTH = 64

_WRAPPING = re.compile(r"[\s>|\u00a0\u200b\ufeff]+")


def armour(slip: bytes) -> str:
    """Return a slip as lines that survive mail."""
    text = slip.decode("ascii")
    lines = [text[start : start + WIDTH] for start in range(0, len(text), WIDTH)]
    return "\n".join([BEGIN, *lines, END, ""])


def find_slip(text: str) -> bytes | None:
    """Return the slip in a mail, white space and quote marks removed; None where there is none, refused where two differ."""
    found = {_WRAPPING.sub("", inside) for inside in _find_blocks(text)}
    if len(found) > 1:
        raise Refused(
            "malformed_slip", "The mail contains {count} different slips: send one at a time.", count=len(found)
        )
    return found.pop().encode("utf-8") if found else None


def _find_blocks(text: str) -> Iterator[str]:
    """Yield what stands between the two lines, from one end to the next beginning."""
    end = 0
    while (begin := text.find(BEGIN, end)) >= 0 and (end := text.find(END, begin)) >= 0:
        yield text[begin + len(BEGIN) : end]
