"""What players sign: one Struct per kind of slip, read strictly, each refusal by its own name."""

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from engine.core.canonical import canonical, work_out
from engine.core.errors import Refused
from engine.core.notes.terms import NoteTerms
from engine.ledger.jws import join_parts, sha256, split_parts
from engine.ledger.keys import PrivateKey, PublicKey
from engine.ledger.strict import MAX_INTEGER, check_texts, read_object

MAX_MOVES = 200
MAX_LINE = 500
ALGORITHMS = ("Ed25519", "EdDSA")
HEADER_MEMBERS = ("alg", "kid", "typ")

# 32 bytes have one spelling of 43 characters: the last one carries four bits, so two of its six are zero.
HASH = r"\A[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]\Z"
_HASH = re.compile(HASH)
Hash: TypeAlias = Annotated[str, Meta(pattern=HASH)]
GameId: TypeAlias = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{1,64}\Z")]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=MAX_INTEGER)]
Count: TypeAlias = Annotated[int, Meta(ge=1, le=MAX_INTEGER)]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
Nonce: TypeAlias = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{16,64}\Z")]
Word: TypeAlias = Annotated[str, Meta(pattern=r"\A[a-z][a-z0-9_-]{0,31}\Z")]
Short: TypeAlias = Annotated[str, Meta(min_length=1, max_length=254)]
TypedLine: TypeAlias = Annotated[str, Meta(min_length=1, max_length=MAX_LINE)]
Places: TypeAlias = Annotated[tuple[Annotated[int, Meta(ge=1, le=99)], ...], Meta(min_length=1, max_length=99)]
MotionWord: TypeAlias = Literal["bot_seat", "open_seat", "extend", "pause", "stop"]


