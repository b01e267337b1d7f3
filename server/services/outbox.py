"""The outbox: leased by one worker at a time, sent, tried again, parked; and what a host sees of it."""

import secrets
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, case, delete, null, or_, select, update

from engine.core.errors import Refused
from server.models import Letter, Member, OutboxRow, Seat, Session, table
from server.services.club import Club
from server.services.looks import ONCE_TOLD
from server.services.notices import NOTHING, About, announce
from server.services.stops import AskKey

OUTBOX = table(OutboxRow)
SEATS = table(Seat)
LEASE = 120_000
PAUSES = tuple(minutes * 60_000 for minutes in (1, 5, 15, 60, 180, 360))
"""How long a mail waits that was turned away for now: longer each time."""
PATIENCE = 3 * 24 * 3600 * 1000
RETURNED = 14 * 24 * 3600 * 1000
"""How long a mail may take to come back; so long it is known where it went."""
KEPT = 90 * 24 * 3600 * 1000
"""How long what was mailed is remembered."""
MOST_FORGOTTEN = 500
GONE = {"sent", "dropped"}
"""What is never written again: its codes and links, and what it was to say, are forgotten at once."""
_DONE = (
    update(OUTBOX)
    .where(OUTBOX.c.id == bindparam("which"))
    .values(state=bindparam("how"), done_at=bindparam("at"), error=bindparam("why"), lease_id=None, lease_until=None)
)
_IS_FAREWELL = OUTBOX.c.kind == "expelled"
_FORGET = _DONE.values(data={}, address=case((_IS_FAREWELL, null()), else_=OUTBOX.c.address))
_TELL = (
    update(SEATS)
    .where(SEATS.c.game_id == bindparam("game"), SEATS.c.seat == bindparam("place"), SEATS.c.ask == bindparam("number"))
    .where(SEATS.c.awaited, SEATS.c.told_at.is_(None))
    .values(told_at=bindparam("at"), look_at=ONCE_TOLD)
)


class ShownMail(msgspec.Struct, kw_only=True):
    """A mail as a host sees it in a list."""

    id: int
    kind: str
    to: str | None
    handle: str | None
    player: str | None
    game: str | None
    state: str
    data: dict[str, Any]
    attempts: int
    error: str | None
    created_at: int


def lease(club: Club, most: int = 25) -> Sequence[OutboxRow]:
    """Take due mails for two minutes; whoever dies with them loses them to the next worker."""
    now = club.now()
    is_free = or_(OutboxRow.lease_until.is_(None), OutboxRow.lease_until < now)
    due = select(OutboxRow).where(OutboxRow.state == "queued", OutboxRow.due_at <= now, is_free)
    due = due.order_by(OutboxRow.due_at, OutboxRow.id)
    with club.read() as session:
        if session.scalars(due.limit(1)).first() is None:
            return []
    with club.write() as session:
        mails = session.scalars(due.limit(most).with_for_update(skip_locked=True)).all()
        taken = {"lease_id": secrets.token_hex(8), "lease_until": now + LEASE}
        ids = [mail.id for mail in mails]
        session.connection().execute(update(OUTBOX).where(OUTBOX.c.id.in_(ids)).values(taken))
    return mails


def release(club: Club, ids: Iterable[int]) -> None:
    """Give mails back that could not be tried; that counts for none of them."""
    with club.write() as session:
        free = {"lease_id": None, "lease_until": None}
        session.execute(update(OutboxRow).where(OutboxRow.id.in_(list(ids))).values(free))


def finish(
    connection: Connection, club: Club, which: int, how: str, why: str | None = None, told: Iterable[AskKey] = ()
) -> None:
    """Write down that a mail is done with (sent, dropped, joined or parked) and of which asks its player was told."""
    now = club.now()
    connection.execute(_FORGET if how in GONE else _DONE, {"which": which, "how": how, "at": now, "why": why})
    asks = [{"game": one.game_id, "place": one.seat, "number": one.ask, "at": now} for one in told]
    if asks:
        connection.execute(_TELL, asks)


def postpone(club: Club, mail: OutboxRow, due: int, *, error: str | None = None) -> None:
    """Try a mail again later; with an error this counts as an attempt."""
    attempts = mail.attempts + 1 if error else mail.attempts
    later = {"due_at": due, "attempts": attempts, "error": error, "lease_id": None, "lease_until": None}
    with club.write() as session:
        session.execute(update(OUTBOX).where(OUTBOX.c.id == mail.id).values(later))


