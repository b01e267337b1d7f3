"""Where a club went: its addresses and keys in order, each named by the key before, so that nobody else can say it."""

import hashlib
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple, NoReturn

import msgspec

from engine.core.canonical import b64u
from engine.core.errors import Refused
from engine.ledger.entries import NO_HASH
from engine.ledger.heads import Passage, read_statement, sign_statement
from engine.ledger.jws import split_parts
from engine.ledger.keys import PrivateKey, PublicKey, read_public_jwk
from engine.ledger.strict import read_object


class Succession(NamedTuple):
    """The steps of a club from its founding on, after all of them were found right."""

    raws: tuple[bytes, ...]
    passages: tuple[Passage, ...]

    @property
    def origin(self) -> str:
        """Where the club is now."""
        return self.passages[-1].origin

    @property
    def key(self) -> PublicKey:
        """The key that the club signs with now."""
        return PublicKey(self.passages[-1].jwk["x"])

    @property
    def origins(self) -> tuple[str, ...]:
        """Every address that the club has had, the first one first."""
        return tuple(dict.fromkeys(one.origin for one in self.passages))

    @property
    def keys(self) -> tuple[PublicKey, ...]:
        """Every key that the club has had, the first one first."""
        return tuple(dict.fromkeys(PublicKey(one.jwk["x"]) for one in self.passages))


def found_club(origin: str, key: PrivateKey, at: int) -> bytes:
    """Return the first step: the club names itself."""
    return sign_statement(Passage(0, NO_HASH, "founded", origin, key.public.jwk, at), key)


def move_club(line: Succession, origin: str, key: PrivateKey, at: int) -> bytes:
    """Return the step to another address."""
    return sign_statement(_make_next(line, "moved", origin, key.public, at), key)


def pass_key_on(line: Succession, new: PublicKey, key: PrivateKey, at: int) -> bytes:
    """Return the step to another key, which the key of today names."""
    return sign_statement(_make_next(line, "rotated", line.origin, new, at), key)


def replace_lost_key(line: Succession, new: PrivateKey, at: int) -> bytes:
    """Return the step to a new key that only speaks for itself, because the one before is lost."""
    return sign_statement(_make_next(line, "lost", line.origin, new.public, at), new)


def read_succession(raws: Sequence[bytes]) -> Succession:
    """Return a club's succession, or refuse one that does not hold from its first step to its last."""
    passages: list[Passage] = []
    for raw in raws:
        before = passages[-1] if passages else None
        passages.append(_read_step(raw, before, hash_step(raws[len(passages) - 1]) if passages else NO_HASH))
    if not passages:
        raise Refused("malformed_json", "A club's succession has at least its founding.")
    return Succession(tuple(raws), tuple(passages))


def find_heirs(line: Succession, pinned: Iterable[PublicKey]) -> frozenset[PublicKey]:
    """Return these keys and all that they named, one after the other; where a key was lost nobody inherits."""
    heirs = set(pinned)
    for before, after in pairwise(line.passages):
        if after.how != "lost" and PublicKey(before.jwk["x"]) in heirs:
            heirs.add(PublicKey(after.jwk["x"]))
    return frozenset(heirs)


def find_contradiction(one: Succession, other: Succession) -> int | None:
    """Return the first step in which two successions differ: proof that their club went two ways."""
    steps = zip(one.raws, other.raws, strict=False)
    return next((n for n, (here, there) in enumerate(steps) if here != there), None)


def hash_step(raw: bytes) -> str:
    """Return the hash by which the next step names this one."""
    return b64u(hashlib.sha256(raw).digest())


def _make_next(line: Succession, how: str, origin: str, key: PublicKey, at: int) -> Passage:
    last = line.passages[-1]
    said = {"how": how, "origin": origin, "jwk": key.jwk, "at": max(at, last.at)}
    passage = msgspec.convert({"n": last.n + 1, "prev": hash_step(line.raws[-1]), **said}, Passage)
    _check_step(passage, last)
    return passage


def _read_step(raw: bytes, before: Passage | None, prev: str) -> Passage:
    said = msgspec.convert(_peek(raw), Passage)
    named = said if before is None or said.how == "lost" else before
    passage = read_statement(raw, Passage, read_public_jwk(named.jwk))
    if (passage.n, passage.prev) != (0 if before is None else before.n + 1, prev):
        _refuse(passage.n)
    _check_step(passage, before)
    return passage


def _peek(raw: bytes) -> object:
    """Return what a step says before its signature is checked: the first one and a lost key's sign for themselves."""
    members = read_object(split_parts(raw.strip()).payload)
    try:
        msgspec.convert(members, Passage)
    except msgspec.ValidationError as error:
        raise Refused(
            "invalid_value", "The server's statement has a value that is not allowed: {what}.", what=str(error)
        ) from None
    return members


def _check_step(passage: Passage, before: Passage | None) -> None:
    read_public_jwk(passage.jwk)
    if before is None:
        is_right = passage.how == "founded"
    else:
        same = {"moved": passage.jwk == before.jwk, "rotated": passage.origin == before.origin}
        same["lost"] = same["rotated"]
        differs = (passage.origin, passage.jwk) != (before.origin, before.jwk)
        is_right = same.get(passage.how, False) and differs and passage.at >= before.at
    if not is_right:
        _refuse(passage.n)


def _refuse(n: int) -> NoReturn:
    raise Refused("bad_position", "Step {n} of the club's succession does not follow the one before it.", n=n)
