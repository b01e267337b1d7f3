"""Mail that comes in: from its recipient and its bytes to one outcome, and at most one answer."""

import logging
import re
from typing import NamedTuple

from engine.core.errors import Refused
from engine.ledger.armour import find_slip
from server.mail import bounces, plain, reading, signed, tokens
from server.mail.reading import Incoming
from server.services import replies
from server.services.club import Club
from server.services.limits import TooOften

OK, BAD_DATA, NO_USER, TRY_LATER = 0, 65, 67, 75
"""Exit codes of sysexits.h, as a mail server's pipe understands them."""
BUSY = {"busy", "storage_full", "held_for_upgrade"}
_COMPACT = re.compile(r"\A[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{86}\Z")
log = logging.getLogger("atelier.mail")


class Outcome(NamedTuple):
    """What became of a mail: a code, and whether an answer was written."""

    code: str
    is_answered: bool = False


def receive(club: Club, raw: bytes, recipient: str, sender: str | None) -> Outcome:
    """Deal with a mail: stored, whatever it did, when this returns. Raises Refused only if the server is busy."""
    extension = tokens.extension_of(club, recipient)
    if extension is None or not knows(club, recipient):
        return Outcome("unknown_recipient")
    if extension.startswith(tokens.BOUNCE):
        return Outcome(bounces.receive(club, raw, extension.removeprefix(tokens.BOUNCE)))
    mail = reading.read(raw, sender)
    silence = "own_mail" if _is_own(club, raw, mail) else mail.robot
    if silence is not None:
        return Outcome(silence)
    try:
        return Outcome(*_dealt_with(club, mail, extension))
    except replies.Duplicate:
        return Outcome("duplicate")
    except TooOften:
        return Outcome("rate_limited")


def _dealt_with(club: Club, mail: Incoming, extension: str) -> tuple[str, bool]:
    letter = replies.find_letter(club, extension, "reply") if extension else None
    try:
        slip = find_slip_in(mail)
    except Refused as refused:
        return plain.refuse(club, mail, letter, refused) if letter is not None else ("no_proof", False)
    if slip is not None:
        return signed.receive(club, mail, slip, letter)
    return plain.receive(club, mail, letter) if letter is not None else ("no_proof", False)


def find_slip_in(mail: Incoming) -> bytes | None:
    """Return the slip in a mail's text or attached to it; refuse several that differ."""
    armoured = find_slip("\n".join((mail.text, *mail.attached)))
    if armoured is not None:
        return armoured
    bare = {"".join(text.split()) for text in mail.attached}
    found = [text for text in bare if _COMPACT.match(text)]
    return found[0].encode() if len(found) == 1 else None


def knows(club: Club, recipient: str) -> bool:
    """Tell whether mail for an address can mean anything here: the club's own, or one with a token that we gave."""
    extension = tokens.extension_of(club, recipient)
    if extension is None:
        return False
    if extension.startswith(tokens.BOUNCE):
        return replies.find_letter(club, extension.removeprefix(tokens.BOUNCE), "bounce") is not None
    return not extension or replies.find_letter(club, extension, "reply") is not None


def _is_own(club: Club, raw: bytes, mail: Incoming) -> bool:
    return reading.same_address(mail.author, club.config.mail.sender) or reading.origin_of(raw) != ""


def receive_piped(club: Club, raw: bytes, recipient: str | None = None, sender: str | None = None) -> int:
    """Take one mail from a mail server's pipe; without a recipient its headers say which address of ours it is for."""
    if not raw.strip():
        return BAD_DATA
    named = [recipient] if recipient else reading.recipients(raw)
    ours = next((one for one in named if tokens.extension_of(club, one) is not None), None)
    if ours is None:
        return NO_USER
    try:
        outcome = receive(club, raw, ours, reading.return_path(raw) if sender is None else sender)
    except Refused as refused:
        if refused.code not in BUSY:
            raise
        return TRY_LATER
    log.info("mail: %s", outcome.code)
    return NO_USER if outcome.code == "unknown_recipient" else OK
