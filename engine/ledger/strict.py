"""JSON and base64url read so that one text has one meaning, and everything else is refused by name."""

import binascii
import json
import re
from collections.abc import Iterator
from typing import Any, NoReturn

from engine.core.canonical import b64u
from engine.core.errors import Refused

MAX_DEPTH = 8
MAX_INTEGER = 2**53 - 1

# An unfinished text counts up to the end: it must not be tried again from each of its escaped quotes.
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)', re.DOTALL)
# C0 and C1 controls, line and paragraph separators, marks that turn or hide text, lone surrogates, tag characters.
_UNPRINTABLE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff\U000e0000-\U000e007f]"
)


def read_base64url(text: str) -> bytes:
    """Return the bytes of base64url without padding; refuse every other spelling of the same bytes."""
    try:
        raw = binascii.a2b_base64(text.replace("-", "+").replace("_", "/") + "=" * (-len(text) % 4))
    except ValueError:
        raw = b""
    if b64u(raw) != text:
        raise Refused("malformed_slip", "A part of the slip is not base64url without padding, in its only spelling.")
    return raw


def read_object(raw: bytes) -> dict[str, Any]:
    """Return a JSON object that has one reading: no member twice, whole numbers only, nothing too deep."""
    try:
        text = raw.decode()
        check_depth(text)
        value = _DECODER.decode(text)
    except (UnicodeDecodeError, json.JSONDecodeError):
        raise Refused("malformed_slip", "A part of the slip is not JSON in UTF-8.") from None
    if not isinstance(value, dict):
        raise Refused("malformed_slip", "A part of the slip is JSON, but not an object with named members.")
    if "\\" in text or _UNPRINTABLE.search(text):  # in a text without escapes, every character stands for itself
        check_texts(value)
    return value


def check_depth(text: str) -> None:
    """Refuse JSON nested more deeply than any slip needs, before a parser has to climb it."""
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return
    depth = 0
    for sign in re.findall(r"[\[\]{}]", _QUOTED.sub("", text)):
        depth += 1 if sign in "[{" else -1
        if depth > MAX_DEPTH:
            raise Refused("malformed_slip", "The slip is nested more than {limit} levels deep.", limit=MAX_DEPTH)


def check_texts(value: Any) -> None:
    """Refuse control characters and characters that turn or hide text, wherever they stand."""
    for text in strings_of(value):
        found = _UNPRINTABLE.search(text)
        if found:
            raise Refused(
                "invalid_value",
                "A text contains the character {character}: control and direction characters are not allowed.",
                character=f"U+{ord(found.group()):04X}",
            )


def strings_of(value: Any) -> Iterator[str]:
    """Yield every text in plain data, names of members included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield name
            yield from strings_of(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from strings_of(inner)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise Refused("duplicate_member", "The slip has the member `{field}` twice.", field=twice)
    return members


def _integer(digits: str) -> int:
    if len(digits) > len(str(MAX_INTEGER)) + 1 or abs(int(digits)) > MAX_INTEGER:
        raise Refused(
            "invalid_value", "A number is too large: whole numbers up to {limit} are allowed.", limit=MAX_INTEGER
        )
    return int(digits)


def _no_fraction(_digits: str) -> NoReturn:
    raise Refused("invalid_value", "A number has a fraction or an exponent: only whole numbers are allowed.")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_unique, parse_int=_integer, parse_float=_no_fraction, parse_constant=_no_fraction
)
