"""A mail as bytes: headers that can't be broken out of, text and HTML side by side, lines of CRLF."""

import binascii
import re
import unicodedata
from collections.abc import Sequence
from datetime import UTC, datetime
from email.header import Header
from email.utils import format_datetime

MOST_SUBJECT = 180
CRLF = "\r\n"
_PLAIN = re.compile(r"\A[\x20-\x7e]*\Z")
_ATOM = re.compile(r"\A[A-Za-z0-9!#$%&'*+/=?^_`{|}~ -]+\Z")
_FOLD = 900


def clean(text: str) -> str:
    """Return a text without anything that could end a header or fool a reader: controls and direction marks."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    kept = (" " if c in "\r\n\t" else c for c in text if c in "\r\n\t" or unicodedata.category(c)[0] != "C")
    return " ".join("".join(kept).split())


def write_subject(text: str) -> str:
    """Return a subject as it stands in a header."""
    text = clean(text)[:MOST_SUBJECT]
    return text if _PLAIN.match(text) and len(text) < _FOLD else Header(text, "utf-8").encode(linesep=CRLF)


def write_mailbox(name: str, address: str) -> str:
    """Return a name and an address as they stand in a header."""
    name = clean(name)
    if not name:
        return address
    if not _PLAIN.match(name):
        return f"{Header(name, 'utf-8').encode(linesep=CRLF)} <{address}>"
    shown = name if _ATOM.match(name) else '"' + name.replace("\\", r"\\").replace('"', r"\"") + '"'
    return f"{shown} <{address}>"


def write_date(at: int) -> str:
    """Return a moment as a Date header has it."""
    return format_datetime(datetime.fromtimestamp(at // 1000, UTC))


def write_message(headers: Sequence[tuple[str, str]], text: str, html: str, boundary: str) -> bytes:
    """Return a mail of text and HTML that say the same; its headers were cleaned, encoded and folded before."""
    head = [f"{name}: {value}" for name, value in headers if value]
    head += ["MIME-Version: 1.0", f'Content-Type: multipart/alternative; boundary="{boundary}"', "", ""]
    parts = "".join(f"--{boundary}\r\n{_write_part(*part)}\r\n" for part in (("plain", text), ("html", html)))
    return f"{CRLF.join(head)}{parts}--{boundary}--\r\n".encode("ascii")


def _write_part(kind: str, content: str) -> str:
    lines = content.replace("\r\n", "\n").rstrip("\n").replace("\n", "\r\n") + "\r\n"
    encoded = binascii.b2a_qp(lines.encode(), istext=True).decode("ascii")
    return f"Content-Type: text/{kind}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n{encoded}"


def fold(value: str, width: int = 70) -> str:
    """Return a long value without spaces on several lines of a header."""
    return "\r\n ".join(value[start : start + width] for start in range(0, len(value), width))
