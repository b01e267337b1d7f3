"""Slips in mail: wrapped in armour, and found again in what mail programs make of it."""

import re

from engine.core.errors import Refused

BEGIN = "-----BEGIN ATELIER SLIP-----"
END = "-----END ATELIER SLIP-----"
WIDTH = 64

_BLOCK = re.compile(re.escape(BEGIN) + r"(?P<inside>.*?)" + re.escape(END), re.DOTALL)
_WRAPPING = re.compile(r"[\s>|\u00a0\u200b\ufeff]+")


def armour(slip: bytes) -> str:
    """Return a slip as lines that survive mail."""
    text = slip.decode("ascii")
    lines = [text[start : start + WIDTH] for start in range(0, len(text), WIDTH)]
    return "\n".join([BEGIN, *lines, END, ""])


def find_slip(text: str) -> bytes | None:
    """Return the slip in a mail, white space and quote marks removed; None where there is none, refused where two differ."""
    found = {_WRAPPING.sub("", block["inside"]) for block in _BLOCK.finditer(text)}
    if len(found) > 1:
        raise Refused(
            "malformed_slip", "The mail contains {count} different slips: send one at a time.", count=len(found)
        )
    return found.pop().encode("utf-8") if found else None