def put_off(club: Club, mail: OutboxRow, error: str) -> bool:
    """Try a mail again after a growing pause, or park it after three days; tell whether it was parked."""
    now = club.now()
    pause = PAUSES[min(mail.attempts, len(PAUSES) - 1)]
    if now + pause > mail.created_at + PATIENCE:
        park(club, mail, error)
        return True
    postpone(club, mail, now + pause, error=error)
    return False


def park(club: Club, mail: OutboxRow, error: str) -> None:
    """Give up on a mail and tell the hosts, at most once an hour; a notice about notices would never end."""
    with club.write() as session:
        finish(session.connection(), club, mail.id, "parked", error)
        if mail.kind != "parked":
            tell_hosts(session, club, "parked")


def tell_hosts(session: Session, club: Club, kind: str, about: About = NOTHING) -> None:
    """Tell every host something, at most once an hour."""
    hour = club.now() // (3600 * 1000)
    for host in session.scalars(select(Member.id).where(Member.role == "host", Member.deleted_at.is_(None))).all():
        unique = f"{kind}:{host}:{about.data.get('player', '')}:{hour}"
        announce(session, club, kind, host, about, unique=unique)


def find_mails(club: Club, state: str | None = None, most: int = 200, before: int | None = None) -> list[ShownMail]:
    """Return mails for a host, the latest first: all of them, or only those parked, queued, sent or dropped."""
    wanted = select(OutboxRow, Member.handle, Member.mail).outerjoin(Member, Member.id == OutboxRow.player_id)
    if state:
        wanted = wanted.where(OutboxRow.state == state)
    if before is not None:
        wanted = wanted.where(OutboxRow.id < before)
    with club.read() as session:
        rows = session.execute(wanted.order_by(OutboxRow.id.desc()).limit(most)).all()
    return [_show(mail, handle, address) for mail, handle, address in rows]


def _show(mail: OutboxRow, handle: str | None, address: str | None) -> ShownMail:
    return ShownMail(
        id=mail.id,
        kind=mail.kind,
        to=mail.address or address,
        handle=handle,
        player=mail.player_id,
        game=mail.game_id,
        state=mail.state,
        data=mail.data,
        attempts=mail.attempts,
        error=mail.error,
        created_at=mail.created_at,
    )


def retry(club: Club, which: int) -> None:
    """Send a parked mail after all."""
    with club.write() as session:
        retry_within(session, club, which)


def drop(club: Club, which: int) -> None:
    """Forget a parked mail."""
    with club.write() as session:
        drop_within(session, which)


def retry_within(session: Session, club: Club, which: int) -> None:
    """Send a parked mail after all, in a transaction of the caller's."""
    again = {"state": "queued", "due_at": club.now(), "attempts": 0, "error": None, "created_at": club.now()}
    _change_parked(session, which, {**again, "done_at": None})


def drop_within(session: Session, which: int) -> None:
    """Forget a parked mail, in a transaction of the caller's."""
    _change_parked(session, which, {"state": "dropped", "data": {}})


def _change_parked(session: Session, which: int, values: dict[str, object]) -> None:
    parked = (OutboxRow.id == which) & (OutboxRow.state == "parked")
    if session.change(update(OutboxRow).where(parked).values(values)) == 0:
        raise Refused("not_found", "No mail {id} is parked.", id=which)


def forget_old(session: Session, club: Club) -> None:
    """Forget mails of long ago with their tokens, and sooner those that went to other addresses than a member's own."""
    now = club.now()
    is_back = OUTBOX.c.address.is_not(None) & (OUTBOX.c.state != "parked") & (OUTBOX.c.done_at < now - RETURNED)
    old = (OUTBOX.c.state != "queued") & or_(OUTBOX.c.done_at < now - KEPT, is_back)
    ids = session.scalars(select(OUTBOX.c.id).where(old).limit(MOST_FORGOTTEN)).all()
    session.execute(delete(Letter).where(Letter.outbox_id.in_(ids)))
    session.execute(delete(OUTBOX).where(OUTBOX.c.id.in_(ids)))
