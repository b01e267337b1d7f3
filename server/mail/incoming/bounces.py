"""Mail that comes back: only at the address that was made for it, and only when delivery has failed for good."""

import email
import email.policy
import re
from email.message import Message

from server.mail.incoming.message import MOST_BYTES, Handled
from server.models import Letter
from server.services import outbox, stops
from server.services.club import Club
from server.services.notices import About

_PERMANENT = re.compile(r"\A5\.\d{1,3}\.\d{1,3}")
_SAYS_SO = re.compile(r"\b5\d\d[ -]5?\.?|\b5\.\d{1,3}\.\d{1,3}\b")
_DAEMON = re.compile(r"(?i)mailer-daemon|postmaster|mail delivery")


def receive(club: Club, raw: bytes, letter: Letter) -> Handled:
    """Mark an address as dead and stop the clock, if this mail says that one of ours could not be delivered."""
    if letter.player_id is None or not has_failed(raw):
        return Handled("automatic")
    with club.write() as session:
        stops.stop_bounced(session, club, letter.player_id, letter.game_id, letter.seat)
        outbox.tell_hosts(session, club, "bounced", About(data={"player": letter.player_id}))
    return Handled("bounce")


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
