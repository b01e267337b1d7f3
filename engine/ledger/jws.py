"""The compact JWS: three base64url parts, signed over the exact bytes of the first two."""

import hashlib
from functools import lru_cache
from typing import NamedTuple

from engine.core.canonical import b64u, canonical
from engine.core.errors import Refused
from engine.ledger.keys import PrivateKey
from engine.ledger.strict import read_base64url

MAX_SLIP = 16 * 1024
PARTS = 3
SIGNATURE_SIZE = 64


class Parts(NamedTuple):
    """A compact JWS taken apart; `signed` is what the signature covers."""

    header: bytes
    payload: bytes
    signature: bytes
    signed: bytes


def join_parts(typ: str, payload: bytes, key: PrivateKey) -> bytes:
    """Sign a payload and return the compact JWS."""
    signed = f"{_header(typ, key.kid)}.{b64u(payload)}".encode()
    return signed + b"." + b64u(key.sign(signed)).encode()


@lru_cache(maxsize=1024)
def _header(typ: str, kid: str) -> str:
    return b64u(canonical({"alg": "Ed25519", "kid": kid, "typ": typ}))


def split_parts(raw: bytes) -> Parts:
    """Take a compact JWS apart without judging what is in it."""
    if len(raw) > MAX_SLIP:
        raise Refused(
            "slip_too_large", "The slip has {size} bytes: {limit} are allowed.", size=len(raw), limit=MAX_SLIP
        )
    parts = raw.decode("latin-1").split(".")
    if len(parts) != PARTS:
        raise Refused("malformed_slip", "A slip is three parts joined by two dots: header, payload, signature.")
    header, payload, signature = (read_base64url(part) for part in parts)
    if len(signature) != SIGNATURE_SIZE:
        raise Refused("malformed_slip", "The slip's signature must be {size} bytes.", size=SIGNATURE_SIZE)
    return Parts(header, payload, signature, raw[: raw.rindex(b".")])


def sha256(raw: bytes) -> str:
    """Return the SHA-256 of bytes in base64url, as receipts name slips."""
    return b64u(hashlib.sha256(raw).digest())
