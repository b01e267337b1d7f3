"""Offline verification: is a bundle what it says, and how far can that be trusted?"""

from typing import Any

from engine.core.errors import Refused
from engine.ledger.anchoring import (
    Anchors,
    check_known,
    check_withdrawn,
    find_lost_key,
    find_reach,
    find_restores,
    find_trusted,
    find_witnesses,
)
from engine.ledger.bundle import decode_bundle
from engine.ledger.chain import Chain
from engine.ledger.partial import Partial
from engine.ledger.replay import Broken, Replay
from engine.ledger.report import Grade, Report, tally, tally_hosts


def verify(raw: bytes, anchors: Anchors | None = None) -> Report:
    """Return what a bundle proves, alone and with what the verifier holds."""
    try:
        return _verify(raw, anchors or Anchors())
    except Broken as broken:
        return Report(grade="failed", failed_at=broken.n, refused=broken.refused)
    except Refused as refused:
        return Report(grade="failed", refused=refused)


def _verify(raw: bytes, anchors: Anchors) -> Report:
    bundle = decode_bundle(raw)
    chain = Chain(bundle)
    trusted = find_trusted(chain, anchors)
    held = check_known(chain, anchors, trusted)
    if held.fork is not None:
        n = held.fork.n
        why = Refused("bad_position", "The server has signed two different histories: entry {n} differs.", n=n)
        return Report(grade="failed", game=chain.game, failed_at=n, refused=why, fork=held.fork)
    check_withdrawn(chain, anchors, trusted)
    result = _replay(chain)
    restored_at, key_lost_at = next(iter(find_restores(chain)), None), find_lost_key(chain)
    reach = find_reach(chain, trusted, restored_at if held.lost else None, key_lost_at)
    witnesses = {*held.known, *find_witnesses(chain, anchors)} & set(range(reach))
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
