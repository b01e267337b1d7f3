"""A mail as it came: who it says it is from, whether a machine sent it, and what it says once somebody has proved a seat."""

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from engine.core.canonical import b64u
from server.mail.incoming.budget import MOST_BYTES, Budget
from server.mail.incoming.charsets import decode_words
from server.mail.incoming.headers import Fields, read_head
from server.mail.incoming.lines import MOST_LINES
from server.mail.incoming.parts import MailPart, read_content_type, split_parts
from server.mail.incoming.plain_text import read_html, unwrap

MOST_SLIP = 24 * 1024
ROBOT_HEADERS = (
    "X-Autoreply",
    "X-Autorespond",
    "X-Autoresponder",
    "X-Auto-Response",
    "X-Mail-Autoreply",
    "X-FC-MachineGenerated",
)
LIST_HEADERS = ("List-Id", "List-Post", "List-Unsubscribe", "Mailing-List")
ROBOTS = re.compile(
    r"\A(mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?|listserv|majordomo)(\+.*)?@", re.IGNORECASE
)
ROBOT_SUBJECT = re.compile(
    r"\A\s*(auto(matic|mated)?[ :-]*(reply|response|antwort)|automatische? antwort|out of (the )?office|"
    r"r[eé]ponse automatique|absence du bureau|absent du bureau|abwesenheit|je suis absent|i am out of|"
    r"undeliver(able|ed)|delivery status notification|mail delivery (failed|subsystem)|returned mail|failure notice|"
    r"read:|lu ?:|gelesen:)",
    re.IGNORECASE,
)


COMPACT = re.compile(rb"\A[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{86}\Z")
_ARMOUR = re.compile(rb"ATELIER\s+SLIP")
_MESSAGE_ID = re.compile(r"<[\x21-\x7e]{1,250}>")


class Incoming(NamedTuple):
    """What is known of a mail by its head, before its body is looked at."""

    raw: bytes
    sha256: str
    message: str
    """The hash of its Message-ID, by which the same mail is known again."""
    message_id: str
    author: str
    subject: str
    robot: str | None
    """Why it is no person's mail: `automatic`, `bounce`; None for a person's."""
    head: Fields
    body_at: int

    @property
    def is_too_large(self) -> bool:
        """Whether its body is not read at all."""
        return len(self.raw) > MOST_BYTES


class Reading(NamedTuple):
    """What a mail says."""

    text: str
    attached: tuple[str, ...]
    """Texts of attachments small enough to be slips."""


class Handled(NamedTuple):
    """What became of a mail: a code, and whether an answer was written."""

    code: str
    is_answered: bool = False


NO_PROOF = Handled("no_proof")
NOTHING_READ = Reading("", ())


def read(raw: bytes, sender: str | None) -> Incoming:
    """Read the head of a mail; whatever is broken in it, something comes out."""
    head, body_at = read_head(raw, 0, Budget())
    message_id, author, subject = head.get("Message-ID"), _find_author(head), decode_words(head.get("Subject"))
    return Incoming(
        raw=raw,
        sha256=digest(raw),
        message=digest((message_id or digest(raw)).encode()),
        message_id=message_id if _MESSAGE_ID.fullmatch(message_id) else "",
        author=author,
        subject=subject,
        robot=_find_robot(head, sender, author, subject),
        head=head,
        body_at=body_at,
    )


def digest(raw: bytes) -> str:
    """Return the SHA-256 of bytes as it is stored."""
    return b64u(hashlib.sha256(raw).digest())


def _find_author(head: Fields) -> str:
    """Return the one address that a mail says it is from, or nothing."""
    if len(head.get_all("From")) != 1:
        return ""
    addresses = list(head.find_addresses("From"))
    return addresses[0] if len(addresses) == 1 else ""


def _find_robot(head: Fields, sender: str | None, author: str, subject: str) -> str | None:
    if read_content_type(head).value == "multipart/report":
        return "bounce"
    if sender in {"", "<>"} or (sender is None and head.get("Return-Path") == "<>"):
        return "bounce" if ROBOTS.match(author) else "automatic"
    is_automatic = _says_automatic(head) or ROBOTS.match(author) or ROBOT_SUBJECT.match(subject)
    return "automatic" if is_automatic else None


def _says_automatic(head: Fields) -> bool:
    submitted = (head.get("Auto-Submitted") or "no").partition(";")[0].strip().lower()
    return (
        submitted != "no"
        or head.get("Precedence").lower() in {"bulk", "junk", "list", "auto_reply", "auto-reply"}
        or any(name in head for name in (*ROBOT_HEADERS, *LIST_HEADERS))
    )


def find_parts(mail: Incoming) -> list[MailPart]:
    """Return the parts of a mail; nothing in them is decoded yet."""
    return split_parts(mail.raw[:MOST_BYTES], mail.head, mail.body_at)


def may_hold_slip(parts: Sequence[MailPart]) -> bool:
    """Tell whether a slip can be in a mail: its armour is seen in one of the parts, or one is attached bare."""
    return any(_ARMOUR.search(part.raw) or (part.is_attached and _is_bare_slip(part)) for part in parts)


def _is_bare_slip(part: MailPart) -> bool:
    return len(part.raw) <= MOST_SLIP and COMPACT.match(b"".join(part.raw.split())) is not None


def read_parts(parts: Sequence[MailPart]) -> Reading:
    """Read what a mail says."""
    attached = [part.text for part in parts if part.is_attached and len(part.raw) <= MOST_SLIP]
    return Reading(_read_text([part for part in parts if not part.is_attached]), tuple(attached))


def _read_text(bodies: Sequence[MailPart]) -> str:
    """Return the first plain text that says anything, else the first HTML: all of it where a slip is in it."""
    part = next((part for part in bodies if part.kind.value == "text/plain" and part.text.strip()), None)
    part = part or next((part for part in bodies if part.kind.value == "text/html"), None)
    if part is None:
        return ""
    lines = _find_lines(part)
    return "\n".join(lines if _ARMOUR.search(part.raw) else _take_own(lines))


def _find_lines(part: MailPart) -> Iterable[str]:
    form = part.kind.parameters
    if part.kind.value == "text/html":
        return read_html(part.text, part.head.budget)
    is_flowed = form.get("format", "").lower() == "flowed"
    return unwrap(part.text, form.get("delsp", "").lower()) if is_flowed else part.text.splitlines()


def _take_own(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines up to the first that is quoted; more than the most that anybody writes are never looked at."""
    for line in islice(lines, MOST_LINES + 1):
        yield line
        if line.startswith(">"):
            return


def find_recipients(head: Fields) -> Iterator[str]:
    """Yield to whom a mail says it was delivered, the surest first."""
    for name in ("Delivered-To", "X-Original-To", "Envelope-To", "To", "Cc"):
        yield from head.find_addresses(name)


def find_return_path(head: Fields) -> str | None:
    """Return the envelope's sender as a mail server noted it, or None where it did not."""
    if "Return-Path" not in head:
        return None
    return next(head.find_addresses("Return-Path"), "")
