"""Asks at which the clock has to look, many at once, each with all that bears on it."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sqlalchemy import Row, and_, bindparam, select, update

from server.models import ClockAct, Extension, Game, Member, Outage, Seat, Session, Stop, Vacation
from server.services.absences import get_vacations_since
from server.services.club import Club
from server.services.looks import SEATS
from server.services.outages import get_outages_since
from server.services.pace import Pace, Policy, read_pace, read_policy
from server.services.stops import AskKey, Reached

BATCH = 200
"""How many asks are looked at together."""
_DUE = (
    select(SEATS.c.game_id, SEATS.c.seat)
    .where(SEATS.c.look_at <= bindparam("now"))
    .order_by(SEATS.c.look_at)
    .limit(BATCH)
    .subquery()
)
_SAME_SEAT = and_(Seat.game_id == _DUE.c.game_id, Seat.seat == _DUE.c.seat)
_WANTED = (
    select(Seat, Game.pace, Game.policy, Game.held, Member.looked_at, Stop, Extension)
    .select_from(_DUE)
    .join(Seat, _SAME_SEAT)
    .join(Game, Game.id == Seat.game_id)
    .join(Member, Member.id == Seat.player_id)
    .outerjoin(Stop, and_(Stop.game_id == Seat.game_id, Stop.seat == Seat.seat, Stop.ask == Seat.ask))
    .outerjoin(
        Extension, and_(Extension.game_id == Seat.game_id, Extension.seat == Seat.seat, Extension.ask == Seat.ask)
    )
    .order_by(Seat.look_at, Seat.deadline)
)
_PUT_OFF = (
    update(SEATS)
    .where(SEATS.c.game_id == bindparam("game"), SEATS.c.seat == bindparam("place"), SEATS.c.ask == bindparam("number"))
    .where(SEATS.c.look_at == bindparam("seen"))
    .values(look_at=bindparam("next"))
)


class Running(NamedTuple):
    """An ask whose clock runs, and all that bears on it."""

    key: AskKey
    player_id: str
    reached: Reached
    pace: Pace
    policy: Policy
    deadline: int
    look_at: int
    is_held: bool
    stop: Stop | None
    extension: Extension | None
    outages: Sequence[Outage] = ()
    vacations: Sequence[Vacation] = ()
    has_notes: bool = False
    """Whether notes of the seat wait."""
    done: frozenset[str] = frozenset()
    """What the clock has done about it."""

    @property
    def asked_at(self) -> int:
        """When it was asked."""
        return self.reached.asked_at


def load_due(club: Club, now: int) -> list[Running]:
    """Return the asks at which the clock has to look by now, the first so many of them."""
    with club.read() as session:
        found = [_read_ask(row) for row in session.execute(_WANTED, {"now": now})]
        return _add_bearings(session, found) if found else []


def _read_ask(row: Row[Seat, dict[str, object], dict[str, object], bool, int | None, Stop, Extension]) -> Running:
    seat, plain, policy, is_held, looked_at, stop, extension = row
    pace = read_pace(plain)
    assert pace is not None
    assert seat.player_id is not None
    assert seat.deadline is not None
    assert seat.look_at is not None
    return Running(
        AskKey(seat.game_id, seat.seat, seat.ask),
        seat.player_id,
        Reached(seat.asked_at or 0, seat.told_at, looked_at),
        pace,
        read_policy(policy),
        seat.deadline,
        seat.look_at,
        is_held,
        stop,
        extension,
        has_notes=seat.has_notes,
    )


def _add_bearings(session: Session, found: Sequence[Running]) -> list[Running]:
    """Return asks with the outages and vacations since each of them, and what was done about it."""
    games, players = {one.key.game_id for one in found}, {one.player_id for one in found}
    since = min(one.asked_at for one in found)
    outages = get_outages_since(session, games, since)
    vacations = get_vacations_since(session, players, since)
    done = _find_done(session, games)
    return [
        one._replace(
            outages=[out for out in outages if _is_of(out, one)],
            vacations=[away for away in vacations if away.player_id == one.player_id and away.ended > one.asked_at],
            done=frozenset(done.get(one.key, ())),
        )
        for one in found
    ]


def _is_of(out: Outage, one: Running) -> bool:
    return out.game_id in {None, one.key.game_id} and (out.ended is None or out.ended > one.asked_at)


def _find_done(session: Session, games: Iterable[str]) -> dict[AskKey, set[str]]:
    """Return what the clock has done about what is asked now in some games."""
    same_ask = and_(ClockAct.game_id == Seat.game_id, ClockAct.seat == Seat.seat, ClockAct.ask == Seat.ask)
    wanted = select(ClockAct.game_id, ClockAct.seat, ClockAct.ask, ClockAct.action).join(Seat, same_ask)
    found: dict[AskKey, set[str]] = {}
    for game_id, seat, ask, action in session.execute(wanted.where(Seat.game_id.in_(games), Seat.awaited)):
        found.setdefault(AskKey(game_id, seat, ask), set()).add(action)
    return found


def put_off(club: Club, looks: Iterable[tuple[Running, int]]) -> None:
    """Write down when to look at asks again, but not where something has woken the clock meanwhile."""
    rows = [
        {"game": one.key.game_id, "place": one.key.seat, "number": one.key.ask, "seen": one.look_at, "next": at}
        for one, at in looks
    ]
    with club.begin() as connection:
        connection.execute(_PUT_OFF, rows)
