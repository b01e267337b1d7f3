"""Ed25519 keys in files that only their owner can read, and the slips that are signed with them."""

import json
from typing import TYPE_CHECKING, Any

from cli.env import Env
from cli.exits import Failure
from cli.profiles import Profile, read_private, write_private
from engine.core.errors import Refused
from engine.core.language import Text
from engine.core.refusals import Exit

if TYPE_CHECKING:
    from engine.ledger.keys import PrivateKey
    from engine.ledger.slips import Payload


def make() -> "PrivateKey":
    """Return a new key."""
    from engine.ledger.keys import make_key_from_os_randomness

    return make_key_from_os_randomness()


def keep(profile: Profile, key: "PrivateKey") -> None:
    """Write a profile's key file."""
    write_private(profile.key_file, json.dumps(key.jwk) + "\n")


def load(profile: Profile) -> "PrivateKey":
    """Return a profile's key, or refuse a file that is missing, open to others or no key."""
    return read(read_private(profile.key_file), str(profile.key_file))


def all_of(profile: Profile) -> "list[PrivateKey]":
    """Return a profile's key and those that it has passed on from: old games were signed with them."""
    return [read(read_private(path), str(path)) for path in sorted(profile.folder.glob("key*.json"))]


def read(text: str, where: str) -> "PrivateKey":
    """Return the key in a JWK's text, or refuse it."""
    from engine.ledger.keys import read_private_jwk

    try:
        jwk = json.loads(text)
        return read_private_jwk(dict(jwk))
    except (ValueError, TypeError):
        raise Failure(Text("{path} is not a JWK.", path=where), Exit.NOT_ALLOWED, "key_unreadable") from None
    except Refused as refused:
        raise Failure(
            Text("{path} holds no usable key ({code}).", path=where, code=refused.code),
            Exit.NOT_ALLOWED,
            "key_unreadable",
        ) from None


def sign_act(env: Env, profile: Profile, do: str, **args: Any) -> bytes:
    """Return a signed act of the profile's player."""
    from engine.ledger.slips import ActSlip

    return sign(ActSlip(do=do, args=args, **stamp(env, profile)), load(profile))


def sign(payload: "Payload", key: "PrivateKey") -> bytes:
    """Return a signed slip."""
    from engine.ledger.slips import sign as sign_slip

    return sign_slip(payload, key)


def stamp(env: Env, profile: Profile) -> dict[str, Any]:
    """Return what every slip to a server says of itself: for whom, when, and a number that is used once."""
    import secrets

    return {"aud": profile.origin, "iat": env.now(), "jti": secrets.token_urlsafe(16)}
