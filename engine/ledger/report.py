"""What the verification of a bundle found, and who vouches for what stands in it."""

from collections import Counter
from typing import Any, Literal, NamedTuple

import msgspec

from engine.core.errors import Refused
from engine.ledger.chain import Chain
from engine.ledger.entries import Header

Grade = Literal["failed", "partial", "consistent", "anchored"]


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
