"""Offline verification: is a bundle what it says, and how far can that be trusted?"""

from collections import Counter
from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

import msgspec

from engine.core.errors import Refused
from engine.ledger.bundle import decode_bundle
from engine.ledger.chain import Chain, read_by_any
from engine.ledger.entries import Header
from engine.ledger.heads import Head, Receipt
from engine.ledger.keys import PublicKey
from engine.ledger.partial import Partial
from engine.ledger.replay import Broken, Replay
from engine.ledger.slips import AgreeSlip, HostSlip, JoinSlip, SeatSlip, TurnSlip, UndoSlip, read_slip

Grade = Literal["failed", "partial", "consistent", "anchored"]


class Anchors(msgspec.Struct, frozen=True, kw_only=True):
    """What the verifier holds that did not come with the bundle.

    Server keys pinned at registration, own keys, heads from mails and receipts of one's own.
    """

    server_keys: tuple[PublicKey, ...] = ()
    own_keys: tuple[PublicKey, ...] = ()
    heads: tuple[bytes, ...] = ()
    receipts: tuple[bytes, ...] = ()


class Tally(msgspec.Struct, frozen=True):
    """How a seat's answers are vouched for: signed by its player, by the server alone, or played by a bot."""

    signed: int
    vouched: int
    bot: int


class HostTally(msgspec.Struct, frozen=True):
    """What hosts did: signed by one of them, vouched for by the server, or the server's own doing."""

    signed: int
    vouched: int
    server: int


