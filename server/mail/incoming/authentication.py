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


def has_passed(head: Fields, server: str) -> bool:
    """Tell whether our mail server says that DMARC passed, and nothing else; without a name of it nobody does."""
    if not server or has_failed(head, server):
        return False
    return any("pass" in (_find_verdicts(value, server, head) or ()) for value in head.get_all(FIELD))


def _says_failed(value: str, server: str, head: Fields) -> bool:
    verdicts = _find_verdicts(value, server, head)
    return server.lower() in value.lower() if verdicts is None else bool(FAILED & verdicts)


def _find_verdicts(value: str, server: str, head: Fields) -> set[str] | None:
    """Return what our mail server found of DMARC, nothing where it is another's word; None if it can't be read."""
    try:
        who, *results = _split(without_comments(value, head.budget))
    except LeftOpen:
        return None
    named = _SERVER.match(who)
    if named is None or unquote(named[1]).lower() != server.lower():
        return set()
    found = (_RESULT.match(result) for result in results)
    return {one[2].lower() for one in found if one is not None and one[1].lower() == "dmarc"}


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
