"""A game as a file: the chain with its heads, and as much of the bodies as its reader may see."""

from collections.abc import Iterator, Sequence
from typing import Any, Literal

import msgspec

from engine.core.canonical import b64u, canonical
from engine.core.errors import Refused
from engine.core.notation import parse
from engine.core.rules import AnyRules
from engine.ledger.clerk import Entry
from engine.ledger.entries import PRIVATE_KINDS, Header, Origin, salt_of_body, salt_of_state
from engine.ledger.jws import split_parts
from engine.ledger.seed import Secrets
from engine.ledger.slips import Hash
from engine.ledger.strict import read_object
from engine.registry import default_rules


class BundleLine(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One entry of a bundle; a redacted one lacks body and salts."""

    header: Header
    head: str
    body: dict[str, Any] | None = None
    salt_b: Hash | None = None
    salt_s: Hash | None = None


class Bundle(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The export of a game. `names` is the server's word on how players are called, outside the chain."""

    v: Literal[1]
    origin: Origin
    server_keys: tuple[dict[str, str], ...]
    entries: tuple[BundleLine, ...]
    edition: dict[str, Any] | None = None
    receipts: tuple[str, ...] = ()
    K: Hash | None = None
    S: Hash | None = None
    names: str | None = None
    succession: tuple[str, ...] = ()
    """Where the club went, if it has ever moved or changed its key."""

    @property
    def is_whole(self) -> bool:
        """Whether nothing was redacted, so that the game can be replayed."""
        return self.K is not None and self.S is not None and all(line.body is not None for line in self.entries)


def whole_bundle(
    entries: Sequence[Entry],
    secrets: Secrets,
    edition: dict[str, Any] | None = None,
    receipts: Sequence[bytes] = (),
    names: bytes | None = None,
    succession: Sequence[bytes] = (),
) -> Bundle:
    """Return everything: for all seats once the game is over, before that for the host and for `redact`."""
    lines = tuple(_whole_line(entry, secrets.K) for entry in entries)
    opened: dict[str, Any] = lines[0].body or {}
    return Bundle(
        1,
        opened["origin"],
        tuple(server_keys(lines)),
        lines,
        edition,
        tuple(receipt.decode() for receipt in receipts),
        b64u(secrets.K),
        b64u(secrets.S),
        None if names is None else names.decode(),
        tuple(step.decode() for step in succession) if len(succession) > 1 else (),
    )


def redact(bundle: Bundle, seat: int | None) -> Bundle:
    """Return what a seat (None: a spectator) may see of a whole bundle while the game runs; it still verifies."""
    rules = default_rules((bundle.entries[0].body or {})["rules"])
    lines = tuple(line if may_see(rules, line, seat) else BundleLine(line.header, line.head) for line in bundle.entries)
    return msgspec.structs.replace(
        bundle,
        entries=tuple(msgspec.structs.replace(line, salt_s=None) for line in lines),
        receipts=tuple(raw for raw in bundle.receipts if seat is not None and seat_of_receipt(raw) == seat),
        K=None,
        S=None,
    )


def may_see(rules: AnyRules, line: BundleLine, seat: int | None) -> bool:
    """Tell whether a seat may see the body of an entry: its own, those of no secret, and turns that say so; no note of others."""
    kind, body = line.header.kind, line.body
    if body is None:
        return False
    if kind == "undo" or kind in PRIVATE_KINDS:
        is_own = seat is not None and line.header.seat == seat
        return is_own or (kind in PRIVATE_KINDS - {"note"} and _is_public(rules, body, seat))
    return True


def encode_bundle(bundle: Bundle) -> bytes:
    """Return a bundle as a file: canonical JSON and a line end."""
    return canonical(bundle) + b"\n"


def decode_bundle(raw: bytes) -> Bundle:
    """Return the bundle of a file; a file has only one spelling, so that no bit in it is free."""
    text = raw.removesuffix(b"\n")
    try:
        bundle = msgspec.json.decode(text, type=Bundle)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused("malformed_json", "The bundle can't be read: {error}.", error=str(error)) from None
    if canonical(bundle) != text:
        raise Refused("malformed_json", "The bundle is not spelled as bundles are: it was changed after its export.")
    if not bundle.entries:
        raise Refused("malformed_json", "The bundle has no entries.")
    return bundle


def server_keys(lines: Sequence[BundleLine]) -> Iterator[dict[str, str]]:
    """Yield the server's keys in the order in which the chain names them."""
    for line in lines:
        body = line.body or {}
        if line.header.kind == "open":
            yield body["server_jwk"]
        elif line.header.kind == "key" and line.header.seat is None:
            yield body["jwk"]


def seat_of_receipt(raw: str) -> int | None:
    """Return whose receipt this is, its signature unchecked."""
    seat = read_object(split_parts(raw.encode()).payload).get("seat")
    return seat if isinstance(seat, int) else None


def _whole_line(entry: Entry, salt_key: bytes) -> BundleLine:
    n = entry.header.n
    body = msgspec.json.decode(entry.body)
    return BundleLine(
        entry.header, entry.head.decode(), body, b64u(salt_of_body(salt_key, n)), b64u(salt_of_state(salt_key, n))
    )


def _is_public(rules: AnyRules, body: dict[str, Any], seat: int | None) -> bool:
    """Tell whether every line was played, every move may be shown, and every event is this seat's to know."""
    played = body.get("played", body.get("moves", []))
    left = body.get("unplayed") or body.get("moves", [])[len(played) :]
    seen = all(event.get("seen_by") is None or seat in event["seen_by"] for event in body["events"])
    return seen and not left and all(parse(move, rules.verbs).public for move in played)
