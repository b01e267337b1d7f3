"""Ids that can't be guessed, and how secrets are stored."""

import hashlib
import secrets

from engine.core.canonical import b64u

ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
"""Letters and digits that can be read aloud."""


def make_id(prefix: str) -> str:
    """Return a new id of 100 bits."""
    return prefix + "".join(secrets.choice(ALPHABET) for _ in range(20))


def hash_secret(secret: str) -> str:
    """Return how a token, a code or a link is stored."""
    return b64u(hashlib.sha256(secret.encode()).digest())
