"""Whether a mail can be from whom it says it is: the address on file, and what our own mail server found (RFC 8601)."""

import re

from server.mail.incoming.headers import Fields, LeftOpen, unquote, without_comments
from server.mail.incoming.message import Incoming
from server.services.club import Club

FIELD = "Authentication-Results"
FAILED = {"fail", "permfail"}
_PIECE = re.compile(r'"(?:[^"\\]|\\.)*+"|(?P<end>;)|[^";]+|(?P<open>".*)', re.DOTALL)
_SERVER = re.compile(r'\s*("(?:[^"\\]|\\.)*+"|[^\s;"]+)\s*(?:\d+\s*)?\Z', re.DOTALL)
_RESULT = re.compile(r"\s*([\w-]+)\s*(?:/\s*\d+\s*)?=\s*([\w-]+)")


def is_same_address(one: str, other: str) -> bool:
    """Tell whether two addresses are one; the domain's case never counts, the local part's hardly ever does."""
    return bool(one) and one.casefold() == other.casefold()


def find_trouble(club: Club, mail: Incoming, address: str | None) -> str | None:
    """Return why a mail can't be taken for one from an address, or None."""
    if not is_same_address(mail.author, address or ""):
        return "sender_mismatch"
    server = club.config.mail.authserv_id
    return "sender_unverified" if server and has_failed(mail.head, server) else None


def has_failed(head: Fields, server: str) -> bool:
    """Tell whether our mail server says that DMARC failed; what it says and can't be read counts as that."""
    return any(_says_failed(value, server, head) for value in head.get_all(FIELD))


def _says_failed(value: str, server: str, head: Fields) -> bool:
    try:
        who, *results = _split(without_comments(value, head.budget))
    except LeftOpen:
        return server.lower() in value.lower()
    named = _SERVER.match(who)
    if named is None or unquote(named[1]).lower() != server.lower():
        return False
    return any(_is_failure(result) for result in results)


def _split(text: str) -> list[str]:
    """Return what stands between semicolons that are not quoted."""
    found: list[list[str]] = [[]]
    for piece in _PIECE.finditer(text):
        if piece["open"]:
            raise LeftOpen
        if piece["end"]:
            found.append([])
        else:
            found[-1].append(piece[0])
    return ["".join(pieces) for pieces in found]


def _is_failure(result: str) -> bool:
    found = _RESULT.match(result)
    return found is not None and found[1].lower() == "dmarc" and found[2].lower() in FAILED
