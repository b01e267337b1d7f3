"""What the ledger is made of: chained headers that commit, with a salt, to a body and to the state after it."""

import hashlib
import hmac
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from engine.core.canonical import b64u, canonical, work_out
from engine.core.errors import Refused
from engine.ledger.slips import GameId, Hash, MotionWord, NoteSlip, Number, Places, SeatNumber, Word
from engine.ledger.strict import check_texts

VERSION: Literal[1] = 1
NO_HASH = b64u(bytes(32))
NO_STATE = canonical(None)

Kind: TypeAlias = Literal[
    "open",
    "join",
    "ready",
    "leave",
    "start",
    "turn",
    "relay",
    "bot",
    "note",
    "undo",
    "key",
    "seat",
    "clock",
    "host",
    "agree",
    "settle",
    "end",
]
HostAction: TypeAlias = Literal[
    "pause",
    "resume",
    "restore",
    "bot_seat",
    "open_seat",
    "stop",
    "offer_seat",
    "extend",
    "judge",
    "void",
]
Hints: TypeAlias = Literal["any", "none"]
"""Whether the server may suggest moves to those who play."""
Ending: TypeAlias = Literal["played", "settled", "stopped", "agreed", "judged", "voided"]
PLAYED = {"turn": "played", "relay": "played", "note": "played", "bot": "moves"}
"""Where the body of an entry has the moves that were played."""
PRIVATE_KINDS = frozenset(PLAYED)
ANSWERING_KINDS = frozenset({"turn", "relay", "bot", "note", "undo"})

Origin: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200)]
Events: TypeAlias = tuple[Any, ...]
Texts: TypeAlias = tuple[str, ...]


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The part of an entry that is hashed and shown to everybody."""

    v: Literal[1]
    game: GameId
    n: Number
    at: Number
    kind: Kind
    seat: SeatNumber | None
    ask: Number | None
    kid: Hash
    prev: Hash
    body: Hash
    state: Hash

    @property
    def hash(self) -> str:
        """The SHA-256 of the header's canonical bytes under the ledger's own prefix."""
        return b64u(hashlib.sha256(b"atelier-entry-v1\0" + canonical(self)).digest())

    @property
    def answers(self) -> tuple[int, int] | None:
        """The seat and the ask that this entry uses up: no two entries of a game have the same."""
        if self.kind not in ANSWERING_KINDS or self.seat is None or self.ask is None:
            return None
        return self.seat, self.ask


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What an entry says; the header only commits to it."""


class OpenBody(Body, frozen=True):
    """The terms of a game, and the commitments to its two secrets."""

    origin: Origin
    server_jwk: dict[str, str]
    rules: str
    version: int
    edition: Hash
    seats: int
    options: dict[str, Any]
    pace: dict[str, Any]
    policy: dict[str, Any]
    chance: Literal["open"]
    seed_commit: Hash
    k_commit: Hash
    hints: Hints = "any"


class SeatBody(Body, frozen=True):
    """Who sits where: of join, leave, seat, settle and key. `jwk` is the key that counts from here on."""

    slip: str | None
    jwk: dict[str, str] | None
    how: Word


class StartBody(Body, frozen=True):
    """The table is full: a bot's name for each seat that a bot plays, null for the others."""

    bots: tuple[Word | None, ...]


class TurnBody(Body, frozen=True):
    """A signed turn and what became of it."""

    slip: str
    played: Texts
    events: Events
    unplayed: Texts


class UndoBody(Body, frozen=True):
    """Back to the position after entry `to`; without a slip, the server vouches for a mail."""

    slip: str | None
    to: Number
    via: Word | None = None
    mail_sha256: Hash | None = None


class RelayBody(Body, frozen=True):
    """A turn that came unsigned, by mail or by the link in one; the server vouches for it."""

    moves: Texts
    via: Word
    mail_sha256: Hash
    played: Texts
    events: Events


class BotBody(Body, frozen=True):
    """What a bot played, and why it was asked."""

    bot: Word
    version: int
    reason: Word
    moves: Texts
    events: Events


class NoteBody(Body, frozen=True):
    """A note that fired: the alternative that was taken, and what it became; without a slip, the server vouches for it."""

    slip: str | None
    taken: Number
    played: Texts
    events: Events
    unplayed: Texts
    says: NoteSlip | None = None
    via: Word | None = None
    mail_sha256: Hash | None = None


class ClockBody(Body, frozen=True):
    """What the clock did to a seat, with its sums: milliseconds, and credits by their cause."""

    action: Literal["credit", "bot_turn", "bot_seat", "open_seat"]
    opened: Number | None
    told: Number | None
    deadline: Number | None
    credits: dict[Word, Number]


class HostBody(Body, frozen=True):
    """What a host did, and a word why; by whose key, if it was a person; with a slip, or vouched for by the server."""

    action: HostAction
    reason: Word
    kept: bool = False
    """Whether open asks stay as they are; the first entries of this kind moved all of them on."""
    by: Hash | None = None
    plays: SeatNumber | None = None
    """The host's own seat at this table."""
    until: Number | None = None
    to: Hash | None = None
    places: Places | None = None
    slip: str | None = None
    jwk: dict[str, str] | None = None
    via: Word | None = None
    mail_sha256: Hash | None = None


class MotionTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What the table is asked to agree to; two seats agree if they say the same on the same head."""

    do: MotionWord
    on: Hash
    ends: Number
    about: SeatNumber | None = None
    until: Number | None = None


class AgreeBody(Body, frozen=True):
    """A seat agrees to a motion; `carried` tells whether that was enough, and it is done with this entry."""

    motion: MotionTerms
    carried: bool
    slip: str | None
    via: Word | None = None
    mail_sha256: Hash | None = None


class EndBody(Body, frozen=True):
    """How the game ended; opens both secrets."""

    result: Any
    how: Ending
    S: Hash
    K: Hash


def check_body(body: Body) -> None:
    """Refuse a body that a verifier would refuse: wrong values, or texts that nobody should print."""
    plain = msgspec.to_builtins(body)
    try:
        msgspec.convert(plain, type(body))
    except msgspec.ValidationError as error:
        raise Refused(
            "invalid_value", "The entry would have a value that is not allowed: {what}.", what=str(error)
        ) from None
    check_texts(plain)


BODIES: dict[str, type[Body]] = {
    "open": OpenBody,
    "join": SeatBody,
    "leave": SeatBody,
    "start": StartBody,
    "turn": TurnBody,
    "relay": RelayBody,
    "bot": BotBody,
    "note": NoteBody,
    "undo": UndoBody,
    "key": SeatBody,
    "seat": SeatBody,
    "clock": ClockBody,
    "host": HostBody,
    "agree": AgreeBody,
    "settle": SeatBody,
    "end": EndBody,
}
work_out(Header, *BODIES.values())


def salt_of_body(secret: bytes, n: int) -> bytes:
    """Return the salt of an entry's body commitment: whoever may see the body gets it."""
    return hmac.digest(secret, f"body:{n}".encode(), "sha256")


def salt_of_state(secret: bytes, n: int) -> bytes:
    """Return the salt of an entry's state commitment: nobody gets it before the end."""
    return hmac.digest(secret, f"state:{n}".encode(), "sha256")


def commit(salt: bytes, content: bytes) -> str:
    """Return a commitment that tells nothing of the content to those who lack the salt."""
    return b64u(hmac.digest(salt, content, "sha256"))
