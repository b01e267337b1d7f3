"""The outbox: leased by one worker at a time, sent, tried again, parked; and what a host sees of it."""

import secrets
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, delete, or_, select, update

from engine.core.errors import Refused
from server.models import Letter, OutboxRow, Player, Seat, table
from server.services.club import Club
from server.services.notices import announce
from server.services.prepared import Prepared, together

OUTBOX = table(OutboxRow)
SEATS = table(Seat)
LEASE = 120_000
PAUSES = tuple(minutes * 60_000 for minutes in (1, 5, 15, 60, 180, 360))
"""How long a mail waits that was turned away for now: longer each time."""
PATIENCE = 3 * 24 * 3600 * 1000
SECRETS = ("code", "secret")
_DONE = Prepared(
    update(OUTBOX)
    .where(OUTBOX.c.id == bindparam("which"))
    .values(state=bindparam("how"), done_at=bindparam("at"), error=bindparam("why"), lease_id=None, lease_until=None)
)
_TELL = Prepared(
    update(SEATS)
    .where(SEATS.c.game_id == bindparam("game"), SEATS.c.seat == bindparam("place"), SEATS.c.ask == bindparam("number"))
    .where(SEATS.c.awaited, SEATS.c.told_at.is_(None))
    .values(told_at=bindparam("at"))
)


class Told(NamedTuple):
    """An ask of which a mail tells."""

    game_id: str
    seat: int
    ask: int


def lease(club: Club, most: int = 25) -> Sequence[Any]:
    """Take due mails for two minutes; whoever dies with them loses them to the next worker."""
    now = club.now()
    is_free = or_(OUTBOX.c.lease_until.is_(None), OUTBOX.c.lease_until < now)
    due = select(OUTBOX).where(OUTBOX.c.state == "queued", OUTBOX.c.due_at <= now, is_free)
    due = due.order_by(OUTBOX.c.due_at, OUTBOX.c.id).limit(most)
    with club.read() as connection:
        if connection.execute(due.limit(1)).first() is None:
            return []
    with club.write() as connection:
        rows = connection.execute(due.with_for_update(skip_locked=True)).all()
        mine = OUTBOX.c.id.in_([row.id for row in rows])
        taken = {"lease_id": secrets.token_hex(8), "lease_until": now + LEASE}
        connection.execute(update(OUTBOX).where(mine).values(taken))
    return rows


def release(club: Club, ids: Iterable[int]) -> None:
    """Give mails back that could not be tried; that counts for none of them."""
    with club.write() as connection:
        free = {"lease_id": None, "lease_until": None}
        connection.execute(update(OUTBOX).where(OUTBOX.c.id.in_(list(ids))).values(free))


def finish(
    connection: Connection, club: Club, which: int, how: str, why: str | None = None, told: Iterable[Told] = ()
) -> None:
    """Write down that a mail is done with (sent, dropped, joined or parked) and of which asks its player was told."""
    now = club.now()
    with together(connection) as driver:
        driver.run(_DONE, {"which": which, "how": how, "at": now, "why": why})
        for one in told:
            driver.run(_TELL, {"game": one.game_id, "place": one.seat, "number": one.ask, "at": now})


def forget_secrets(connection: Connection, row: Any) -> None:
    """Remove codes and links from a mail that has gone out."""
    kept = {name: value for name, value in row.data.items() if name not in SECRETS}
    if kept != row.data:
        connection.execute(update(OUTBOX).where(OUTBOX.c.id == row.id).values(data=kept))


def postpone(club: Club, row: Any, due: int, *, error: str | None = None) -> None:
    """Try a mail again later; with an error this counts as an attempt."""
    attempts = row.attempts + 1 if error else row.attempts
    later = {"due_at": due, "attempts": attempts, "error": error, "lease_id": None, "lease_until": None}
    with club.write() as connection:
        connection.execute(update(OUTBOX).where(OUTBOX.c.id == row.id).values(later))


def turned_away(club: Club, row: Any, error: str) -> bool:
    """Try a mail again after a growing pause, or park it after three days; tell whether it was parked."""
    now = club.now()
    pause = PAUSES[min(row.attempts, len(PAUSES) - 1)]
    if now + pause > row.created_at + PATIENCE:
        park(club, row, error)
        return True
    postpone(club, row, now + pause, error=error)
    return False


def park(club: Club, row: Any, error: str) -> None:
    """Give up on a mail and tell the hosts, at most once an hour; a notice about notices would never end."""
    with club.write() as connection:
        finish(connection, club, row.id, "parked", error)
        if row.kind != "parked":
            tell_hosts(connection, club, "parked")


def tell_hosts(connection: Connection, club: Club, kind: str, **about: Any) -> None:
    """Tell every host something, at most once an hour."""
    hour = club.now() // (3600 * 1000)
    for host in connection.execute(select(Player.id).where(Player.role == "host")).scalars().all():
        about_what = about.get("data", {}).get("player", "")
        announce(connection, club, kind, host, unique=f"{kind}:{host}:{about_what}:{hour}", **about)


def listed(club: Club, state: str | None = None, most: int = 200) -> list[dict[str, Any]]:
    """Return mails for a host, the latest first: all of them, or only those parked, queued, sent or dropped."""
    wanted = select(OUTBOX, Player.handle, Player.mail).outerjoin(Player, Player.id == OUTBOX.c.player_id)
    if state:
        wanted = wanted.where(OUTBOX.c.state == state)
    with club.read() as connection:
        rows = connection.execute(wanted.order_by(OUTBOX.c.id.desc()).limit(most)).all()
    return [
        {
            "id": row.id, "kind": row.kind, "to": row.address or row.mail, "handle": row.handle, "game": row.game_id,
            "state": row.state, "attempts": row.attempts, "error": row.error, "created_at": row.created_at,
            "due_at": row.due_at, "done_at": row.done_at,
        }
        for row in rows
    ]  # fmt: skip


def retry(club: Club, which: int) -> None:
    """Send a parked mail after all."""
    again = {"state": "queued", "due_at": club.now(), "attempts": 0, "error": None, "created_at": club.now()}
    _change_parked(club, which, {**again, "done_at": None})


def drop(club: Club, which: int) -> None:
    """Forget a parked mail."""
    _change_parked(club, which, {"state": "dropped"})


def _change_parked(club: Club, which: int, values: dict[str, Any]) -> None:
    with club.write() as connection:
        parked = (OUTBOX.c.id == which) & (OUTBOX.c.state == "parked")
        if connection.execute(update(OUTBOX).where(parked).values(values)).rowcount == 0:
            raise Refused("not_found", "No mail {id} is parked.", id=which)


def forget_old(club: Club, before: int) -> int:
    """Forget what was sent or dropped long ago, with its tokens; return how many mails that were."""
    with club.write() as connection:
        old = (OUTBOX.c.state != "queued") & (OUTBOX.c.state != "parked") & (OUTBOX.c.done_at < before)
        ids = connection.execute(select(OUTBOX.c.id).where(old).limit(500)).scalars().all()
        connection.execute(delete(Letter).where(Letter.outbox_id.in_(ids)))
        connection.execute(delete(OUTBOX).where(OUTBOX.c.id.in_(ids)))
    return len(ids)