class Payload(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a slip says; each kind has its `typ` and exactly its own members."""

    typ: ClassVar[str]


class TurnSlip(Payload, frozen=True):
    """A seat's moves in answer to one ask; `on` is the hash of the entry that opened it.

    With `forced`, what goes without saying after them is played too.
    """

    typ = "atelier-turn+jws"

    game: GameId
    seat: SeatNumber
    ask: Number
    on: Hash
    moves: Annotated[tuple[TypedLine, ...], Meta(min_length=1)]
    blind: bool = False
    forced: bool = False


class UndoSlip(Payload, frozen=True):
    """A seat takes back its own last turns, to the position after entry `to`; `on` is the head."""

    typ = "atelier-undo+jws"

    game: GameId
    seat: SeatNumber
    ask: Number
    on: Hash
    to: Number


class JoinSlip(Payload, frozen=True):
    """A player takes a seat under the terms of `open` and adds randomness (or the seal of some)."""

    typ = "atelier-join+jws"

    game: GameId
    seat: SeatNumber
    terms: Hash
    entropy: Hash | UnsetType = UNSET
    seal: Hash | UnsetType = UNSET


class ReadySlip(Payload, frozen=True):
    """A player opens the seal of a join once the table is full; `table` is the hash of the last join."""

    typ = "atelier-ready+jws"

    game: GameId
    seat: SeatNumber
    table: Hash
    entropy: Hash


class SeatSlip(Payload, frozen=True):
    """A player takes an empty seat, returns to it, leaves it, or agrees to stop here; `on` is the head."""

    typ = "atelier-seat+jws"

    game: GameId
    seat: SeatNumber
    on: Hash
    do: Literal["take", "return", "leave", "settle"]


class HostSlip(Payload, frozen=True):
    """A host acts on a game; `on` is the head, `until` a moment, `to` a key's thumbprint, `places` one for each seat."""

    typ = "atelier-host+jws"

    game: GameId
    on: Hash
    do: Literal["bot_seat", "open_seat", "offer_seat", "extend", "pause", "resume", "stop", "judge", "void"]
    seat: SeatNumber | UnsetType = UNSET
    until: Number | UnsetType = UNSET
    to: Hash | UnsetType = UNSET
    places: Places | UnsetType = UNSET


class AgreeSlip(Payload, frozen=True):
    """A player agrees to a motion: what the table is to do, said on the same head and in the same words by all."""

    typ = "atelier-agree+jws"

    game: GameId
    seat: SeatNumber
    on: Hash
    do: MotionWord
    ends: Number
    about: SeatNumber | UnsetType = UNSET
    until: Number | UnsetType = UNSET


class NoteSlip(Payload, frozen=True, kw_only=True):
    """A player says what to play at an ask to come; `on` is the hash of entry `n`, the last one that they had seen."""

    typ = "atelier-note+jws"

    game: GameId
    seat: SeatNumber
    note: Count
    """Counts the seat's notes; one that has fired uses up all before it."""
    first: Count
    """The first note of its list: earlier ones no longer count."""
    n: Number
    on: Hash
    says: NoteTerms
    ask: Number | UnsetType = UNSET
    """The last ask that it is for."""
    round: Number | UnsetType = UNSET
    """The last round that it is for."""
    until: Number | UnsetType = UNSET
    """The last moment at which it fires."""
    stays: bool = False
    """Whether it outlives a turn that its player plays by hand."""


class DropSlip(Payload, frozen=True):
    """A player takes back all notes up to one."""

    typ = "atelier-drop+jws"

    game: GameId
    seat: SeatNumber
    note: Count
    n: Number
    on: Hash


class HelloSlip(Payload, frozen=True):
    """A player asks a server for a token."""

    typ = "atelier-hello+jws"

    aud: Short
    iat: Number
    jti: Nonce
    scope: Annotated[tuple[Literal["read", "act"], ...], Meta(min_length=1, max_length=2)]
    label: Annotated[str, Meta(max_length=64)]


class RegisterSlip(Payload, frozen=True):
    """A new player shows name, address and key, and that the key is theirs."""

    typ = "atelier-register+jws"

    aud: Short
    iat: Number
    jti: Nonce
    handle: Annotated[str, Meta(min_length=1, max_length=64)]
    mail: Short
    jwk: dict[str, str]


class KeySlip(Payload, frozen=True):
    """A player passes on to a new key, which agrees in `accept`."""

    typ = "atelier-key+jws"

    aud: Short
    iat: Number
    jti: Nonce
    new: dict[str, str]
    accept: Annotated[str, Meta(max_length=2048)]


class AcceptSlip(Payload, frozen=True):
    """The new key's half of a key change; `old` is the thumbprint of the key it follows."""

    typ = "atelier-accept+jws"

    aud: Short
    jti: Nonce
    old: Hash


class ActSlip(Payload, frozen=True):
    """A player asks a server for something outside any game: to be deleted, a new address, a vacation."""

    typ = "atelier-act+jws"

    aud: Short
    iat: Number
    jti: Nonce
    do: Word
    args: dict[str, Any]


KINDS: Mapping[str, type[Payload]] = {
    kind.typ: kind
    for kind in (
        TurnSlip,
        UndoSlip,
        JoinSlip,
        ReadySlip,
        SeatSlip,
        HostSlip,
        AgreeSlip,
        NoteSlip,
        DropSlip,
        HelloSlip,
        RegisterSlip,
        KeySlip,
        AcceptSlip,
        ActSlip,
    )
}
work_out(*KINDS.values())
_FIELDS = {kind: msgspec.structs.fields(kind) for kind in KINDS.values()}
_MEMBERS = {kind: frozenset(field.name for field in fields) for kind, fields in _FIELDS.items()}
_REQUIRED = {kind: tuple(field.name for field in fields if field.required) for kind, fields in _FIELDS.items()}

P = TypeVar("P", bound=Payload)


class Slip(msgspec.Struct, frozen=True):
    """A slip as it came: the compact bytes, the key it names, and what it says. Its signature is not checked yet."""

    raw: bytes
    kid: str
    payload: Payload
    signed: bytes
    signature: bytes

    @property
    def digest(self) -> str:
        """The SHA-256 of the compact bytes: by it the same slip is known again."""
        return sha256(self.raw)


def sign(payload: Payload, key: PrivateKey) -> bytes:
    """Return the compact slip that says `payload`, signed."""
    return join_parts(payload.typ, canonical(payload), key)


def read_slip(raw: bytes) -> Slip:
    """Read a slip strictly; who signed it is for `check_signature` to say."""
    raw = raw.strip()
    parts = split_parts(raw)
    header = read_object(parts.header)
    typ = check_header(header)
    kind = KINDS.get(typ)
    if kind is None:
        raise Refused("wrong_typ", "The slip's `typ` is {typ}, which is no kind of slip.", typ=typ)
    payload = read_payload(kind, read_object(parts.payload))
    return Slip(raw, header["kid"], payload, parts.signed, parts.signature)


def check_header(header: dict[str, Any]) -> str:
    """Return a header's `typ` after checking that it has alg, kid and typ, and nothing else."""
    for name in header:
        if name not in HEADER_MEMBERS:
            raise Refused(
                "unknown_field", "The header has the member `{field}`: only alg, kid and typ are allowed.", field=name
            )
    for name in HEADER_MEMBERS:
        if not isinstance(header.get(name), str):
            raise Refused("malformed_slip", "The header must have the member `{field}`, a text.", field=name)
    if header["alg"] not in ALGORITHMS:
        raise Refused("wrong_alg", "The slip's `alg` is {alg}: only Ed25519 or EdDSA are allowed.", alg=header["alg"])
    if not _HASH.match(header["kid"]):
        raise Refused("invalid_value", "The header's `kid` must be the key's RFC 7638 thumbprint, 43 characters.")
    return str(header["typ"])


def read_payload(kind: type[P], members: dict[str, Any]) -> P:
    """Return the payload of a kind of slip from plain members, exactly its own."""
    for name in members:
        if name not in _MEMBERS[kind]:
            raise Refused(
                "unknown_field",
                "The slip has the member `{field}`, which {typ} does not have.",
                field=name,
                typ=kind.typ,
            )
    for name in _REQUIRED[kind]:
        if name not in members:
            raise Refused(
                "invalid_value", "The slip lacks the member `{field}`, which {typ} must have.", field=name, typ=kind.typ
            )
    if isinstance(members.get("moves"), list):
        check_count(members["moves"])
    try:
        payload = msgspec.convert(members, kind)
    except msgspec.ValidationError as error:
        raise Refused("invalid_value", "The slip has a value that is not allowed: {what}.", what=str(error)) from None
    if isinstance(payload, JoinSlip) and (payload.entropy is UNSET) == (payload.seal is UNSET):
        raise Refused("invalid_value", "A join must have either `entropy` or `seal`.")
    if isinstance(payload, NoteSlip) and payload.first > payload.note:
        raise Refused("invalid_value", "A note can't stand before the first of its list.")
    return payload


def expect(slip: Slip, kind: type[P]) -> P:
    """Return what a slip says, if it is of this kind."""
    if not isinstance(slip.payload, kind):
        raise Refused(
            "wrong_typ", "The slip's `typ` is {typ}: {wanted} is needed here.", typ=slip.payload.typ, wanted=kind.typ
        )
    return slip.payload


def check_signature(slip: Slip, key: PublicKey) -> None:
    """Refuse a slip that names another key, or whose signature this key did not make."""
    if slip.kid != key.kid:
        raise Refused(
            "wrong_key", "The slip is signed with another key ({kid}) than the one that counts here.", kid=slip.kid
        )
    if not key.fits(slip.signature, slip.signed):
        raise Refused("bad_signature", "The slip's signature does not fit its contents and its key.")


def check_lines(moves: Sequence[str]) -> None:
    """Refuse lines of an unsigned turn that could not stand in a slip either."""
    check_count(moves)
    check_texts(list(moves))
    if not moves or not all(0 < len(line) <= MAX_LINE for line in moves):
        raise Refused(
            "invalid_value", "A turn has at least one line, and a line has 1 to {limit} characters.", limit=MAX_LINE
        )


def check_count(moves: Sequence[object]) -> None:
    """Refuse more moves than a turn may have."""
    if len(moves) > MAX_MOVES:
        raise Refused(
            "slip_too_large", "The slip has {count} moves: {limit} are allowed.", count=len(moves), limit=MAX_MOVES
        )
