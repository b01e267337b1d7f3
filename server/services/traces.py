"""Whether an address stands in something: in a text, or in a mail however it is encoded."""

import base64
import email
import email.policy
import re
from collections.abc import Collection, Iterator
from email.errors import MessageError
from email.message import Message

_SLIP = re.compile(rb"\A[\w-]+\.[\w-]+\.[\w-]+\s*\Z")
ERASED = "***"
"""What stands for an address that was erased from a text."""


def cover(text: str, addresses: Collection[str]) -> str:
    """Return a text without these addresses, however they are spelt."""
    return re.sub("|".join(map(re.escape, addresses)), ERASED, text, flags=re.IGNORECASE) if addresses else text


def stands_in_mail(raw: bytes, addresses: Collection[str]) -> bool:
    """Tell whether one of these addresses stands in a mail: in its headers or parts, as it is or encoded."""
    wanted = [address.lower().encode() for address in addresses]
    return any(one in text for text in _read_all(raw) for one in wanted)


def _read_all(raw: bytes) -> Iterator[bytes]:
    yield raw.lower()
    if _SLIP.match(raw):
        yield from (_decode(piece).lower() for piece in raw.split(b"."))
        return
    try:
        mail = email.message_from_bytes(raw, policy=email.policy.default)
        for part in mail.walk():
            yield _read_headers(part)
            yield _read_content(part).lower()
    except (MessageError, LookupError, ValueError, AttributeError, IndexError, TypeError):
        return  # the standard library gives up on some broken mails: what could be read was looked at


def _decode(piece: bytes) -> bytes:
    try:
        return base64.urlsafe_b64decode(piece + b"=" * (-len(piece) % 4))
    except ValueError:
        return b""


def _read_headers(part: Message) -> bytes:
    return "\n".join(str(value) for value in part.values()).lower().encode(errors="replace")


def _read_content(part: Message) -> bytes:
    content = part.get_payload(decode=True)
    return content if isinstance(content, bytes) else b""
