"""Ed25519 keys as JWKs: made, read strictly, named by their RFC 7638 thumbprint."""

import hashlib
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from engine.core.canonical import b64u, canonical
from engine.core.errors import Refused
from engine.ledger.strict import read_base64url

KEY_SIZE = 32

# The curve: -x^2 + y^2 = 1 + d x^2 y^2 over the field of P elements.
P = 2**255 - 19
D = -121665 * pow(121666, -1, P) % P
_Y_OF_ORDER_8 = int.from_bytes(
    bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"), "little"
)
# With a key of small order a signature that fits every message can be made: such a player could disown any turn.
SMALL_ORDER_Y = frozenset({0, 1, P - 1, _Y_OF_ORDER_8, P - _Y_OF_ORDER_8})


class PublicKey(msgspec.Struct, frozen=True):
    """A public key that was checked once; `x` is its 32 bytes in base64url."""

    x: str

    @property
    def kid(self) -> str:
        """The RFC 7638 thumbprint, by which slips and entries name this key."""
        return thumbprint(self.x)

    @property
    def jwk(self) -> dict[str, str]:
        """The key as a JWK: exactly crv, kty and x."""
        return {"crv": "Ed25519", "kty": "OKP", "x": self.x}

    def fits(self, signature: bytes, message: bytes) -> bool:
        """Tell whether a signature over a message was made with this key's private part."""
        try:
            _point(self.x).verify(signature, message)
        except InvalidSignature:
            return False
        return True


class PrivateKey:
    """A private key: signs, and knows its public part."""

    __slots__ = ("_key", "public")

    def __init__(self, seed: bytes) -> None:
        """Take the 32 private bytes."""
        self._key = Ed25519PrivateKey.from_private_bytes(seed)
        self.public = PublicKey(b64u(self._key.public_key().public_bytes_raw()))

    @property
    def kid(self) -> str:
        """The thumbprint of the public part."""
        return self.public.kid

    @property
    def jwk(self) -> dict[str, str]:
        """The whole key as a JWK, private part included: for the owner's file and nowhere else."""
        return {**self.public.jwk, "d": b64u(self._key.private_bytes_raw())}

    def sign(self, message: bytes) -> bytes:
        """Return the 64-byte signature of a message."""
        return self._key.sign(message)


class KeyRing:
    """The private keys that a server has or had, by their thumbprints."""

    def __init__(self, keys: Iterable[PrivateKey]) -> None:
        """Take the keys."""
        self._keys = {key.kid: key for key in keys}

    def find(self, kid: str) -> PrivateKey | None:
        """Return the key of a thumbprint, or None if it is not here."""
        return self._keys.get(kid)


def make_key_from_os_randomness() -> PrivateKey:
    """Return a new key from the operating system's randomness."""
    return PrivateKey(Ed25519PrivateKey.generate().private_bytes_raw())


def read_private_jwk(jwk: dict[str, Any]) -> PrivateKey:
    """Return the key in an owner's JWK file, after checking that both parts belong together."""
    seed = _part(jwk, "d")
    public = read_public_jwk({name: value for name, value in jwk.items() if name != "d"})
    key = PrivateKey(seed)
    if key.public != public:
        raise Refused("weak_key", "The two parts of the key do not belong together: make a new key.")
    return key


def read_public_jwk(jwk: Any) -> PublicKey:
    """Return a public key from a JWK with exactly crv, kty and x; refuse weak and ambiguous ones."""
    if not isinstance(jwk, dict) or jwk.get("kty") != "OKP" or jwk.get("crv") != "Ed25519":
        raise Refused("weak_key", "The key is not an Ed25519 key: `kty` must be OKP and `crv` must be Ed25519.")
    if "d" in jwk:
        raise Refused("weak_key", "The key contains its private part, which nobody else may see: make a new key.")
    for name in jwk:
        if name not in {"crv", "kty", "x"}:
            raise Refused(
                "unknown_field", "The key has the member `{field}`: only crv, kty and x are allowed.", field=name
            )
    check_point(_part(jwk, "x"))
    return PublicKey(jwk["x"])


def check_point(raw: bytes) -> None:
    """Refuse 32 bytes that are no point, a second spelling of one, or a point of small order."""
    y = int.from_bytes(raw, "little") & (2**255 - 1)
    if y >= P or y in SMALL_ORDER_Y or not _is_on_curve(y):
        raise Refused("weak_key", "The key is not a sound point of the Ed25519 curve: make a new key.")


def _is_on_curve(y: int) -> bool:
    x_squared = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    return pow(x_squared, (P - 1) // 2, P) == 1


def _part(jwk: dict[str, Any], name: str) -> bytes:
    value = jwk.get(name)
    raw = _try_base64url(value) if isinstance(value, str) else None
    if raw is None or len(raw) != KEY_SIZE:
        raise Refused("weak_key", "The key's `{field}` must be 32 bytes in base64url without padding.", field=name)
    return raw


def _try_base64url(text: str) -> bytes | None:
    try:
        return read_base64url(text)
    except Refused:
        return None


@lru_cache(maxsize=4096)
def _point(x: str) -> Ed25519PublicKey:
    return Ed25519PublicKey.from_public_bytes(read_base64url(x))


@lru_cache(maxsize=4096)
def thumbprint(x: str) -> str:
    """Return the RFC 7638 thumbprint of an Ed25519 key, given its `x`."""
    return b64u(hashlib.sha256(canonical(PublicKey(x).jwk)).digest())
