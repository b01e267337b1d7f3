"""When the clock looks at an ask next: a moment beside its seat, moved by whatever may change what is due."""

from sqlalchemy import BindParameter, ColumnElement, and_, bindparam, case, exists, or_, update

from server.models import Seat, Session, Stop, table

LATE = 15 * 60_000
"""How long after an ask its mail may go out before that counts as late, beside the wait for undos."""
NEVER = 2**62
"""Not by itself: only when something happens that wakes the clock."""
SEATS = table(Seat)
_SAME_ASK = and_(Stop.game_id == SEATS.c.game_id, Stop.seat == SEATS.c.seat, Stop.ask == SEATS.c.ask)
_IS_STOPPED = exists().where(_SAME_ASK, Stop.ended.is_(None))
_AT: BindParameter[int] = bindparam("at")
ONCE_TOLD = case(
    (and_(SEATS.c.look_at.is_not(None), or_(SEATS.c.asked_at < _AT - LATE, _IS_STOPPED)), _AT), else_=SEATS.c.look_at
)
"""When to look at an ask whose player was told of it at `at`: at once, if that was late."""


def wake(session: Session, now: int, *which: ColumnElement[bool]) -> None:
    """Let the clock look at asks now: all whose time runs, or some."""
    session.execute(update(SEATS).where(SEATS.c.look_at.is_not(None), *which).values(look_at=now))


def wake_unreached(session: Session, now: int, player: str) -> None:
    """Let the clock look at what was asked of somebody who could not be told so far, and is here now."""
    wake(session, now, SEATS.c.player_id == player, or_(SEATS.c.told_at.is_(None), _IS_STOPPED))
