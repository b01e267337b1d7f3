"""How much work one mail may cost: counted in what it holds, not in seconds, and spent before the work is done."""

from typing import Literal

Work = Literal["head", "lines", "fields", "structured", "dashes", "parts", "marks"]

MOST_BYTES = 1024 * 1024
"""The largest mail that is read."""
MOST_DEPTH = 20
"""How deep parts lie in parts, and comments in comments."""
MOST: dict[Work, int] = {
    "head": 128 * 1024,
    "lines": 3_000,
    "fields": 1_000,
    "structured": 32 * 1024,
    "dashes": 2_000,
    "parts": 50,
    "marks": 8_000,
}
"""Bytes, lines and fields of heads; characters of addresses and parameters; lines that may divide parts; parts; tags
and character references. Mails of people have a small part of each."""


class Overrun(Exception):
    """A mail would cost more work than any mail of a person does."""


class Budget:
    """What is left of the work that one mail may cost."""

    def __init__(self) -> None:
        self._left = dict(MOST)

    def spend(self, what: Work, amount: int = 1) -> None:
        """Take from what is left, or stop reading the mail."""
        self._left[what] -= amount
        if self._left[what] < 0:
            raise Overrun(what)

    def check_depth(self, depth: int) -> None:
        """Stop reading a mail in which something is nested too deep."""
        if depth > MOST_DEPTH:
            raise Overrun("depth")
