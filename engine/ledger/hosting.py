"""What hosts do to a game: seats given away, time given, pauses, and ends that the rules do not know."""

import msgspec
from msgspec import UNSET

from engine.core.errors import Refused
from engine.ledger.drafts import EntryDraft
from engine.ledger.entries import Ending, HostBody
from engine.ledger.keys import PublicKey, read_public_jwk
from engine.ledger.record import (
    Page,
    Record,
    change_chair,
    check_game,
    check_head,
    check_not_over,
    cut_trail,
    drop_notes,
    get_chair,
    get_running_table,
    give_away,
)
from engine.ledger.slips import HostSlip, Slip, check_signature, expect, read_slip

NEEDED: dict[str, set[str]] = {
    "bot_seat": {"seat"},
    "open_seat": {"seat"},
    "offer_seat": {"seat", "to"},
    "extend": {"until"},
    "judge": {"places"},
}
"""What an act must say, beside its word."""
ALLOWED: dict[str, set[str]] = {"extend": {"seat"}, "pause": {"until"}}
"""What it may say besides."""
KEEPING = frozenset({"offer_seat", "extend", "judge", "void"})
"""These were never written in the first way, which moved every open ask on."""
ENDINGS: dict[str, Ending] = {"stop": "stopped", "judge": "judged", "void": "voided"}


def draft_host(record: Record, body: HostBody, seat: int | None = None) -> EntryDraft:
    """Return the entry of what a host does, signed or vouched for; `kept` leaves open asks as they are.

    Without it every open ask moves on to this entry, so that older slips no longer count: as after a restore.
    """
    check_not_over(record)
    _check_shape(body, seat, len(record.page.chairs))
    slip = _check_signed(record.page, body, seat)
    return EntryDraft(
        kind="host",
        body=body,
        page=_change(record, body, seat),
        kid=record.page.server if slip is None else slip.kid,
        table=record.table,
        seat=seat,
        slip=slip,
        reopen=not body.kept,
    )


def make_body(slip: Slip, key: PublicKey, reason: str, plays: int | None) -> HostBody:
    """Return the body of what a host's slip asks for."""
    said = expect(slip, HostSlip)
    return HostBody(
        said.do,
        reason,
        kept=True,
        by=key.kid,
        plays=plays,
        until=None if said.until is UNSET else said.until,
        to=None if said.to is UNSET else said.to,
        places=None if said.places is UNSET else said.places,
        slip=slip.raw.decode(),
        jwk=key.jwk,
    )


def _check_shape(body: HostBody, seat: int | None, seats: int) -> None:
    said = {name for name in ("until", "to", "places") if getattr(body, name) is not None}
    said |= set() if seat is None else {"seat"}
    needed, allowed = NEEDED.get(body.action, set()), ALLOWED.get(body.action, set())
    if not needed <= said <= needed | allowed:
        raise Refused(
            "invalid_value",
            "`{action}` says {needed} beside its word, and may say {allowed}; this one says {said}.",
            action=body.action,
            needed=sorted(needed) or "-",
            allowed=sorted(allowed) or "-",
            said=sorted(said) or "-",
        )
    _check_asks(body)
    if body.places is not None and len(body.places) != seats:
        raise Refused("invalid_value", "A judged game has a place for each of its {seats} seats.", seats=seats)


def _check_asks(body: HostBody) -> None:
    """Refuse an act that moves asks on and should not, or the other way round; the first form had two words."""
    is_first_form = body == HostBody(body.action, body.reason) and body.action not in KEEPING
    if (body.kept and body.action == "restore") or not (body.kept or is_first_form):
        raise Refused(
            "invalid_value", "`{action}` must say rightly whether open asks stay as they are.", action=body.action
        )


def _check_signed(page: Page, body: HostBody, seat: int | None) -> Slip | None:
    """Return the slip of an act after checking that its host signed just that; None where the server vouches."""
    if body.slip is None:
        _check_vouched(body)
        return None
    slip, key = read_slip(body.slip.encode()), read_public_jwk(body.jwk)
    said = expect(slip, HostSlip)
    check_signature(slip, key)
    check_game(page, said.game)
    check_head(page, said.on)
    if make_body(slip, key, body.reason, body.plays) != body or (None if said.seat is UNSET else said.seat) != seat:
        raise Refused("bad_position", "What the entry says is not what its slip leads to.")
    return slip


def _check_vouched(body: HostBody) -> None:
    """Refuse half a proof: a person's act without a slip names the person, the way and the mail; the server's nothing."""
    named = [body.by, body.via, body.mail_sha256]
    if body.jwk is not None or (any(named) and not all(named)):
        raise Refused("invalid_value", "What a host did without a slip names the host, the way and the mail.")


def _change(record: Record, body: HostBody, seat: int | None) -> Page:
    page, given = record.page, give_away(body.action, body.to)
    if seat is not None:
        get_running_table(record)
        get_chair(page, seat)
        page = change_chair(page, seat, **given)
    if given or not body.kept:
        page = cut_trail(page)
    if not body.kept:
        page = drop_notes(page, range(len(page.chairs)))
    if body.action not in ENDINGS:
        return page
    if body.action == "judge":
        get_running_table(record)
    return msgspec.structs.replace(page, is_stopped=True, ending=ENDINGS[body.action], places=tuple(body.places or ()))
