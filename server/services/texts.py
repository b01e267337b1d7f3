"""What players may write: limits, and no characters that could fool a terminal or a mail header."""

import re
import unicodedata
from email.utils import parseaddr
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from engine.core.errors import Refused
from engine.core.language import LANGUAGES

HANDLE = re.compile(r"\A[^\W_](?:[^\W_]|-){1,31}\Z")
SEAT_LIKE = re.compile(r"\Ap\d+\Z", re.IGNORECASE)
MAIL = re.compile(r"\A[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,180}[A-Za-z0-9])?\Z")
MOST_MESSAGE = 4000


def plain(text: str, name: str, most: int, *, lines: bool = False) -> str:
    """Return a text as it may be stored, or refuse control and direction characters and too much of it."""
    text = unicodedata.normalize("NFC", text).strip()
    allowed = "\n\t" if lines else ""
    for char in text:
        if char not in allowed and unicodedata.category(char) in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}:
            code = f"U+{ord(char):04X}"
            raise Refused(
                "invalid_value", "`{field}` has the character {code}, which is not allowed.", field=name, code=code
            )
    if len(text) > most:
        raise Refused("invalid_value", "`{field}` has at most {most} characters.", field=name, most=most)
    return text


def handle(text: str) -> str:
    """Return a handle, or refuse a text that can't be one."""
    text = plain(text, "handle", 32)
    if not is_handle(text):
        raise Refused(
            "invalid_value",
            "A handle has 2 to 32 letters, digits or hyphens, begins with a letter or digit, and is no seat's name.",
        )
    return text


def is_handle(text: str) -> bool:
    """Tell whether a text has letters, digits and hyphens only: nothing that a mail program makes a link of."""
    return bool(HANDLE.match(text)) and not SEAT_LIKE.match(text)


def handle_key(text: str) -> str:
    """Return what two handles that look alike have in common."""
    return unicodedata.normalize("NFKC", text).casefold()


def mail_address(text: str) -> str:
    """Return a mail address that can stand in a header, in one spelling: two that differ in case are one address."""
    address = parseaddr(text)[1]
    if address != text or not MAIL.match(text) or ".." in text:
        raise Refused("invalid_value", "`{mail}` is not a mail address that this server can write to.", mail=text[:80])
    return text.lower()


def language(code: str) -> str:
    """Return a language of the house."""
    if code not in LANGUAGES:
        raise Refused(
            "invalid_value", "`{code}` is not a language of this server: {known}.", code=code, known=LANGUAGES
        )
    return code


def zone(name: str) -> str:
    """Return a time zone by its IANA name."""
    if name not in _get_zones():
        raise Refused("invalid_value", "`{zone}` is not a time zone such as Europe/Paris.", zone=name[:80])
    return ZoneInfo(name).key


@cache
def _get_zones() -> set[str]:
    """Return every time zone, which takes hundreds of files to find out."""
    return available_timezones()
