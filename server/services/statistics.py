"""How a club stands: what waits, what was given up, what runs."""

import msgspec
from sqlalchemy import func, select

from server.models import Game, Moment, OutboxRow, Seat
from server.services.club import Club


class Gauges(msgspec.Struct):
    """Figures of one moment."""

    queued: int
    parked: int
    heartbeat_age_seconds: float | None
    """None where no worker has ever run."""
    running: int
    waiting: int


def read_gauges(club: Club) -> Gauges:
    """Return the figures of now."""
    mails = select(OutboxRow.state, func.count()).where(OutboxRow.state.in_(("queued", "parked")))
    running = select(func.count()).select_from(Game).where(Game.status == "running")
    awaited = select(func.count()).select_from(Seat).where(Seat.awaited, Seat.by == "player")
    with club.read() as session:
        by_state = dict(session.execute(mails.group_by(OutboxRow.state)).all())
        beat = session.scalar(select(Moment.at).where(Moment.name == "heartbeat"))
        return Gauges(
            queued=by_state.get("queued", 0),
            parked=by_state.get("parked", 0),
            heartbeat_age_seconds=None if beat is None else (club.now() - beat) / 1000,
            running=session.scalar(running) or 0,
            waiting=session.scalar(awaited) or 0,
        )
