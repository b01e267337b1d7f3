"""Offline verification: is a bundle what it says, and how far can that be trusted?"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any, Literal, NamedTuple

import msgspec

from engine.core.errors import Refused
from engine.ledger.bundle import BundleLine, decode_bundle
from engine.ledger.chain import Chain, is_lost_key, read_by_any
from engine.ledger.entries import Header, NoteBody
from engine.ledger.heads import Head, NoteReceipt, Receipt
from engine.ledger.keys import PublicKey
from engine.ledger.partial import Partial
from engine.ledger.replay import Broken, Replay, read_body
from engine.ledger.slips import (
    AgreeSlip,
    DropSlip,
    HostSlip,
    JoinSlip,
    NoteSlip,
    SeatSlip,
    TurnSlip,
    UndoSlip,
    expect,
    read_slip,
)
from engine.ledger.succession import Succession, find_contradiction, find_heirs, read_succession

Grade = Literal["failed", "partial", "consistent", "anchored"]


class Anchors(msgspec.Struct, frozen=True, kw_only=True):
    """What the verifier holds that did not come with the bundle.

    Server keys pinned at registration, own keys, heads from mails and receipts of one's own.
    """

    server_keys: tuple[PublicKey, ...] = ()
    own_keys: tuple[PublicKey, ...] = ()
    heads: tuple[bytes, ...] = ()
    receipts: tuple[bytes, ...] = ()
    noted: tuple[tuple[bytes, bytes], ...] = ()
    """Notes and drops of one's own, each with the server's receipt of it."""
    succession: tuple[bytes, ...] = ()
    """Where the club went, as far as the verifier has followed it."""


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


class LostEntry(NamedTuple):
    """An entry that a restored backup did not have: its number, and the server's word on it that the verifier holds."""

    n: int
    statement: str


class Held(NamedTuple):
    """What the verifier's heads and receipts speak of: entries of this history, entries that were lost, or a fork."""

    known: frozenset[int]
    lost: tuple[LostEntry, ...] = ()
    fork: Fork | None = None


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What verification found.

    `consistent`: the bundle proves itself by its own keys; `anchored`: also by what the verifier holds, up to entry
    `anchored_to`; `partial`: redacted, so checked without a replay; `failed`: at entry `failed_at`, because `refused`.
    Nothing is anchored beyond the entry by which a backup was restored, if the verifier holds what was lost by it, nor
    from a lost key on, unless the next one is pinned.
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
    restored_at: int | None = None
    """The first entry by which a backup was restored."""
    lost: tuple[LostEntry, ...] = ()
    key_lost_at: int | None = None
    """The first entry of a key that nobody vouched for."""
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
    seen: dict[tuple[str, int], tuple[str, str]] = {}
    for raw in heads:
        head = read_by_any(raw, Head, keys)
        digest, text = seen.setdefault((head.game, head.n), (head.hash, raw.decode()))
        if digest != head.hash:
            return Fork(head.n, text, raw.decode())
    return None


def _verify(raw: bytes, anchors: Anchors) -> Report:
    bundle = decode_bundle(raw)
    chain = Chain(bundle)
    trusted = _find_trusted(chain, anchors)
    held = _check_known(chain, anchors, trusted)
    if held.fork is not None:
        n = held.fork.n
        why = Refused("bad_position", "The server has signed two different histories: entry {n} differs.", n=n)
        return Report(grade="failed", game=chain.game, failed_at=n, refused=why, fork=held.fork)
    _check_withdrawn(chain, anchors, trusted)
    result = _replay(chain)
    restored_at, key_lost_at = next(iter(_find_restores(chain)), None), _find_lost_key(chain)
    reach = _find_reach(chain, trusted, restored_at if held.lost else None, key_lost_at)
    witnesses = {*held.known, *_own_witnesses(chain, anchors)} & set(range(reach))
    is_anchored = bool(witnesses) and chain.keys[0] in trusted
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
        ahead=tuple(sorted(n for n in held.known if n >= len(chain.lines))),
        restored_at=restored_at,
        lost=held.lost,
        key_lost_at=key_lost_at,
    )


def _replay(chain: Chain) -> Any:
    """Replay a whole bundle, or look a redacted one through; return the result of a finished game."""
    if chain.bundle.is_whole and chain.secrets is not None:
        Replay(chain.bundle, chain.secrets).run()
    else:
        Partial(chain.bundle).run()
    last = chain.lines[-1]
    return (last.body or {}).get("result") if last.header.kind == "end" else None


