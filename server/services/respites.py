"""Time given at one table: a later deadline for what is asked now, and pauses that end by themselves."""

from collections.abc import Sequence

from sqlalchemy import ColumnElement, insert, or_, select, update

from engine.core.errors import Refused
from server.models import Extension, Game, Outage, Seat, Session
from server.services import looks
from server.services.club import Club
from server.services.pace import Pace, Pause, open_time, reckon
from server.storage.order import alone


def extend(session: Session, club: Club, game_id: str, seat: int | None, until: int) -> None:
    """Give a seat, or everybody who is asked something now, time until a moment; nobody loses time by it."""
    running = select(Seat).where(Seat.game_id == game_id, Seat.awaited, Seat.deadline.is_not(None))
    asked = session.scalars(running if seat is None else running.where(Seat.seat == seat)).all()
    if not asked:
        raise Refused("not_awaited", "No clock runs there now: there is no deadline to extend.")
    for one in asked:
        session.merge(Extension(game_id=game_id, seat=one.seat, ask=one.ask, at=club.now(), until=until))
        one.deadline, one.look_at = max(one.deadline or 0, until), club.now()
    session.flush()


def find_extended_deadline(given: Extension | None, pace: Pace, pauses: Sequence[Pause]) -> int:
    """Return the deadline that was given to an ask, later by what has paused it since; 0 where none was."""
    if given is None:
        return 0
    left = pace._replace(turn=max(1, open_time(pace, given.at, given.until)))
    return max(given.until, reckon(left, given.at, pauses).deadline)


def pause(session: Session, club: Club, game_id: str, until: int | None) -> None:
    """Let the clocks of a game stand still and its bots wait, until a moment or until it is resumed."""
    alone(session, "outages")
    if find_pause(session, game_id, club.now()) is not None:
        raise Refused("already_so", "The game is paused already.")
    session.execute(insert(Outage).values(cause="paused", game_id=game_id, began=club.now(), ended=until))
    looks.wake(session, club.now(), Seat.game_id == game_id)


def resume(session: Session, club: Club, game_id: str) -> None:
    """End the pause of a game now; what its clocks stood still is added to every deadline."""
    alone(session, "outages")
    ended = update(Outage).where(_is_pause(club.now()), Outage.game_id == game_id).values(ended=club.now())
    if session.change(ended) == 0:
        raise Refused("already_so", "The game is not paused.")
    looks.wake(session, club.now(), Seat.game_id == game_id)


def find_pause(session: Session, game_id: str, now: int) -> Outage | None:
    """Return the pause of a game that lasts."""
    return session.scalars(select(Outage).where(_is_pause(now), Outage.game_id == game_id)).first()


def is_paused(now: int) -> ColumnElement[bool]:
    """Return the condition that a game is paused now."""
    return select(Outage.id).where(_is_pause(now), Outage.game_id == Game.id).exists()


def _is_pause(now: int) -> ColumnElement[bool]:
    return (Outage.cause == "paused") & (Outage.began <= now) & or_(Outage.ended.is_(None), Outage.ended > now)
