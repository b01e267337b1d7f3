"""What the server signs for players to keep: the head of every entry, receipts, and where the club went."""

from typing import Literal, TypeVar

import msgspec

from engine.core.canonical import canonical, work_out
from engine.core.errors import Refused
from engine.ledger.entries import Header, Origin
from engine.ledger.jws import join_parts, split_parts
from engine.ledger.keys import PrivateKey, PublicKey
from engine.ledger.slips import GameId, Hash, Number, SeatNumber, check_header
from engine.ledger.strict import read_object


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The server's word that entry `n` of a game is the one with this hash."""

    origin: Origin
    game: GameId
    n: Number
    hash: Hash
    at: Number


class Receipt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The server's word to an author that a slip became entry `n`; it shows nothing else."""

    origin: Origin
    game: GameId
    n: Number
    hash: Hash
    at: Number
    seat: SeatNumber
    ask: Number | None
    slip: Hash
    played: Number
    stopped: str | None


class NoteReceipt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The server's word that a note was kept or dropped while entry `n` was the last one; it enters no ledger."""

    origin: Origin
    game: GameId
    n: Number
    hash: Hash
    at: Number
    seat: SeatNumber
    slip: Hash
    did: Literal["kept", "dropped"]


class Names(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The server's word on how players were called when a bundle was made; no part of the chain."""

    origin: Origin
    game: GameId
    names: tuple[str, ...]


class Passage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step of a club's succession: the address and the key that count from here on, and how it came to them."""

    n: Number
    prev: Hash
    """The hash of the step before, as it was signed; zeros for the first."""
    how: Literal["founded", "moved", "rotated", "lost"]
    origin: Origin
    jwk: dict[str, str]
    at: Number


Statement = TypeVar("Statement", Head, Receipt, NoteReceipt, Names, Passage)
work_out(Head, Receipt, NoteReceipt, Names, Passage)
TYPES: dict[type, str] = {
    Head: "atelier-head+jws",
    Receipt: "atelier-receipt+jws",
    NoteReceipt: "atelier-noted+jws",
    Names: "atelier-names+jws",
    Passage: "atelier-club+jws",
}


def head_of(header: Header, digest: str, origin: str) -> Head:
    """Return what the server signs about an entry."""
    return Head(origin, header.game, header.n, digest, header.at)


def sign_statement(statement: Head | Receipt | NoteReceipt | Names | Passage, key: PrivateKey) -> bytes:
    """Return a server's statement as a compact JWS."""
    return join_parts(TYPES[type(statement)], canonical(statement), key)


def signer_of(raw: bytes) -> str:
    """Return the thumbprint of the key that a statement names."""
    header = read_object(split_parts(raw.strip()).header)
    check_header(header)
    return str(header["kid"])


def read_statement(raw: bytes, kind: type[Statement], key: PublicKey) -> Statement:
    """Return a server's statement of a kind, after checking that this key signed it."""
    parts = split_parts(raw.strip())
    header = read_object(parts.header)
    if check_header(header) != TYPES[kind]:
        raise Refused(
            "wrong_typ",
            "The server's statement is {typ}: {wanted} is needed here.",
            typ=header["typ"],
            wanted=TYPES[kind],
        )
    if header["kid"] != key.kid:
        raise Refused(
            "wrong_key", "The statement is signed with the key {kid}, which is not the server's.", kid=header["kid"]
        )
    if not key.fits(parts.signature, parts.signed):
        raise Refused("bad_signature", "The signature of the server's statement does not fit.")
    return _convert(read_object(parts.payload), kind)


def _convert(members: object, kind: type[Statement]) -> Statement:
    try:
        return msgspec.convert(members, kind)
    except msgspec.ValidationError as error:
        raise Refused(
            "invalid_value", "The server's statement has a value that is not allowed: {what}.", what=str(error)
        ) from None
