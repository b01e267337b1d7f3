"""Mail that comes back: only at the address that was made for it, and only when delivery has failed for good."""

import re
from collections.abc import Sequence

from server.mail.incoming import message
from server.mail.incoming.headers import read_head
from server.mail.incoming.message import Handled, Incoming
from server.mail.incoming.parts import MailPart, read_content_type
from server.models import Letter
from server.services import outbox, stops
from server.services.club import Club
from server.services.notices import About

_PERMANENT = re.compile(r"\A5\.\d{1,3}\.\d{1,3}")
_SAYS_SO = re.compile(rb"\b5\d\d[ -]5?\.?|\b5\.\d{1,3}\.\d{1,3}\b")
_DAEMON = re.compile(r"(?i)mailer-daemon|postmaster|mail delivery")
MOST_REPORTS = 20
"""Fields about the mail, then some about each recipient: ours have one."""


def receive(club: Club, mail: Incoming, letter: Letter) -> Handled:
    """Mark an address as dead and stop the clock, if this mail says that one of ours could not be delivered."""
    if letter.player_id is None or not has_failed(mail):
        return Handled("automatic")
    with club.write() as session:
        if not stops.went_to_address_on_file(session, letter):
            return Handled("automatic")
        stops.stop_bounced(session, club, letter.player_id, letter.game_id, letter.seat)
        outbox.tell_hosts(session, club, "bounced", About(data={"player": letter.player_id}))
    return Handled("bounce")


def has_failed(mail: Incoming) -> bool:
    """Tell whether a mail reports a permanent failure; delays and out-of-office notes do not count."""
    parts = message.find_parts(mail)
    if read_content_type(mail.head).value == "multipart/report":
        return any(_is_permanent(part) for part in parts if part.kind.value == "message/delivery-status")
    if mail.head.get("Auto-Submitted").lower().startswith("auto-replied"):
        return False
    return bool(_DAEMON.search(mail.head.get("From"))) and bool(_SAYS_SO.search(_find_first_text(parts)))


def _is_permanent(report: MailPart) -> bool:
    at = 0
    for _ in range(MOST_REPORTS):
        fields, at = read_head(report.raw, at, report.head.budget)
        action, status = fields.get("Action").lower(), fields.get("Status")
        if action == "failed" and (not status or _PERMANENT.match(status)):
            return True
    return False


def _find_first_text(parts: Sequence[MailPart]) -> bytes:
    return next((part.raw for part in parts if part.kind.value == "text/plain"), b"")
