"""What happens around the moves: keys, seats, clock, settling and the end."""

from collections.abc import Sequence
from typing import Any

import msgspec

from engine.core.canonical import b64u
from engine.core.errors import Refused
from engine.core.language import Who
from engine.ledger.drafts import EntryDraft
from engine.ledger.entries import ClockBody, EndBody, SeatBody
from engine.ledger.keys import PublicKey, read_public_jwk
from engine.ledger.record import (
    Chair,
    Record,
    change_chair,
    check_author,
    check_game,
    check_head,
    check_not_over,
    cut_trail,
    drop_notes,
    end_due,
    get_chair,
    get_running_table,
    give_away,
)
from engine.ledger.slips import AcceptSlip, KeySlip, SeatSlip, Slip, check_signature, expect, read_slip


def draft_key(record: Record, seat: int, key: PublicKey, slip: Slip | None, origins: Sequence[str] = ()) -> EntryDraft:
    """Return the entry by which another key counts for a seat: signed by the old one, or vouched for by the server.

    The slip may name any address that the club has had.
    """
    page = record.page
    check_not_over(record)
    old = get_chair(page, seat).key
    if old is None:
        raise Refused("not_your_seat", "Nobody sits on the seat of {seat}: it has no key to change.", seat=Who(seat))
    if any(chair.kid == key.kid for chair in page.chairs):
        raise Refused("key_taken", "The new key already has a seat in this game.")
    if slip is not None:
        check_key_change(slip, old, key, (page.origin, *origins))
    body = SeatBody(slip=_text(slip), jwk=key.jwk, how="recovered" if slip is None else "changed")
    kid = page.server if slip is None else slip.kid
    changed = drop_notes(change_chair(page, seat, x=key.x), [seat])
    return EntryDraft(kind="key", body=body, page=changed, kid=kid, table=record.table, seat=seat)


def check_key_change(slip: Slip, old: PublicKey, new: PublicKey, origins: Sequence[str]) -> None:
    """Refuse a key change unless the old key asks for it at this server and the new key agrees."""
    change = expect(slip, KeySlip)
    check_signature(slip, old)
    accepted = read_slip(change.accept.encode())
    accept = expect(accepted, AcceptSlip)
    check_signature(accepted, new)
    if change.aud not in origins or accept.aud != change.aud:
        raise Refused(
            "wrong_audience", "The slip is for the server {aud}, not for {here}.", aud=change.aud, here=origins[-1]
        )
    if read_public_jwk(change.new) != new or accept.old != old.kid or accept.jti != change.jti:
        raise Refused("wrong_key", "The two halves of the key change do not belong together.")


def draft_server_key(record: Record, key: PublicKey) -> EntryDraft:
    """Return the entry by which the server's next key is named; this entry is the old key's last."""
    body = SeatBody(slip=None, jwk=key.jwk, how="server")
    changed = msgspec.structs.replace(record.page, server=key.kid)
    return EntryDraft(kind="key", body=body, page=changed, kid=record.page.server, table=record.table)


def draft_lost_key(record: Record, key: PublicKey) -> EntryDraft:
    """Return the entry by which a new key writes on because the old one is lost; every open ask moves on to it."""
    check_not_over(record)
    body = SeatBody(slip=None, jwk=key.jwk, how="lost")
    changed = drop_notes(
        cut_trail(msgspec.structs.replace(record.page, server=key.kid)), range(len(record.page.chairs))
    )
    return EntryDraft(kind="key", body=body, page=changed, kid=key.kid, table=record.table, reopen=True)


def draft_seat(record: Record, slip: Slip, key: PublicKey | None = None) -> EntryDraft:
    """Return the entry by which a running game's seat is taken, returned to or left."""
    asked = expect(slip, SeatSlip)
    if asked.do == "take":
        return _draft_take(record, slip, asked, key)
    if asked.do not in {"return", "leave"}:
        raise Refused("invalid_value", "A seat can be taken, returned to or left here, not `{do}`.", do=asked.do)
    return _draft_come_or_go(record, slip, asked)


