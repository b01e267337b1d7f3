"""Links in mails and what comes of them: each names what it is about and proves, by the server's key, that we wrote it; none is stored."""

import base64
import hmac

from engine.core.errors import Refused
from server.services.club import Club

SIZE = 16
"""128 bits."""


def make_link(club: Club, purpose: str, about: str) -> str:
    """Return the address that does one thing about something."""
    return f"{club.origin.rstrip('/')}/v1/{purpose}/{make_token(club, purpose, about)}"


def make_token(club: Club, purpose: str, about: str) -> str:
    """Return what names something, and that we wrote it for one purpose."""
    return f"{about}.{_prove(club, purpose, about)}"


def read_link(club: Club, purpose: str, token: str) -> str:
    """Return what a link is about, or refuse one that we did not write."""
    about, _, proof = token.rpartition(".")
    if not hmac.compare_digest(proof.encode(errors="replace"), _prove(club, purpose, about).encode()):
        raise Refused("not_found", "There is nothing at this address.")
    return about


def _prove(club: Club, purpose: str, about: str) -> str:
    raw = hmac.digest(derive_secret(club, b"atelier-links-v1"), f"{purpose}:{about}".encode(errors="replace"), "sha256")
    return base64.b32encode(raw[:SIZE]).decode().rstrip("=").lower()


def derive_secret(club: Club, label: bytes) -> bytes:
    """Return a secret for one use, made from the oldest key that the server has: it outlives the others."""
    return hmac.digest(club.identity.root.jwk["d"].encode(), label, "sha256")
