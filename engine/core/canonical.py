"""One way to turn a value into bytes, so that equal values have equal hashes."""

import binascii
import hashlib
from typing import Any

import msgspec

_FOR_URLS = bytes.maketrans(b"+/", b"-_")


def canonical(value: Any) -> bytes:
    """Return the canonical JSON bytes of a value: sorted keys, UTF-8, no white space."""
    return msgspec.json.encode(value, order="sorted")


def b64u(raw: bytes) -> str:
    """Return base64url without padding."""
    return binascii.b2a_base64(raw, newline=False).rstrip(b"=").translate(_FOR_URLS).decode()


def digest(value: Any) -> str:
    """Return the SHA-256 of a value's canonical bytes, base64url."""
    return b64u(hashlib.sha256(canonical(value)).digest())


def work_out(*kinds: type[msgspec.Struct]) -> None:
    """Let msgspec work out how to read these types now: doing it on first use in two threads at once crashes."""
    for kind in kinds:
        msgspec.json.Decoder(kind)
