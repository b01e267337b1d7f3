"""Whether an address stands in something: in a text, or in a mail however it is encoded."""

import email
import email.policy
import re
from collections.abc import Collection, Iterator
from email.errors import MessageError
from email.message import Message

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
    try:
        mail = email.message_from_bytes(raw, policy=email.policy.default)
        for part in mail.walk():
            yield _read_headers(part)
            yield _read_content(part).lower()
    except (MessageError, LookupError, ValueError, AttributeError, IndexError, TypeError):
        return  # the standard library gives up on some broken mails: what could be read was looked at


def _read_headers(part: Message) -> bytes:
    return "\n".join(str(value) for value in part.values()).lower().encode(errors="replace")


def _read_content(part: Message) -> bytes:
    content = part.get_payload(decode=True)
    return content if isinstance(content, bytes) else b""