class Fork(NamedTuple):
    """Two signed heads for the same entry of the same game: proof that the server wrote two histories."""

    n: int
    one: str
    other: str


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What verification found.

    `consistent`: the bundle proves itself by its own keys; `anchored`: also by what the verifier holds, up to entry
    `anchored_to`; `partial`: redacted, so checked without a replay; `failed`: at entry `failed_at`, because `refused`.
    """

    grade: Grade
    game: str | None = None
    entries: int = 0
    is_over: bool = False
    result: Any = None
    seats: tuple[Tally, ...] = ()
    hosts: HostTally = HostTally(0, 0, 0)
    anchored_to: int | None = None
    ahead: tuple[int, ...] = ()
    """Entries of which the verifier holds a head, but which the bundle does not reach."""
    fork: Fork | None = None
    failed_at: int | None = None
    refused: Refused | None = None

    @property
    def holds(self) -> bool:
        """Whether nothing wrong was found."""
        return self.grade != "failed"


def verify(raw: bytes, anchors: Anchors | None = None) -> Report:
    """Return what a bundle proves, alone and with what the verifier holds."""
    try:
        return _verify(raw, anchors or Anchors())
    except Broken as broken:
        return Report(grade="failed", failed_at=broken.n, refused=broken.refused)
    except Refused as refused:
        return Report(grade="failed", refused=refused)


def find_fork(heads: Iterable[bytes], keys: Iterable[PublicKey]) -> Fork | None:
    """Return two heads, both signed by one of these server keys, that contradict each other."""
    keys = tuple(keys)
    seen: dict[tuple[str, str, int], tuple[str, str]] = {}
    for raw in heads:
        head = read_by_any(raw, Head, keys)
        place = (head.origin, head.game, head.n)
        digest, text = seen.setdefault(place, (head.hash, raw.decode()))
        if digest != head.hash:
            return Fork(head.n, text, raw.decode())
    return None


def _verify(raw: bytes, anchors: Anchors) -> Report:
    bundle = decode_bundle(raw)
    chain = Chain(bundle)
    known = _check_known(chain, anchors)
    if isinstance(known, Fork):
        why = Refused("bad_position", "The server has signed two different histories: entry {n} differs.", n=known.n)
        return Report(grade="failed", game=chain.game, failed_at=known.n, refused=why, fork=known)
    result = _replay(chain)
    witnesses = {*known, *_own_witnesses(chain, anchors)} & set(range(len(chain.lines)))
    is_anchored = bool(witnesses) and chain.keys[0] in anchors.server_keys
    grade: Grade = "anchored" if is_anchored else "consistent"
    return Report(
        grade=grade if bundle.is_whole else "partial",
        game=chain.game,
        entries=len(chain.lines),
        is_over=chain.lines[-1].header.kind == "end",
        result=result,
        seats=tally(chain),
        hosts=tally_hosts(chain),
        anchored_to=max(witnesses) if is_anchored else None,
        ahead=tuple(sorted(n for n in known if n >= len(chain.lines))),
    )


def _replay(chain: Chain) -> Any:
    """Replay a whole bundle, or look a redacted one through; return the result of a finished game."""
    if chain.bundle.is_whole and chain.secrets is not None:
        Replay(chain.bundle, chain.secrets).run()
    else:
        Partial(chain.bundle).run()
    last = chain.lines[-1]
    return (last.body or {}).get("result") if last.header.kind == "end" else None


def _check_known(chain: Chain, anchors: Anchors) -> set[int] | Fork:
    """Return the entries that known heads and receipts speak of, or the fork that they prove."""
    if anchors.server_keys and chain.keys[0] not in anchors.server_keys:
        raise Refused(
            "wrong_key", "The bundle is signed by a server whose key you do not know ({kid}).", kid=chain.keys[0].kid
        )
    known: set[int] = set()
    for said, raw in _statements(chain, anchors):
        if (said.origin, said.game) != (chain.bundle.origin, chain.game):
            continue
        if said.n < len(chain.hashes) and said.hash != chain.hashes[said.n]:
            return Fork(said.n, raw.decode(), chain.lines[said.n].head)
        known.add(said.n)
    return known


def _statements(chain: Chain, anchors: Anchors) -> list[tuple[Head | Receipt, bytes]]:
    keys = (*anchors.server_keys, *chain.keys)
    heads: list[tuple[Head | Receipt, bytes]] = [(read_by_any(raw, Head, keys), raw) for raw in anchors.heads]
    return heads + [(read_by_any(raw, Receipt, keys), raw) for raw in anchors.receipts]


def _own_witnesses(chain: Chain, anchors: Anchors) -> set[int]:
    """Return the entries whose hashes the verifier's own keys have signed, in slips that the bundle shows."""
    own = {key.kid for key in anchors.own_keys}
    number = {digest: n for n, digest in enumerate(chain.hashes)}
    slips = (line.body.get("slip") for line in chain.lines if line.body and line.header.kid in own)
    signed = {_signed_hash(slip) for slip in slips if isinstance(slip, str)}
    return {number[digest] for digest in signed if digest in number}


def _signed_hash(slip: str) -> str | None:
    says = read_slip(slip.encode()).payload
    if isinstance(says, JoinSlip):
        return says.terms
    return says.on if isinstance(says, TurnSlip | UndoSlip | SeatSlip | HostSlip | AgreeSlip) else None


def tally(chain: Chain) -> tuple[Tally, ...]:
    """Count for each seat how its answers are vouched for."""
    servers = {key.kid for key in chain.keys}
    counts = Counter((line.header.seat, _vouched_by(line.header, servers)) for line in chain.lines)
    seats = (chain.lines[0].body or {})["seats"]
    return tuple(Tally(*(counts[seat, who] for who in ("signed", "vouched", "bot"))) for seat in range(seats))


def tally_hosts(chain: Chain) -> HostTally:
    """Count how the acts of hosts are vouched for."""
    bodies = [line.body or {} for line in chain.lines if line.header.kind == "host"]
    signed = sum("slip" in body for body in bodies)
    vouched = sum("by" in body for body in bodies) - signed
    return HostTally(signed, vouched, len(bodies) - signed - vouched)


def _vouched_by(header: Header, servers: set[str]) -> str | None:
    if header.kind in {"turn", "undo"}:
        return "vouched" if header.kid in servers else "signed"
    return {"relay": "vouched", "bot": "bot"}.get(header.kind)
