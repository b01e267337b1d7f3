"""From a judged act to an entry: the one way in which headers are made, for the clerk and for verification alike."""

import msgspec

from engine.core.canonical import canonical
from engine.core.table import Outcome, Table
from engine.ledger.asks import ask_seats
from engine.ledger.entries import NO_HASH, NO_STATE, VERSION, Body, Header, Kind, commit, salt_of_body, salt_of_state
from engine.ledger.record import Page, Record
from engine.ledger.slips import Slip


class EntryDraft(msgspec.Struct, frozen=True, kw_only=True):
    """An act that was found right: what its entry says, and the game after it."""

    kind: Kind
    body: Body
    page: Page
    kid: str
    table: Table | None = None
    seat: int | None = None
    ask: int | None = None
    slip: Slip | None = None
    outcome: Outcome | None = None
    reopen: bool = False
    at: int | None = None
    """When it was judged, where that counts; else it is dated when it is written."""


class Inked(msgspec.Struct, frozen=True):
    """An entry that the server has not signed yet, and the record after it."""

    record: Record
    header: Header
    hash: str
    body: bytes


def ink(draft: EntryDraft, at: int) -> Inked:
    """Return the entry of a draft, written at a time that never goes back."""
    page = draft.page
    n = page.n + 1
    at = max(at if draft.at is None else draft.at, page.at)
    body = canonical(draft.body)
    state = NO_STATE if draft.table is None else draft.table.state_bytes()
    header = Header(
        v=VERSION,
        game=page.game,
        n=n,
        at=at,
        kind=draft.kind,
        seat=draft.seat,
        ask=draft.ask,
        kid=draft.kid,
        prev=page.hash or NO_HASH,
        body=commit(salt_of_body(page.salt_key, n), body),
        state=commit(salt_of_state(page.salt_key, n), state),
    )
    digest = header.hash
    after = msgspec.structs.replace(page, n=n, at=at, hash=digest, terms=page.terms or digest)
    return Inked(Record(_ask_next(draft, after), draft.table), header, digest, body)


def _ask_next(draft: EntryDraft, page: Page) -> Page:
    if draft.table is None:
        return page
    awaiting = draft.table.awaiting if page.phase == "running" else ()
    asks = ask_seats([chair.ask for chair in page.chairs], awaiting, page.hash, reopen=draft.reopen)
    return msgspec.structs.replace(
        page,
        chairs=tuple(
            chair if chair.ask is ask else msgspec.structs.replace(chair, ask=ask)
            for chair, ask in zip(page.chairs, asks, strict=True)
        ),
    )