def _draft_take(record: Record, slip: Slip, asked: SeatSlip, key: PublicKey | None) -> EntryDraft:
    page = record.page
    check_game(page, asked.game)
    chair = get_chair(page, asked.seat)
    if key is None:
        raise Refused("wrong_key", "The slip is signed with a key that nobody here knows.")
    check_signature(slip, key)
    get_running_table(record)
    check_head(page, asked.on)
    if chair.by == "player":
        raise Refused("seat_taken", "The seat of {seat} is taken by a player.", seat=Who(asked.seat))
    if any(other.kid == key.kid for other in page.chairs):
        raise Refused("already_seated", "Your key has a seat in this game: return to it instead.")
    _check_not_kept(chair, asked.seat, key.kid)
    body = SeatBody(slip=_text(slip), jwk=key.jwk, how="taken")
    return _draft_seated(record, slip, asked, body, by="player", x=key.x, bot=None)


def _check_not_kept(chair: Chair, seat: int, kid: str) -> None:
    if chair.offered_to not in {None, kid}:
        raise Refused("seat_taken", "The seat of {seat} is kept for somebody to whom it was offered.", seat=Who(seat))


def _draft_come_or_go(record: Record, slip: Slip, asked: SeatSlip) -> EntryDraft:
    page = record.page
    chair = check_author(page, slip, asked.game, asked.seat)
    get_running_table(record)
    check_head(page, asked.on)
    here = chair.by == "player"
    if here == (asked.do == "return"):
        raise Refused(
            "invalid_value", "You can only leave a seat that you play, and return to one that you do not play."
        )
    _check_not_kept(chair, asked.seat, slip.kid)
    body = SeatBody(slip=_text(slip), jwk=None, how="left" if here else "returned")
    return _draft_seated(record, slip, asked, body, by="empty" if here else "player", bot=None)


def _draft_seated(record: Record, slip: Slip, asked: SeatSlip, body: SeatBody, **changes: Any) -> EntryDraft:
    page = change_chair(record.page, asked.seat, lent=0, has_settled=False, offered_to=None, **changes)
    page = drop_notes(cut_trail(page), [asked.seat])
    return EntryDraft(kind="seat", body=body, page=page, kid=slip.kid, table=record.table, seat=asked.seat, slip=slip)


def draft_clock(record: Record, seat: int, body: ClockBody) -> EntryDraft:
    """Return the entry of what the clock does to a seat: a credit, a bot for this turn, or the seat given away."""
    get_running_table(record)
    chair = get_chair(record.page, seat)
    if not chair.ask.is_open:
        raise Refused("not_awaited", "The clock of {seat} does not run: nothing is asked.", seat=Who(seat))
    changes = {"lent": chair.ask.number} if body.action == "bot_turn" else give_away(body.action)
    page = change_chair(record.page, seat, **changes)
    return EntryDraft(
        kind="clock", body=body, page=page, kid=page.server, table=record.table, seat=seat, ask=chair.ask.number
    )


def draft_settle(record: Record, slip: Slip) -> EntryDraft:
    """Return the entry by which a player agrees to stop here; the game ends when all players have."""
    asked = expect(slip, SeatSlip)
    chair = check_author(record.page, slip, asked.game, asked.seat)
    get_running_table(record)
    check_head(record.page, asked.on)
    if asked.do != "settle" or chair.by != "player":
        raise Refused("invalid_value", "Only a player at the table can settle, with a slip that says so.")
    body = SeatBody(slip=_text(slip), jwk=None, how="settled")
    page = change_chair(record.page, asked.seat, has_settled=True)
    return EntryDraft(kind="settle", body=body, page=page, kid=slip.kid, table=record.table, seat=asked.seat, slip=slip)


def draft_end(record: Record) -> EntryDraft:
    """Return the last entry: the result, how it came about, and both secrets."""
    if record.page.phase == "over":
        raise Refused("game_over", "The game is over: nothing in it can be changed.")
    how = end_due(record)
    if how is None:
        raise Refused(
            "bad_position",
            "The game goes on: it ends by its rules, when all players settle, or when the host stops it.",
        )
    page, table = record.page, record.table
    body = EndBody(result=find_result(record), how=how, S=b64u(page.secret), K=b64u(page.salt_key))
    over = msgspec.structs.replace(cut_trail(page), phase="over")
    return EntryDraft(kind="end", body=body, page=over, kid=page.server, table=table)


def find_result(record: Record) -> Any:
    """Return the standings of a game that was played to its end, the places of one that was judged, else nothing."""
    if record.table is not None and record.table.result is not None:
        return msgspec.to_builtins(record.table.result)
    return {"places": list(record.page.places)} if record.page.places else None


def _text(slip: Slip | None) -> str | None:
    return None if slip is None else slip.raw.decode()
