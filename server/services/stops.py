"""A clock stands still while its player can't be reached: visibly, once per ask, for at most 72 hours."""

from typing import Any

from sqlalchemy import Connection, select, update
from sqlalchemy.dialects.postgresql import insert as postgres_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from server.models import Player, Seat, Stop, table
from server.services.club import Club

LONGEST = 72 * 3600 * 1000
SEATS = table(Seat)


def stop(connection: Connection, club: Club, game_id: str, seat: int, ask: int, began: int) -> None:
    """Stop a seat's clock; a second stop for the same ask changes nothing."""
    kind: Any = sqlite_insert if club.config.is_sqlite else postgres_insert
    row = {"game_id": game_id, "seat": seat, "ask": ask, "began": began, "ended": None}
    statement = kind(table(Stop)).on_conflict_do_nothing(index_elements=["game_id", "seat", "ask"])
    connection.execute(statement, row)


def unreachable(connection: Connection, club: Club, row: Any) -> None:
    """Stop the clock of an ask whose mail could not be delivered, from when it was asked on."""
    here = (SEATS.c.game_id == row.game_id) & (SEATS.c.seat == row.seat) & (SEATS.c.ask == row.ask) & SEATS.c.awaited
    asked_at = connection.execute(select(SEATS.c.asked_at).where(here, SEATS.c.told_at.is_(None))).scalar()
    if asked_at is not None:
        stop(connection, club, row.game_id, row.seat, row.ask, asked_at)


def bounced(connection: Connection, club: Club, player: str, game_id: str | None, seat: int | None) -> None:
    """Mark an address as dead and stop the clock of the ask that its mail told of."""
    now = club.now()
    connection.execute(update(Player).where(Player.id == player, Player.mail.is_not(None)).values(mail_bounced_at=now))
    mine = (SEATS.c.player_id == player) & SEATS.c.awaited & (SEATS.c.by == "player")
    here = (SEATS.c.game_id == game_id) & (SEATS.c.seat == seat)
    for asked in connection.execute(select(SEATS).where(mine, here)).all():
        stop(connection, club, asked.game_id, asked.seat, asked.ask, now)


def find_stop(connection: Connection, game_id: str, seat: int, ask: int) -> Any:
    """Return the stop of an ask, if there is one."""
    here = (Stop.game_id == game_id) & (Stop.seat == seat) & (Stop.ask == ask)
    return connection.execute(select(table(Stop)).where(here)).first()


def is_over(found: Any, told_at: int | None, looked_at: int | None, now: int) -> int | None:
    """Return when a stop has ended: when its player was seen again, or after its longest time; None while it lasts."""
    if found.ended is not None:
        return int(found.ended)
    seen = max((at for at in (told_at, looked_at) if at is not None and at > found.began), default=None)
    last = int(found.began) + LONGEST
    if seen is not None:
        return min(seen, last)
    return last if now >= last else None


def settle(club: Club, row: Any) -> None:
    """Write down the end of a stop that is over."""
    with club.read() as connection:
        found = find_stop(connection, row.game_id, row.seat, row.ask)
    ended = None if found is None else is_over(found, row.told_at, row.looked_at, club.now())
    if found is not None and found.ended is None and ended is not None:
        here = (Stop.game_id == row.game_id) & (Stop.seat == row.seat) & (Stop.ask == row.ask) & Stop.ended.is_(None)
        with club.write() as connection:
            connection.execute(update(table(Stop)).where(here).values(ended=ended))
