"""How often is too often: counters in the database, shared by all processes."""

from sqlalchemy import delete

from engine.core.errors import Refused
from server.models import Rate, Session, table
from server.services.club import Club
from server.storage.inserts import insert_into


class TooOften(Refused):
    """A refusal that knows after how many seconds it ends."""

    def __init__(self, seconds: int) -> None:
        super().__init__("rate_limited", "That was too often; try again in {seconds} seconds.", seconds=seconds)
        self.seconds = seconds


def count(session: Session, club: Club, key: str, most: int, seconds: int) -> None:
    """Count one use of `key` and refuse when there were too many in this window."""
    if not club.config.rates:
        return
    now = club.now()
    window = now // (seconds * 1000)
    rates = table(Rate)
    ends_at = (window + 1) * seconds * 1000
    fresh = insert_into(session.dialect, Rate).values(key=key[:120], window=window, count=1, ends_at=ends_at)
    counted = fresh.on_conflict_do_update(index_elements=["key", "window"], set_={"count": rates.c.count + 1})
    used = session.execute(counted.returning(rates.c.count)).scalar_one()
    if used == 1:
        session.execute(delete(rates).where(rates.c.key == key[:120], rates.c.window < window))
    if used > most:
        raise TooOften(seconds - now // 1000 % seconds)


def forget_old(session: Session, club: Club) -> None:
    """Forget what was counted in windows that are over."""
    session.execute(delete(Rate).where(Rate.ends_at <= club.now()))
