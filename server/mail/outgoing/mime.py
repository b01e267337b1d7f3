"""A mail as bytes: headers that can't be broken out of, text and HTML side by side, lines of CRLF."""

import binascii
import re
import unicodedata
from collections.abc import Sequence
from datetime import UTC, datetime
from email.header import Header
from email.message import Message
from email.policy import Compat32
from email.utils import format_datetime

MOST_SUBJECT = 180
_PLAIN = re.compile(r"\A[\x20-\x7e]*\Z")
_ATOM = re.compile(r"\A[A-Za-z0-9!#$%&'*+/=?^_`{|}~ -]+\Z")
_FOLD = 900


class AsGiven(Compat32):
    """Headers stand as they are given: they were cleaned, encoded and folded before."""

    def fold_binary(self, name: str, value: str) -> bytes:
        """Return the bytes of a header."""
        return f"{name}: {value}{self.linesep}".encode("ascii")


POLICY = AsGiven(linesep="\r\n")


def clean(text: str) -> str:
    """Return a text without anything that could end a header or fool a reader: controls and direction marks."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    kept = (" " if c in "\r\n\t" else c for c in text if c in "\r\n\t" or unicodedata.category(c)[0] != "C")
    return " ".join("".join(kept).split())


def write_subject(text: str) -> str:
    """Return a subject as it stands in a header."""
    text = clean(text)[:MOST_SUBJECT]
    return text if _PLAIN.match(text) and len(text) < _FOLD else Header(text, "utf-8").encode(linesep="\r\n")


def write_mailbox(name: str, address: str) -> str:
    """Return a name and an address as they stand in a header."""
    name = clean(name)
    if not name:
        return address
    if not _PLAIN.match(name):
        return f"{Header(name, 'utf-8').encode(linesep=chr(13) + chr(10))} <{address}>"
    shown = name if _ATOM.match(name) else '"' + name.replace("\\", r"\\").replace('"', r"\"") + '"'
    return f"{shown} <{address}>"


def write_date(at: int) -> str:
    """Return a moment as a Date header has it."""
    return format_datetime(datetime.fromtimestamp(at // 1000, UTC))


def write_message(headers: Sequence[tuple[str, str]], text: str, html: str, boundary: str) -> bytes:
    """Return a mail of text and HTML that say the same."""
    mail = Message(policy=POLICY)
    for name, value in headers:
        if value:
            mail[name] = value
    mail["MIME-Version"] = "1.0"
    mail.add_header("Content-Type", "multipart/alternative", boundary=boundary)
    mail.attach(_make_part("plain", text))
    mail.attach(_make_part("html", html))
    return mail.as_bytes()


def _make_part(kind: str, content: str) -> Message:
    part = Message(policy=POLICY)
    part["Content-Type"] = f"text/{kind}; charset=utf-8"
    part["Content-Transfer-Encoding"] = "quoted-printable"
    lines = content.replace("\r\n", "\n").rstrip("\n").replace("\n", "\r\n") + "\r\n"
    part.set_payload(binascii.b2a_qp(lines.encode(), istext=True).decode("ascii"))
    return part


def fold(value: str, width: int = 70) -> str:
    """Return a long value without spaces on several lines of a header."""
    return "\r\n ".join(value[start : start + width] for start in range(0, len(value), width))
