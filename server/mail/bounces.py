"""Mail that comes back: only at the address that was made for it, and only when delivery has failed for good."""

import email
import email.policy
import re
from email.message import Message

from server.mail.reading import MOST_BYTES
from server.services import outbox, replies, stops
from server.services.club import Club

_PERMANENT = re.compile(r"\A5\.\d{1,3}\.\d{1,3}")
_SAYS_SO = re.compile(r"\b5\d\d[ -]5?\.?|\b5\.\d{1,3}\.\d{1,3}\b")
_DAEMON = re.compile(r"(?i)mailer-daemon|postmaster|mail delivery")


def receive(club: Club, raw: bytes, token: str) -> str:
    """Mark an address as dead and stop the clock, if this mail says that one of ours could not be delivered."""
    letter = replies.find_letter(club, token, "bounce")
    if letter is None or letter.player_id is None or not has_failed(raw):
        return "automatic"
    with club.write() as connection:
        stops.bounced(connection, club, letter.player_id, letter.game_id, letter.seat)
        outbox.tell_hosts(connection, club, "bounced", data={"player": letter.player_id})
    return "bounce"


def has_failed(raw: bytes) -> bool:
    """Tell whether a mail reports a permanent failure; delays and out-of-office notes do not count."""
    mail = email.message_from_bytes(raw[:MOST_BYTES], policy=email.policy.compat32)
    if mail.get_content_type() == "multipart/report":
        return any(_is_permanent(part) for part in mail.walk() if part.get_content_type() == "message/delivery-status")
    if str(mail.get("Auto-Submitted", "")).lower().startswith("auto-replied"):
        return False
    return bool(_DAEMON.search(str(mail.get("From", "")))) and bool(_SAYS_SO.search(_first_text(mail)))


def _is_permanent(report: Message) -> bool:
    fields = report.get_payload()
    for part in fields if isinstance(fields, list) else ():
        if not isinstance(part, Message):
            continue
        action, status = str(part.get("Action", "")).strip().lower(), str(part.get("Status", "")).strip()
        if action == "failed" and (not status or _PERMANENT.match(status)):
            return True
    return False


def _first_text(mail: Message) -> str:
    for part in mail.walk():
        if part.get_content_type() == "text/plain":
            content = part.get_payload(decode=True)
            return content.decode("latin-1") if isinstance(content, bytes) else ""
    return ""
