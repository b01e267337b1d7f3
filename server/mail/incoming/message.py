"""A mail as it came: who it says it is from, what it says, and whether a machine sent it."""

import email
import email.policy
import hashlib
import re
from email.errors import MessageError
from email.header import decode_header, make_header
from email.message import Message
from email.utils import getaddresses, parseaddr
from typing import NamedTuple

from engine.core.canonical import b64u
from server.mail.incoming.plain_text import read_html, unwrap

MOST_BYTES = 1024 * 1024
MOST_PARTS = 50
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


class Incoming(NamedTuple):
    """What is known of a mail before anything is done with it."""

    raw: bytes
    sha256: str
    message: str
    """The hash of its Message-ID, by which the same mail is known again."""
    message_id: str
    author: str
    subject: str
    text: str
    attached: tuple[str, ...]
    """Texts of attachments small enough to be slips."""
    robot: str | None
    """Why it is no person's mail: `automatic`, `bounce`; None for a person's."""
    failed: frozenset[str]
    """The authentication servers that say dmarc=fail."""
    is_too_large: bool = False


class Handled(NamedTuple):
    """What became of a mail: a code, and whether an answer was written."""

    code: str
    is_answered: bool = False


NO_PROOF = Handled("no_proof")


def read(raw: bytes, sender: str | None) -> Incoming:
    """Read a mail; whatever is broken in it, something comes out."""
    too_large = len(raw) > MOST_BYTES
    mail = email.message_from_bytes(raw[:MOST_BYTES], policy=email.policy.compat32)
    message_id = _header(mail, "Message-ID").strip()
    parts = [] if too_large else _leaves(mail)
    return Incoming(
        raw=raw,
        sha256=digest(raw),
        message=digest((message_id or digest(raw)).encode()),
        message_id=message_id if re.fullmatch(r"<[\x21-\x7e]{1,250}>", message_id) else "",
        author=_author(mail),
        subject=_header(mail, "Subject"),
        text=_text(parts),
        attached=_attached(parts),
        robot=_robot(mail, sender),
        failed=_failed(mail),
        is_too_large=too_large or len(parts) > MOST_PARTS,
    )


def digest(raw: bytes) -> str:
    """Return the SHA-256 of bytes as it is stored."""
    return b64u(hashlib.sha256(raw).digest())


def _header(mail: Message, name: str) -> str:
    """Return a header in words, also where its author left it unencoded."""
    value = next((str(value) for key, value in mail.raw_items() if key.lower() == name.lower()), "")
    raw = value.encode("utf-8", "surrogateescape")
    text = _guessed(raw).replace("\r", "").replace("\n", "")
    try:
        return str(make_header(decode_header(text))).replace("\r", "").replace("\n", "")
    except (MessageError, LookupError, ValueError):
        return text


def _guessed(raw: bytes, charset: str = "utf-8") -> str:
    for guess in (charset, "utf-8"):
        try:
            return raw.decode(guess)
        except (LookupError, ValueError):
            continue
    return raw.decode("latin-1")


def _author(mail: Message) -> str:
    """Return the one address that the mail says it is from, or nothing."""
    found = mail.get_all("From", [])
    if len(found) != 1:
        return ""
    addresses = [one for _, one in getaddresses([str(found[0])]) if one]
    return addresses[0] if len(addresses) == 1 and "@" in addresses[0] else ""


def is_same_address(one: str, other: str) -> bool:
    """Tell whether two addresses are one; the domain's case never counts, the local part's hardly ever does."""
    return bool(one) and one.casefold() == other.casefold()


def _robot(mail: Message, sender: str | None) -> str | None:
    kind = mail.get_content_type()
    if kind == "multipart/report":
        return "bounce"
    returned = str(mail.get("Return-Path", "")).strip()
    if sender in {"", "<>"} or (sender is None and returned == "<>"):
        return "bounce" if ROBOTS.match(_author(mail)) else "automatic"
    return "automatic" if _is_automatic(mail) else None


def _is_automatic(mail: Message) -> bool:
    submitted = str(mail.get("Auto-Submitted", "no")).partition(";")[0].strip().lower()
    precedence = str(mail.get("Precedence", "")).strip().lower()
    return (
        submitted != "no"
        or precedence in {"bulk", "junk", "list", "auto_reply", "auto-reply"}
        or any(name in mail for name in (*ROBOT_HEADERS, *LIST_HEADERS))
        or ROBOTS.match(_author(mail)) is not None
        or ROBOT_SUBJECT.match(_header(mail, "Subject")) is not None
    )


def _failed(mail: Message) -> frozenset[str]:
    found = set()
    for value in mail.get_all("Authentication-Results", []):
        server, _, results = str(value).replace("\r", " ").replace("\n", " ").partition(";")
        if re.search(r"(?i)\bdmarc\s*=\s*(perm)?fail\b", _without_comments(results)):
            found.add(server.strip().split(" ")[0].lower())
    return frozenset(found)


def _without_comments(text: str) -> str:
    return re.sub(r"\([^()]*\)", " ", text)


def find_origin(raw: bytes) -> str:
    """Return the club that made a mail, as its own header says."""
    head = raw.partition(b"\r\n\r\n")[0].partition(b"\n\n")[0]
    return str(
        email.message_from_bytes(head + b"\n\n", policy=email.policy.compat32).get("X-Atelier-Origin", "")
    ).strip()


def _leaves(mail: Message) -> list[Message]:
    found = []
    for part in mail.walk():
        if not part.is_multipart():
            found.append(part)
        if len(found) > MOST_PARTS:
            break
    return found


def _is_attached(part: Message) -> bool:
    return part.get_content_disposition() == "attachment" or part.get_filename() is not None


def _text(parts: list[Message]) -> str:
    """Return what the mail says: its first plain text, else its HTML as text."""
    bodies = [part for part in parts if not _is_attached(part)]
    for part in bodies:
        if part.get_content_type() == "text/plain":
            text = _decoded(part)
            if text.strip():
                return unwrap(text, _parameter(part, "delsp")) if _parameter(part, "format") == "flowed" else text
    pages = [part for part in bodies if part.get_content_type() == "text/html"]
    return read_html(_decoded(pages[0])) if pages else ""


def _parameter(part: Message, name: str) -> str:
    value = part.get_param(name, "")
    return value.lower() if isinstance(value, str) else ""


def _decoded(part: Message) -> str:
    content = part.get_payload(decode=True)
    if not isinstance(content, bytes):
        return str(content or "")
    return _guessed(content, part.get_content_charset() or "utf-8")


def _attached(parts: list[Message]) -> tuple[str, ...]:
    texts = [_decoded(part) for part in parts if _is_attached(part)]
    return tuple(text for text in texts if len(text) <= MOST_SLIP)


def find_recipients(raw: bytes) -> list[str]:
    """Return to whom a mail says it was delivered, the surest first."""
    mail = email.message_from_bytes(raw[:MOST_BYTES], policy=email.policy.compat32)
    found = []
    for name in ("Delivered-To", "X-Original-To", "Envelope-To", "To", "Cc"):
        found += [address for _, address in getaddresses([str(value) for value in mail.get_all(name, [])]) if address]
    return found


def find_return_path(raw: bytes) -> str | None:
    """Return the envelope's sender as a mail server noted it, or None where it did not."""
    value = email.message_from_bytes(raw[:MOST_BYTES], policy=email.policy.compat32).get("Return-Path")
    return None if value is None else parseaddr(str(value))[1]