def _find_trusted(chain: Chain, anchors: Anchors) -> frozenset[PublicKey]:
    """Return the pinned keys and those that they named, by what the bundle and the verifier know of the club's way."""
    lines = [line for line in (chain.succession, _read_own(anchors)) if line is not None]
    for one, other in pairwise(lines):
        if (n := find_contradiction(one, other)) is not None:
            raise Refused("bad_position", "The club has signed two different successions: step {n} differs.", n=n)
    trusted = frozenset(anchors.server_keys)
    for line in lines:
        trusted = find_heirs(line, trusted)
    if anchors.server_keys and chain.keys[0] not in trusted:
        raise Refused(
            "wrong_key", "The bundle is signed by a server whose key you do not know ({kid}).", kid=chain.keys[0].kid
        )
    return trusted


def _read_own(anchors: Anchors) -> Succession | None:
    return read_succession(anchors.succession) if anchors.succession else None


def _check_known(chain: Chain, anchors: Anchors, trusted: Iterable[PublicKey]) -> Held:
    """Sort what known heads and receipts say of this game: a game is one, wherever its club has gone."""
    known: set[int] = set()
    lost: list[LostEntry] = []
    origins = _find_origins(chain, anchors)
    for said, raw in _statements(anchors, (*trusted, *chain.keys)):
        if said.game != chain.game or said.origin not in origins:
            continue
        if said.n >= len(chain.hashes) or said.hash == chain.hashes[said.n]:
            known.add(said.n)
        elif _was_lost(chain, said):
            lost.append(LostEntry(said.n, raw.decode()))
        else:
            return Held(frozenset(known), fork=Fork(said.n, raw.decode(), chain.lines[said.n].head))
    return Held(frozenset(known), tuple(sorted(lost)))


def _find_origins(chain: Chain, anchors: Anchors) -> set[str]:
    """Return the addresses of the club that wrote the game; heads of all of them can contradict it."""
    lines = [line for line in (chain.succession, _read_own(anchors)) if line is not None]
    return {chain.bundle.origin}.union(*(line.origins for line in lines if chain.bundle.origin in line.origins))


def _check_withdrawn(chain: Chain, anchors: Anchors, trusted: Iterable[PublicKey]) -> None:
    """Refuse an entry that plays a note whose withdrawal the server had signed before."""
    origins, keys = _find_origins(chain, anchors), (*trusted, *chain.keys)
    for raw, receipt in anchors.noted:
        said = read_by_any(receipt, NoteReceipt, keys)
        slip = read_slip(raw)
        drop = slip.payload
        if not isinstance(drop, DropSlip) or (said.game, said.slip) != (chain.game, slip.digest):
            continue
        if said.did != "dropped" or said.origin not in origins:
            continue
        for n, line in enumerate(chain.lines[said.n + 1 :], said.n + 1):
            is_own = line.header.kind == "note" and line.header.seat == drop.seat and line.body is not None
            if is_own and _count_note(line) <= drop.note:
                why = Refused("bad_position", "The note had been taken back: you hold the server's receipt of that.")
                raise Broken(n, why)


def _count_note(line: BundleLine) -> int:
    """Return the number of the note that an entry played."""
    body = read_body(line)
    assert isinstance(body, NoteBody)
    says = body.says if body.slip is None else expect(read_slip(body.slip.encode()), NoteSlip)
    assert says is not None
    return says.note


def _was_lost(chain: Chain, said: Head | Receipt | NoteReceipt) -> bool:
    """Tell whether an entry was written before a backup took its place: later ones can't be lost by it."""
    return any(n <= said.n and said.at <= chain.lines[n].header.at for n in _find_restores(chain))


def _find_restores(chain: Chain) -> list[int]:
    hosted = ((n, line.body or {}) for n, line in enumerate(chain.lines) if line.header.kind == "host")
    return [n for n, body in hosted if body.get("action") == "restore"]


def _find_lost_key(chain: Chain) -> int | None:
    return next((n for n, line in enumerate(chain.lines) if is_lost_key(line)), None)


def _find_reach(chain: Chain, trusted: frozenset[PublicKey], restored_at: int | None, key_lost_at: int | None) -> int:
    """Return how many entries can be anchored at all."""
    reach = len(chain.lines) if restored_at is None else restored_at + 1
    if key_lost_at is not None and not set(chain.keys) <= trusted:
        reach = min(reach, key_lost_at)
    return reach


def _statements(anchors: Anchors, keys: tuple[PublicKey, ...]) -> Iterator[tuple[Head | Receipt | NoteReceipt, bytes]]:
    yield from ((read_by_any(raw, Head, keys), raw) for raw in anchors.heads)
    yield from ((read_by_any(raw, Receipt, keys), raw) for raw in anchors.receipts)
    yield from ((read_by_any(raw, NoteReceipt, keys), raw) for _, raw in anchors.noted)


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
    return says.on if isinstance(says, TurnSlip | UndoSlip | SeatSlip | HostSlip | AgreeSlip | NoteSlip) else None


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
    if header.kind in {"turn", "note", "undo"}:
        return "vouched" if header.kid in servers else "signed"
    return {"relay": "vouched", "bot": "bot"}.get(header.kind)
