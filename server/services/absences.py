"""Vacations: days on which a player's clocks stand still, within a yearly budget, visible to the table."""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, delete, insert, select, update

from engine.core.errors import Refused
from server.models import Seat, Vacation, table
from server.services.accounts import new_id
from server.services.club import Club
from server.services.order import alone

VACATIONS = table(Vacation)
FURTHEST = 400


def read_day(text: str) -> date:
    """Return a day that was written as 2026-12-24, or refuse."""
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise Refused("invalid_value", "`{day}` is not a day such as 2026-12-24.", day=text[:20]) from None


def book(club: Club, player: Any, first: date, last: date) -> dict[str, Any]:
    """Book a vacation from the first to the last day, both included; it ends by itself."""
    with club.write() as connection:
        return book_within(connection, club, player, first, last)


def book_within(connection: Connection, club: Club, player: Any, first: date, last: date) -> dict[str, Any]:
    """Book a vacation in a transaction of the caller's."""
    today = datetime.fromtimestamp(club.now() / 1000, ZoneInfo(player.zone)).date()
    if last < first or first < today or last > today + timedelta(days=FURTHEST):
        raise Refused(
            "invalid_value",
            "A vacation goes from today or later to a day after that, within {days} days.",
            days=FURTHEST,
        )
    alone(connection, f"vacations:{player.id}")
    taken = _booked(connection, player)
    if any(one[0] <= last and first <= one[1] for one in taken):
        raise Refused("invalid_value", "You have a vacation on some of these days already.")
    _check_budget(club, taken, first, last)
    row = {
        "id": new_id("va_"), "player_id": player.id, "began": max(_midnight(first, player.zone), club.now()),
        "ended": _midnight(last + timedelta(days=1), player.zone), "created_at": club.now(),
    }  # fmt: skip
    connection.execute(insert(VACATIONS).values(row))
    return shown(row, player.zone)


def _booked(connection: Connection, player: Any) -> list[tuple[date, date]]:
    rows = connection.execute(select(VACATIONS).where(Vacation.player_id == player.id)).all()
    return [_days(row.began, row.ended, player.zone) for row in rows]


def _check_budget(club: Club, taken: list[tuple[date, date]], first: date, last: date) -> None:
    for year in range(first.year, last.year + 1):
        used = sum(_days_in(year, *one) for one in taken)
        wanted = _days_in(year, first, last)
        if used + wanted > club.config.vacation_days:
            left = max(0, club.config.vacation_days - used)
            raise Refused(
                "invalid_value", "You have {left} of {all} vacation days left in {year}; this takes {wanted}.",
                left=left, all=club.config.vacation_days, year=year, wanted=wanted,
            )  # fmt: skip


def _days_in(year: int, first: date, last: date) -> int:
    begin, end = max(first, date(year, 1, 1)), min(last, date(year, 12, 31))
    return max(0, (end - begin).days + 1)


def _midnight(day: date, zone: str) -> int:
    return round(datetime.combine(day, time(0), ZoneInfo(zone)).timestamp() * 1000)


def _days(began: int, ended: int, zone: str) -> tuple[date, date]:
    """Return the first and the last day of a vacation."""
    where = ZoneInfo(zone)
    return datetime.fromtimestamp(began / 1000, where).date(), datetime.fromtimestamp((ended - 1) / 1000, where).date()


def shown(row: Any, zone: str) -> dict[str, Any]:
    """Return a vacation as its player sees it."""
    row = row if isinstance(row, dict) else row._asdict()
    first, last = _days(row["began"], row["ended"], zone)
    return {"id": row["id"], "from": first.isoformat(), "to": last.isoformat(), "until": row["ended"]}


def listed(club: Club, player: Any) -> list[dict[str, Any]]:
    """Return a player's vacations."""
    with club.read() as connection:
        rows = connection.execute(select(VACATIONS).where(Vacation.player_id == player.id).order_by(Vacation.began))
        return [shown(row, player.zone) for row in rows]


def cancel(club: Club, player: Any, which: str) -> None:
    """Cancel a vacation that is to come, or end one that has begun; what it gave so far stays."""
    now = club.now()
    mine = (Vacation.id == which) & (Vacation.player_id == player.id) & (Vacation.ended > now)
    with club.write() as connection:
        gone = connection.execute(delete(VACATIONS).where(mine, Vacation.began >= now)).rowcount
        ended = connection.execute(update(VACATIONS).where(mine).values(ended=now)).rowcount
    if not gone and not ended:
        raise Refused("not_found", "You have no vacation {id} that is not over.", id=which)


def vacations_since(connection: Connection, player: str | None, since: int) -> Sequence[Any]:
    """Return a player's vacations that were not over at a moment."""
    mine = select(VACATIONS).where(Vacation.player_id == player, Vacation.ended > since)
    return connection.execute(mine.order_by(Vacation.began)).all()


def away_at(connection: Connection, game_id: str, now: int) -> dict[int, int]:
    """Return until when those seats of a game are away whose players are on vacation."""
    away = select(Seat.seat, Vacation.ended).join(Vacation, Vacation.player_id == Seat.player_id)
    now_away = away.where(Seat.game_id == game_id, Vacation.began <= now, Vacation.ended > now)
    return {row.seat: row.ended for row in connection.execute(now_away)}
