"""The tokens of a mail: made from its Message-ID and the server's key, so that a repeated mail carries the same ones."""

import base64
import hmac
import re
from functools import lru_cache

from engine.ledger.keys import PrivateKey
from server.services.club import Club
from server.services.ids import hash_secret

SIZE = 16
"""128 bits."""
_TOKEN = re.compile(r"\A[a-z2-7]{26}\Z")
BOUNCE = "b-"


def make_token(club: Club, message_id: str, purpose: str) -> str:
    """Return a mail's token for one purpose; only its hash is stored."""
    return _token(_secret(club.identity.root), f"{purpose}:{message_id}")


@lru_cache(1024)
def _token(secret: bytes, about: str) -> str:
    raw = hmac.digest(secret, about.encode(), "sha256")[:SIZE]
    return base64.b32encode(raw).decode().rstrip("=").lower()


@lru_cache(4)
def _secret(key: PrivateKey) -> bytes:
    return hmac.digest(key.jwk["d"].encode(), b"atelier-mail-v1", "sha256")


def hash_token(club: Club, message_id: str, purpose: str) -> str:
    """Return a token as it is stored."""
    return hash_secret(make_token(club, message_id, purpose))


def make_address(club: Club, extension: str = "") -> str:
    """Return the club's address, with something after a plus sign."""
    local, _, domain = club.config.mail.sender.partition("@")
    return f"{local}+{extension}@{domain}" if extension else club.config.mail.sender


def find_extension(club: Club, recipient: str) -> str | None:
    """Return what stands after the plus sign of an address of ours, "" for the bare address, None for others'."""
    ours, _, our_domain = club.config.mail.sender.lower().partition("@")
    local, _, domain = recipient.strip().strip("<>").lower().partition("@")
    base, plus, extension = local.partition("+")
    if (base, domain) != (ours, our_domain) or (plus and not is_token(extension.removeprefix(BOUNCE))):
        return None
    return extension


def is_token(text: str) -> bool:
    """Tell whether a text can be a token."""
    return bool(_TOKEN.match(text))
