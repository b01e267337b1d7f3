"""Vacations: days on which a player's clocks stand still, within a yearly budget, visible to the table."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import msgspec
from sqlalchemy import delete, select, update

from engine.core.errors import Refused
from server.models import Member, Seat, Session, Vacation
from server.services import looks
from server.services.club import Club
from server.services.ids import make_id
from server.storage.order import alone

FURTHEST = 400


def read_day(text: str) -> date:
    """Return a day that was written as 2026-12-24, or refuse."""
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise Refused("invalid_value", "`{day}` is not a day such as 2026-12-24.", day=text[:20]) from None


class ShownVacation(msgspec.Struct):
    """A vacation as its player sees it."""

    id: str
    first: str
    last: str
    until: int


def book(club: Club, player: Member, first: date, last: date) -> ShownVacation:
    """Book a vacation from the first to the last day, both included; it ends by itself."""
    with club.write() as session:
        return book_within(session, club, player, first, last)


def book_within(session: Session, club: Club, player: Member, first: date, last: date) -> ShownVacation:
    """Book a vacation in a transaction of the caller's."""
    today = datetime.fromtimestamp(club.now() / 1000, ZoneInfo(player.zone)).date()
    if last < first or first < today or last > today + timedelta(days=FURTHEST):
        raise Refused(
            "invalid_value",
            "A vacation goes from today or later to a day after that, within {days} days.",
            days=FURTHEST,
        )
    alone(session, f"vacations:{player.id}")
    taken = _get_booked_days(session, player)
    if any(one[0] <= last and first <= one[1] for one in taken):
        raise Refused("invalid_value", "You have a vacation on some of these days already.")
    _check_budget(club, taken, first, last)
    vacation = Vacation(
        id=make_id("va_"),
        player_id=player.id,
        began=max(_midnight(first, player.zone), club.now()),
        ended=_midnight(last + timedelta(days=1), player.zone),
        created_at=club.now(),
    )
    session.add(vacation)
    session.flush()
    looks.wake(session, club.now(), Seat.player_id == player.id)
    return _show(vacation, player.zone)


def _get_booked_days(session: Session, player: Member) -> list[tuple[date, date]]:
    rows = session.scalars(select(Vacation).where(Vacation.player_id == player.id)).all()
    return [_days(row.began, row.ended, player.zone) for row in rows]


def _check_budget(club: Club, taken: list[tuple[date, date]], first: date, last: date) -> None:
    for year in range(first.year, last.year + 1):
        used = sum(_days_in(year, *one) for one in taken)
        wanted = _days_in(year, first, last)
        if used + wanted > club.config.vacation_days:
            left = max(0, club.config.vacation_days - used)
            raise Refused(
                "invalid_value",
                "You have {left} of {all} vacation days left in {year}; this takes {wanted}.",
                left=left,
                all=club.config.vacation_days,
                year=year,
                wanted=wanted,
            )


def _days_in(year: int, first: date, last: date) -> int:
    begin, end = max(first, date(year, 1, 1)), min(last, date(year, 12, 31))
    return max(0, (end - begin).days + 1)


def _midnight(day: date, zone: str) -> int:
    return round(datetime.combine(day, time(0), ZoneInfo(zone)).timestamp() * 1000)


def _days(began: int, ended: int, zone: str) -> tuple[date, date]:
    """Return the first and the last day of a vacation."""
    where = ZoneInfo(zone)
    return datetime.fromtimestamp(began / 1000, where).date(), datetime.fromtimestamp((ended - 1) / 1000, where).date()


def _show(vacation: Vacation, zone: str) -> ShownVacation:
    first, last = _days(vacation.began, vacation.ended, zone)
    return ShownVacation(vacation.id, first.isoformat(), last.isoformat(), vacation.ended)


def get_vacations(session: Session, player: Member) -> list[ShownVacation]:
    """Return a player's vacations, past ones among them."""
    rows = session.scalars(select(Vacation).where(Vacation.player_id == player.id).order_by(Vacation.began))
    return [_show(row, player.zone) for row in rows]


def cancel(club: Club, player: Member, which: str) -> None:
    """Cancel a vacation that is to come, or end one that has begun; what it gave so far stays."""
    with club.write() as session:
        cancel_within(session, club, player, which)


def cancel_within(session: Session, club: Club, player: Member, which: str) -> None:
    """Cancel or end a vacation in a transaction of the caller's."""
    now = club.now()
    mine = (Vacation.id == which) & (Vacation.player_id == player.id) & (Vacation.ended > now)
    gone = session.change(delete(Vacation).where(mine, Vacation.began >= now))
    ended = session.change(update(Vacation).where(mine).values(ended=now))
    if not gone and not ended:
        raise Refused("not_found", "You have no vacation {id} that is not over.", id=which)
    looks.wake(session, now, Seat.player_id == player.id)


def find_next(session: Session, club: Club, player: Member) -> ShownVacation | None:
    """Return the vacation that a player is on, or the next one."""
    ahead = select(Vacation).where(Vacation.player_id == player.id, Vacation.ended > club.now())
    found = session.scalars(ahead.order_by(Vacation.began).limit(1)).first()
    return None if found is None else _show(found, player.zone)


def get_vacations_since(session: Session, players: Iterable[str], since: int) -> Sequence[Vacation]:
    """Return the vacations of some players that were not over at a moment."""
    theirs = select(Vacation).where(Vacation.player_id.in_(players), Vacation.ended > since)
    return session.scalars(theirs.order_by(Vacation.began)).all()


def find_absences(session: Session, games: Iterable[str], now: int) -> dict[tuple[str, int], int]:
    """Return until when those seats of some games are away whose players are on vacation."""
    away = select(Seat.game_id, Seat.seat, Vacation.ended).join(Vacation, Vacation.player_id == Seat.player_id)
    now_away = away.where(Seat.game_id.in_(games), Vacation.began <= now, Vacation.ended > now)
    return {(game_id, seat): ended for game_id, seat, ended in session.execute(now_away)}
