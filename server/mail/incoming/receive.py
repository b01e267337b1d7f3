"""Mail that comes in: from its recipient and its bytes to one outcome, and at most one answer."""

import logging

from engine.core.errors import Refused
from engine.ledger.armour import find_slip
from server.logs import log_as
from server.mail import tokens
from server.mail.incoming import bounces, message, signed, unsigned
from server.mail.incoming.authentication import is_same_address
from server.mail.incoming.budget import Budget, Overrun
from server.mail.incoming.headers import read_head
from server.mail.incoming.message import COMPACT, NOTHING_READ, Handled, Incoming, Reading
from server.models import Letter
from server.services import replies
from server.services.club import Club
from server.services.limits import TooOften

OK, BAD_DATA, NO_USER, TRY_LATER = 0, 65, 67, 75
"""Exit codes of sysexits.h, as a mail server's pipe understands them."""
BUSY = {"busy", "storage_full", "held_for_upgrade"}
UNKNOWN = Handled("unknown_recipient")
OVER_BUDGET = Handled("over_budget")
"""Refused for good: the mail server gets it back, and its sender is told by it."""
log = logging.getLogger("atelier.mail")


def receive(club: Club, raw: bytes, recipient: str, sender: str | None) -> Handled:
    """Deal with a mail: stored, whatever it did, when this returns. Raises Refused only if the server is busy."""
    try:
        return _receive(club, raw, recipient, sender)
    except Overrun:
        return OVER_BUDGET
    except RecursionError:
        log.exception("a mail was too deep for something that reads it")
        return OVER_BUDGET
    except replies.Duplicate:
        return Handled("duplicate")
    except TooOften:
        return Handled("rate_limited")


def _receive(club: Club, raw: bytes, recipient: str, sender: str | None) -> Handled:
    """Deal with a mail that proves something: nothing of its body is read before."""
    extension = tokens.find_extension(club, recipient)
    letter = find_letter(club, extension or "")
    if extension is None or (extension and letter is None):
        return UNKNOWN
    mail = message.read(raw, sender)
    if letter is not None and extension.startswith(tokens.BOUNCE):
        return bounces.receive(club, mail, letter)
    silence = "own_mail" if _is_own(club, mail) else mail.robot
    if silence is not None:
        return Handled(silence)
    if mail.is_too_large:
        return OVER_BUDGET if letter is None else unsigned.receive(club, mail, NOTHING_READ, letter)
    return _deal_with(club, mail, letter)


def find_letter(club: Club, extension: str) -> Letter | None:
    """Return the mail of ours that an address was made for, None for the club's own or one that means nothing."""
    if extension.startswith(tokens.BOUNCE):
        return replies.find_letter(club, extension.removeprefix(tokens.BOUNCE), "bounce")
    return replies.find_letter(club, extension, "reply") if extension else None


def _deal_with(club: Club, mail: Incoming, letter: Letter | None) -> Handled:
    parts = message.find_parts(mail)
    if letter is None and not message.may_hold_slip(parts):
        return message.NO_PROOF
    reading = message.read_parts(parts)
    try:
        slip = find_slip_in(reading)
    except Refused as refused:
        return message.NO_PROOF if letter is None else unsigned.refuse(club, mail, letter, refused)
    if slip is not None:
        return signed.receive(club, mail, slip, letter)
    return message.NO_PROOF if letter is None else unsigned.receive(club, mail, reading, letter)


def find_slip_in(reading: Reading) -> bytes | None:
    """Return the slip in a mail's text or attached to it; refuse several that differ."""
    armoured = find_slip("\n".join((reading.text, *reading.attached)))
    if armoured is not None:
        return armoured
    bare = {"".join(text.split()).encode() for text in reading.attached}
    found = [text for text in bare if COMPACT.match(text)]
    return found[0] if len(found) == 1 else None


def knows(club: Club, recipient: str) -> bool:
    """Tell whether mail for an address can mean anything here: the club's own, or one with a token that we gave."""
    extension = tokens.find_extension(club, recipient)
    return extension is not None and (not extension or find_letter(club, extension) is not None)


def _is_own(club: Club, mail: Incoming) -> bool:
    return is_same_address(mail.author, club.config.mail.sender) or "X-Atelier-Origin" in mail.head


def receive_piped(club: Club, raw: bytes, recipient: str | None = None, sender: str | None = None) -> int:
    """Take one mail from a mail server's pipe; without a recipient its headers say which address of ours it is for."""
    if not raw.strip():
        return BAD_DATA
    with log_as("atelier-mail-in"):
        try:
            handled = _receive_named(club, raw, recipient, sender)
        except Refused as refused:
            if refused.code not in BUSY:
                raise
            return TRY_LATER
        except Exception:  # a bug must not lose a mail: the mail server keeps it and tries again
            log.exception("a mail could not be dealt with")
            return TRY_LATER
        log.info("mail: %s", handled.code)
    return {UNKNOWN: NO_USER, OVER_BUDGET: BAD_DATA}.get(handled, OK)


def _receive_named(club: Club, raw: bytes, recipient: str | None, sender: str | None) -> Handled:
    try:
        head, _ = read_head(raw, 0, Budget())
        named = [recipient] if recipient else message.find_recipients(head)
        ours = next((one for one in named if tokens.find_extension(club, one) is not None), None)
        sender = message.find_return_path(head) if sender is None else sender
    except Overrun:
        return OVER_BUDGET
    return UNKNOWN if ours is None else receive(club, raw, ours, sender)
