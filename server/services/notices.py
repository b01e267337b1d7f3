"""Who is asked now, and what is to be mailed: written in the same transaction as the entry that causes it."""

import secrets
from typing import Any

from sqlalchemy import Connection, select, update
from sqlalchemy.dialects.postgresql import insert as postgres_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from engine.ledger.record import Chair, Page
from server.models import Holder, OutboxRow, Seat, table
from server.services.club import Club

SEATS = table(Seat)
OUTBOX = table(OutboxRow)


def seats_changed(connection: Connection, club: Club, before: Page, page: Page, at: int) -> None:
    """Bring the seats' rows up to date with the record and tell people what concerns them."""
    for seat, (old, new) in enumerate(zip(before.chairs, page.chairs, strict=True)):
        if old != new:
            _seat_changed(connection, club, page, seat, new, at)
    if page.phase != before.phase:
        kind = {"running": "started", "over": "over"}[page.phase]
        for player in seated_players(connection, page.game):
            announce(connection, club, kind, player, game_id=page.game, n=page.n)


def _seat_changed(connection: Connection, club: Club, page: Page, seat: int, chair: Chair, at: int) -> None:
    here = (SEATS.c.game_id == page.game) & (SEATS.c.seat == seat)
    stored = connection.execute(select(SEATS.c.ask, SEATS.c.awaited, SEATS.c.player_id).where(here)).one()
    is_asked = chair.ask.is_open and page.phase == "running"
    is_new = is_asked and (not stored.awaited or stored.ask != chair.ask.number)
    values: dict[str, Any] = {"by": chair.by, "awaited": is_asked, "ask": chair.ask.number}
    if is_new:
        values |= {"asked_at": at, "told_at": None, "deadline": None}
    elif not is_asked:
        values |= {"asked_at": None, "told_at": None, "deadline": None}
    connection.execute(update(SEATS).where(here).values(values))
    if is_new and stored.player_id and chair.by == "player":
        announce(
            connection, club, "turn", stored.player_id, game_id=page.game, n=page.n, seat=seat, ask=chair.ask.number,
            wait=club.config.mail.undo_pause * 1000,
        )  # fmt: skip


def seated_players(connection: Connection, game_id: str) -> list[str]:
    """Return the players who hold a seat of a game now."""
    held = select(Holder.player_id).where(Holder.game_id == game_id, Holder.until_n.is_(None)).order_by(Holder.seat)
    return list(connection.execute(held).scalars())


def announce(connection: Connection, club: Club, kind: str, player: str | None, **about: Any) -> None:
    """Write the intent to mail somebody about something; the same thing is never announced twice.

    `about` is what the mail is about: game_id, n, seat, ask, data, an address, how long to `wait`, a `unique` key.
    """
    now = club.now()
    wait = about.pop("wait", 0)
    parts = [about.get(name) for name in ("game_id", "n", "seat", "ask")]
    key = about.pop("unique", None) or f"{kind}:{player}:{':'.join(map(str, parts))}"
    domain = club.config.mail.sender.partition("@")[2]
    row = {
        "key": key, "kind": kind, "player_id": player, "data": {}, "message_id": f"<{secrets.token_hex(16)}@{domain}>",
        "state": "queued", "created_at": now, "due_at": now + wait, "attempts": 0, **about,
    }  # fmt: skip
    upsert = sqlite_insert if club.config.is_sqlite else postgres_insert
    connection.execute(upsert(OUTBOX).values(row).on_conflict_do_nothing(index_elements=["key"]))
