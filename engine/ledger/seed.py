"""A game's two secrets, what is published of them, and the seed that players' entropy makes of one."""

import hashlib
import hmac
import os
from collections.abc import Mapping

import msgspec

from engine.core.canonical import b64u, canonical

SECRET_SIZE = 32


class Secrets(msgspec.Struct, frozen=True):
    """S, from which the seed comes, and K, from which the salts come; `end` opens both."""

    S: bytes
    K: bytes


def make_secrets_from_os_randomness() -> Secrets:
    """Return fresh secrets for one game from the operating system's randomness."""
    return Secrets(os.urandom(SECRET_SIZE), os.urandom(SECRET_SIZE))


def seed_commit(game: str, secret: bytes) -> str:
    """Return what `open` publishes of S, before anybody joins."""
    return _commit(b"atelier-seed-v1", game, secret)


def salt_commit(game: str, secret: bytes) -> str:
    """Return what `open` publishes of K."""
    return _commit(b"atelier-salt-v1", game, secret)


def derive_seed(game: str, secret: bytes, entropy: Mapping[int, str]) -> bytes:
    """Return the seed of all chance: from S, the game's id and each player's entropy, and from nothing else."""
    message = canonical([game, [[seat, entropy[seat]] for seat in sorted(entropy)]])
    return hmac.digest(secret, message, "sha256")


def _commit(domain: bytes, game: str, secret: bytes) -> str:
    return b64u(hashlib.sha256(b"\0".join([domain, game.encode(), secret])).digest())
