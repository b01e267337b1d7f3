"""The club's mail folder, for clubs without a mail server: reading what was sent, and answering it as a program would."""

import email
import email.policy
import hashlib
from collections.abc import Sequence
from email.message import EmailMessage
from email.utils import make_msgid
from pathlib import Path

from server.mail.incoming.message import Handled
from server.mail.incoming.receive import receive
from server.services.club import Club


def find_mails(club: Club) -> list[Path]:
    """Return the mails in the club's folder, the newest first."""
    folder = club.config.folder / "mail"
    return sorted([*folder.glob("new/*"), *folder.glob("cur/*")], key=lambda path: path.name, reverse=True)


def get_name(path: Path) -> str:
    """Return a short name of a mail that stays, whatever comes in after it and whoever marks it as read."""
    return hashlib.sha256(path.name.partition(":")[0].encode()).hexdigest()[:8]


def read(path: Path) -> EmailMessage:
    """Return a mail."""
    return email.message_from_bytes(path.read_bytes(), policy=email.policy.default)


def get_text(mail: EmailMessage) -> str:
    """Return what a mail says, as plain text."""
    body = mail.get_body(("plain",))
    return "" if body is None else str(body.get_content())


def answer(club: Club, mail: EmailMessage, lines: Sequence[str]) -> Handled:
    """Answer a mail with lines above the quoted text; it goes the way that every mail goes."""
    recipient = str(mail["Reply-To"] or mail["From"])
    sender = str(mail["To"].addresses[0].addr_spec)
    return receive(club, write_reply(mail, recipient, lines), recipient, sender)


def write_reply(mail: EmailMessage, recipient: str, lines: Sequence[str]) -> bytes:
    """Return the bytes of an answer."""
    written = EmailMessage()
    written["From"], written["To"] = str(mail["To"]), recipient
    written["Subject"] = f"Re: {mail['Subject']}"
    written["Message-ID"] = make_msgid(domain="localhost")
    written["In-Reply-To"] = str(mail["Message-ID"])
    quoted = [f"> {line}" for line in get_text(mail).splitlines()]
    written.set_content("\n".join((*lines, "", *quoted)) + "\n")
    return written.as_bytes(policy=email.policy.SMTP)
