"""The head of a mail, read in one pass: its fields, and the addresses and parameters in them."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from server.mail.incoming.budget import Budget
from server.mail.incoming.charsets import decode

_NAME = re.compile(rb"([!-9;-~]+)[ \t]*:")
_QUOTED = r'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)'
"""One that does not end goes on to the end of the field: a quotation mark is looked at once."""
_OUTSIDE = re.compile(rf"{_QUOTED}|\\.|[^\"\\(]+|(?P<mark>\()|.", re.DOTALL)
_INSIDE = re.compile(r"\\.|[^\\()]+|(?P<mark>[()])|.", re.DOTALL)
_PARAMETER = re.compile(rf';\s*([^\s=;"]++)\s*=\s*({_QUOTED}|[^;\s"]*+)', re.DOTALL)
_PIECE = re.compile(rf'{_QUOTED}|<(?P<angle>[^<>"]*+)>|(?P<end>[,;:])|[^",;:<]+|.', re.DOTALL)
_ADDRESS = re.compile(r'[^\s@<>()",;:\\\[\]]+@[^\s@<>()",;:\\\[\]]+')
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)


class LeftOpen(Exception):
    """A field has a comment that does not end."""


class Kind(NamedTuple):
    """A field such as `text/plain; charset=utf-8`: its value in small letters, and its parameters."""

    value: str
    parameters: dict[str, str]


class Fields:
    """The fields of a mail or of one of its parts."""

    def __init__(self, fields: list[tuple[str, bytes]], budget: Budget) -> None:
        self._fields = fields
        self.budget = budget

    def get_all(self, name: str) -> list[str]:
        """Return what every field of a name says, unfolded."""
        return [decode(value) for key, value in self._fields if key == name.lower()]

    def get(self, name: str) -> str:
        """Return what the first field of a name says, or nothing."""
        return next(iter(self.get_all(name)), "")

    def __contains__(self, name: str) -> bool:
        return any(key == name.lower() for key, _ in self._fields)

    def read_kind(self, name: str) -> Kind:
        """Return a field with parameters; one that can't be read is taken as it stands."""
        value = self.get(name)
        try:
            text = without_comments(value, self.budget)
        except LeftOpen:
            text = value
        return Kind(text.partition(";")[0].strip().lower(), _read_parameters(text))

    def find_addresses(self, name: str) -> Iterator[str]:
        """Yield the addresses in all fields of a name; "" stands for one that can't be read."""
        for value in self.get_all(name):
            try:
                yield from _split_addresses(without_comments(value, self.budget))
            except LeftOpen:
                yield ""


def read_head(raw: bytes, at: int, budget: Budget) -> tuple[Fields, int]:
    """Return the head that begins at a place of a mail, and where its body does."""
    fields: list[list[bytes]] = []
    while at < len(raw):
        end = raw.find(b"\n", at) + 1 or len(raw)
        line = raw[at:end].rstrip(b"\r\n")
        if not line:
            at = end
            break
        if fields and line[:1] in b" \t":
            fields[-1].append(line)
        elif _NAME.match(line) or (not fields and line.startswith(b"From ")):
            fields.append([line])
            budget.spend("fields")
        else:
            break
        budget.spend("head", end - at)
        budget.spend("lines")
        at = end
    return Fields([_split_field(b"".join(lines)) for lines in fields], budget), at


def _split_field(line: bytes) -> tuple[str, bytes]:
    name, _, value = line.partition(b":")
    return name.decode("latin-1").strip().lower(), value.strip()


def without_comments(value: str, budget: Budget) -> str:
    """Return a field with a space for each of its comments (RFC 5322); they nest, and quoted marks begin none."""
    budget.spend("structured", len(value))
    if "(" not in value:
        return value
    kept: list[str] = []
    depth = at = 0
    while at < len(value):
        piece = (_INSIDE if depth else _OUTSIDE).match(value, at)
        assert piece is not None
        at = piece.end()
        if piece["mark"] is None:
            kept.append(" " if depth else piece[0])
        else:
            depth += 1 if piece["mark"] == "(" else -1
            budget.check_depth(depth)
    if depth:
        raise LeftOpen
    return "".join(kept)


def _read_parameters(text: str) -> dict[str, str]:
    """Return parameters by name; those that RFC 2231 lets go on as `name*1` are put together."""
    found: dict[str, str] = {}
    for name, value in _PARAMETER.findall(text):
        plain, star, _ = name.lower().partition("*")
        if plain not in found or star:
            found[plain] = found.get(plain, "") + unquote(value)
    return found


def unquote(text: str) -> str:
    """Return what a quoted string says; other texts are returned as they are."""
    return _ESCAPED.sub(r"\1", text[1:].removesuffix('"')) if text.startswith('"') else text


def _split_addresses(text: str) -> Iterator[str]:
    """Yield one address for each that stands between commas: what is in angle brackets, else the whole."""
    words: list[str] = []
    angles: list[str] = []
    for piece in _PIECE.finditer(text + ","):
        if piece["angle"] is not None:
            angles.append(piece["angle"])
        elif not piece["end"]:
            words.append(piece[0])
        else:
            if angles or "".join(words).strip():
                yield _choose_address(angles, "".join(words).strip())
            words, angles = [], []


def _choose_address(angles: list[str], words: str) -> str:
    """Return the address of a mailbox, "" where it is none or several."""
    found = angles[0].strip() if angles else words
    return found if len(angles) <= 1 and _ADDRESS.fullmatch(found) else ""
