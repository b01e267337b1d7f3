"""What a verifier holds beside a bundle, and what that says of it: whose keys, which entries, lost or forked."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

import msgspec

from engine.core.errors import Refused
from engine.ledger.bundle import BundleLine
from engine.ledger.chain import Chain, is_lost_key, read_by_any
from engine.ledger.entries import NoteBody
from engine.ledger.heads import Head, NoteReceipt, Receipt
from engine.ledger.keys import PublicKey
from engine.ledger.replay import Broken, read_body
from engine.ledger.report import Fork, LostEntry
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


class Held(NamedTuple):
    """What the verifier's heads and receipts speak of: entries of this history, entries that were lost, or a fork."""

    known: frozenset[int]
    lost: tuple[LostEntry, ...] = ()
    fork: Fork | None = None


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


def find_trusted(chain: Chain, anchors: Anchors) -> frozenset[PublicKey]:
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


def check_known(chain: Chain, anchors: Anchors, trusted: Iterable[PublicKey]) -> Held:
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


def check_withdrawn(chain: Chain, anchors: Anchors, trusted: Iterable[PublicKey]) -> None:
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
    return any(n <= said.n and said.at <= chain.lines[n].header.at for n in find_restores(chain))


def find_restores(chain: Chain) -> list[int]:
    """Return the entries by which a backup took the place of what had been played."""
    hosted = ((n, line.body or {}) for n, line in enumerate(chain.lines) if line.header.kind == "host")
    return [n for n, body in hosted if body.get("action") == "restore"]


def find_lost_key(chain: Chain) -> int | None:
    """Return the first entry of a key that nobody vouched for."""
    return next((n for n, line in enumerate(chain.lines) if is_lost_key(line)), None)


def find_reach(chain: Chain, trusted: frozenset[PublicKey], restored_at: int | None, key_lost_at: int | None) -> int:
    """Return how many entries can be anchored at all."""
    reach = len(chain.lines) if restored_at is None else restored_at + 1
    if key_lost_at is not None and not set(chain.keys) <= trusted:
        reach = min(reach, key_lost_at)
    return reach


def _statements(anchors: Anchors, keys: tuple[PublicKey, ...]) -> Iterator[tuple[Head | Receipt | NoteReceipt, bytes]]:
    yield from ((read_by_any(raw, Head, keys), raw) for raw in anchors.heads)
    yield from ((read_by_any(raw, Receipt, keys), raw) for raw in anchors.receipts)
    yield from ((read_by_any(raw, NoteReceipt, keys), raw) for _, raw in anchors.noted)


def find_witnesses(chain: Chain, anchors: Anchors) -> set[int]:
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
