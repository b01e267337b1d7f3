"""Mail that comes in: from its recipient and its bytes to one outcome, and at most one answer."""

import logging
import re

from engine.core.errors import Refused
from engine.ledger.armour import find_slip
from server.logs import log_as
from server.mail import tokens
from server.mail.incoming import bounces, message, signed, unsigned
from server.mail.incoming.message import Handled, Incoming
from server.models import Letter
from server.services import replies
from server.services.club import Club
from server.services.limits import TooOften

OK, BAD_DATA, NO_USER, TRY_LATER = 0, 65, 67, 75
"""Exit codes of sysexits.h, as a mail server's pipe understands them."""
BUSY = {"busy", "storage_full", "held_for_upgrade"}
UNKNOWN = Handled("unknown_recipient")
_COMPACT = re.compile(r"\A[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{86}\Z")
log = logging.getLogger("atelier.mail")


def receive(club: Club, raw: bytes, recipient: str, sender: str | None) -> Handled:
    """Deal with a mail: stored, whatever it did, when this returns. Raises Refused only if the server is busy."""
    extension = tokens.find_extension(club, recipient)
    letter = find_letter(club, extension or "")
    if extension is None or (extension and letter is None):
        return UNKNOWN
    if letter is not None and extension.startswith(tokens.BOUNCE):
        return bounces.receive(club, raw, letter)
    mail = message.read(raw, sender)
    silence = "own_mail" if _is_own(club, raw, mail) else mail.robot
    if silence is not None:
        return Handled(silence)
    try:
        return _deal_with(club, mail, letter)
    except replies.Duplicate:
        return Handled("duplicate")
    except TooOften:
        return Handled("rate_limited")


def find_letter(club: Club, extension: str) -> Letter | None:
    """Return the mail of ours that an address was made for, None for the club's own or one that means nothing."""
    if extension.startswith(tokens.BOUNCE):
        return replies.find_letter(club, extension.removeprefix(tokens.BOUNCE), "bounce")
    return replies.find_letter(club, extension, "reply") if extension else None


def _deal_with(club: Club, mail: Incoming, letter: Letter | None) -> Handled:
    try:
        slip = find_slip_in(mail)
    except Refused as refused:
        return message.NO_PROOF if letter is None else unsigned.refuse(club, mail, letter, refused)
    if slip is not None:
        return signed.receive(club, mail, slip, letter)
    return message.NO_PROOF if letter is None else unsigned.receive(club, mail, letter)


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
    extension = tokens.find_extension(club, recipient)
    return extension is not None and (not extension or find_letter(club, extension) is not None)


def _is_own(club: Club, raw: bytes, mail: Incoming) -> bool:
    return message.is_same_address(mail.author, club.config.mail.sender) or message.find_origin(raw) != ""


def receive_piped(club: Club, raw: bytes, recipient: str | None = None, sender: str | None = None) -> int:
    """Take one mail from a mail server's pipe; without a recipient its headers say which address of ours it is for."""
    if not raw.strip():
        return BAD_DATA
    named = [recipient] if recipient else message.find_recipients(raw)
    ours = next((one for one in named if tokens.find_extension(club, one) is not None), None)
    if ours is None:
        return NO_USER
    with log_as("atelier-mail-in"):
        try:
            handled = receive(club, raw, ours, message.find_return_path(raw) if sender is None else sender)
        except Refused as refused:
            if refused.code not in BUSY:
                raise
            return TRY_LATER
        log.info("mail: %s", handled.code)
    return NO_USER if handled == UNKNOWN else OK
