"""A finished game's ledger as few bytes: whatever follows from the rest of it is left out, and made again from it."""

import lzma
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from engine.core.canonical import b64u, canonical
from engine.ledger.clerk import Entry
from engine.ledger.entries import NO_HASH, Header, Kind, commit, salt_of_body
from engine.ledger.heads import head_of
from engine.ledger.jws import sha256, split_parts

FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9, "dict_size": 1 << 20}]
"""A window of a megabyte holds any game, where the usual one would take half a gigabyte of memory."""
FOLLOWING = ("hash", "slip")
"""What a receipt says that follows from its entry."""
SIGNATURE = 64


class Keepsake(NamedTuple):
    """An entry with what is kept beside it: all events, for telling each seat its part, and the author's receipt."""

    entry: Entry
    events: bytes | None = None
    receipt: bytes | None = None

    @property
    def slip(self) -> bytes | None:
        """The slip that led to the entry."""
        slip: str | None = msgspec.json.decode(self.entry.body).get("slip")
        return None if slip is None else slip.encode()


class Spoken(msgspec.Struct, frozen=True, array_like=True):
    """A compact JWS without its signature; `says` is what of its payload does not follow from elsewhere."""

    header: bytes
    says: bytes = b""

    def join(self, payload: bytes, signature: bytes) -> bytes:
        """Return the compact JWS."""
        return f"{b64u(self.header)}.{b64u(payload)}.{b64u(signature)}".encode()


class PressedLine(msgspec.Struct, frozen=True, array_like=True):
    """An entry without hashes that can be worked out; its body lacks the slip, and events that are kept anyway."""

    at: int
    kind: Kind
    seat: int | None
    ask: int | None
    kid: str
    state: str
    body: bytes
    head: Spoken
    slip: Spoken | None
    on: int | None
    """The entry that the slip is on, where it is one of this game; its `on` is left out then."""
    receipt: Spoken | None
    events: bytes | None
    tells_all: bool
    """Whether the body has all events; they are left out of it then."""


class PressedGame(msgspec.Struct, frozen=True, array_like=True):
    """A whole ledger, and the position it began from."""

    game: str
    origin: str
    K: bytes
    lines: tuple[PressedLine, ...]
    start: tuple[int, bytes] | None
    """The number of the entry after which the table was dealt, and the table."""
    signatures: bytes
    """Those of each line's head, slip and receipt. They can't be compressed, and spoil what stands around them."""


def press(kept: Sequence[Keepsake], origin: str, salt_key: bytes, start: tuple[int, bytes] | None) -> bytes:
    """Return a ledger as few bytes; `restore` gives back what was pressed, bit for bit."""
    numbers = {one.entry.hash: one.entry.header.n for one in kept}
    lines = tuple(_press_line(one, numbers) for one in kept)
    signed = (raw for one in kept for raw in (one.entry.head, one.slip, one.receipt) if raw is not None)
    signatures = b"".join(split_parts(raw).signature for raw in signed)
    game = PressedGame(kept[0].entry.header.game, origin, salt_key, lines, start, signatures)
    return lzma.compress(msgspec.msgpack.encode(game), filters=FILTERS)


def unpress(packed: bytes) -> PressedGame:
    """Return the pressed ledger of packed bytes; bytes that were changed raise LZMAError or a MsgspecError."""
    return msgspec.msgpack.decode(lzma.decompress(packed), type=PressedGame)


def restore(game: PressedGame) -> list[Keepsake]:
    """Return the entries of a pressed ledger as they were."""
    places = range(0, len(game.signatures), SIGNATURE)
    signatures = iter([game.signatures[place : place + SIGNATURE] for place in places])
    restored: list[Keepsake] = []
    for line in game.lines:
        restored.append(_restore_line(game, line, restored, signatures))
    return restored


def _press_line(kept: Keepsake, numbers: Mapping[str, int]) -> PressedLine:
    header, slip = kept.entry.header, kept.slip
    says, on = (b"", None) if slip is None else _press_slip(slip, numbers)
    tells_all = _tells_all(kept)
    left_out = [*(["slip"] if slip else []), *(["events"] if tells_all else [])]
    return PressedLine(
        at=header.at,
        kind=header.kind,
        seat=header.seat,
        ask=header.ask,
        kid=header.kid,
        state=header.state,
        body=_leave_out(kept.entry.body, left_out),
        head=_take_apart(kept.entry.head),
        slip=None if slip is None else _take_apart(slip, says),
        on=on,
        receipt=None if kept.receipt is None else _press_receipt(kept.receipt),
        events=kept.events,
        tells_all=tells_all,
    )


def _press_slip(slip: bytes, numbers: Mapping[str, int]) -> tuple[bytes, int | None]:
    """Return what a slip says, and which entry it is on."""
    said = split_parts(slip).payload
    on = numbers.get(msgspec.json.decode(said).get("on"))
    return (said, None) if on is None else (_leave_out(said, ["on"]), on)


def _press_receipt(receipt: bytes) -> Spoken:
    return _take_apart(receipt, _leave_out(split_parts(receipt).payload, FOLLOWING))


def _tells_all(kept: Keepsake) -> bool:
    """Tell whether the body of an entry has all events that are kept beside it."""
    return kept.events is not None and msgspec.json.decode(kept.entry.body).get("events") == msgspec.json.decode(
        kept.events
    )


def _take_apart(raw: bytes, says: bytes = b"") -> Spoken:
    return Spoken(split_parts(raw).header, says)


def _leave_out(said: bytes, members: Sequence[str]) -> bytes:
    """Return a JSON object without some of its members."""
    plain: dict[str, Any] = msgspec.json.decode(said)
    return canonical({name: value for name, value in plain.items() if name not in members})


def _put_back(said: bytes, **members: object) -> bytes:
    """Return a JSON object with members that it lacked."""
    return canonical({**msgspec.json.decode(said), **members})


def _restore_line(
    game: PressedGame, line: PressedLine, before: Sequence[Keepsake], signatures: Iterator[bytes]
) -> Keepsake:
    n, prev = len(before), before[-1].entry.hash if before else NO_HASH
    head_signature = next(signatures)
    slip = b"" if line.slip is None else _restore_slip(line.slip, line.on, before, next(signatures))
    body = _restore_body(line, slip)
    bound = commit(salt_of_body(game.K, n), body)
    header = Header(1, game.game, n, line.at, line.kind, line.seat, line.ask, line.kid, prev, bound, line.state)
    digest = header.hash
    head = line.head.join(canonical(head_of(header, digest, game.origin)), head_signature)
    receipt = None
    if line.receipt is not None:
        said = _put_back(line.receipt.says, hash=digest, slip=sha256(slip))
        receipt = line.receipt.join(said, next(signatures))
    return Keepsake(Entry(header, digest, body, head), line.events, receipt)


def _restore_body(line: PressedLine, slip: bytes) -> bytes:
    events = {"events": msgspec.json.decode(line.events or b"[]")} if line.tells_all else {}
    return _put_back(line.body, **({"slip": slip.decode()} if slip else {}), **events)


def _restore_slip(slip: Spoken, on: int | None, before: Sequence[Keepsake], signature: bytes) -> bytes:
    says = slip.says if on is None else _put_back(slip.says, on=before[on].entry.hash)
    return slip.join(says, signature)
