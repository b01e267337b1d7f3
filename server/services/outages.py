"""Time that counts for nobody: the server was down, mail could not go out, or hosts have paused the club."""

from collections.abc import Iterable, Sequence

from sqlalchemy import delete, insert, or_, select, update

from engine.core.errors import Refused
from server.models import Game, Moment, Outage, Seat, Session
from server.services import looks
from server.services.club import Club
from server.storage.inserts import insert_unless_there
from server.storage.order import alone

BEAT = 30_000
GAP = 5 * 60_000
MAIL_GAP = 60 * 60_000
_HELD = (Outage.cause == "held") & Outage.ended.is_(None)
_PAUSED = (Outage.cause == "paused") & Outage.game_id.is_(None)


def beat(club: Club) -> None:
    """Show that the server lives; a gap since the last beat becomes an outage, once, whoever notices it."""
    now = club.now()
    with club.read() as session:
        last = session.execute(select(Moment.at).where(Moment.name == "heartbeat")).scalar()
    if last is not None and abs(now - last) < BEAT:
        return
    with club.write() as session:
        if last is None:
            _set_moment(session, "heartbeat", now)
        elif _move_moment(session, "heartbeat", last, now) and now - last > GAP:
            session.execute(insert(Outage).values(cause="server", began=last, ended=now))
            looks.wake(session, now)


def _move_moment(session: Session, name: str, seen: int, at: int) -> bool:
    """Move a moment if nobody else has; a clock that went back moves it too, and gives no outage."""
    return session.change(update(Moment).where(Moment.name == name, Moment.at == seen).values(at=at)) == 1


def _set_moment(session: Session, name: str, at: int) -> None:
    """Set a moment that is not there; two workers may do so at once."""
    insert_unless_there(session, Moment, ["name"], {"name": name, "at": at})


def note_mail_fails(club: Club) -> None:
    """Remember since when no mail can go out; after an hour that is an outage, which lasts until one does."""
    now = club.now()
    with club.write() as session:
        alone(session, "outages")
        _set_moment(session, "mail_down", now)
        since = session.execute(select(Moment.at).where(Moment.name == "mail_down")).scalar_one()
        running = select(Outage.id).where(Outage.cause == "mail", Outage.ended.is_(None))
        if now - since > MAIL_GAP and session.execute(running).first() is None:
            session.execute(insert(Outage).values(cause="mail", began=since))


def note_mail_works(club: Club) -> None:
    """Mail goes out again: the outage, if it was one, ends now."""
    with club.read() as session:
        if session.execute(select(Moment.at).where(Moment.name == "mail_down")).first() is None:
            return
    with club.write() as session:
        alone(session, "outages")
        session.execute(delete(Moment).where(Moment.name == "mail_down"))
        running = (Outage.cause == "mail") & Outage.ended.is_(None)
        if session.change(update(Outage).where(running).values(ended=club.now())):
            looks.wake(session, club.now())


def mind_held_games(club: Club) -> None:
    """Let the time of games that are held for an upgrade count for nobody."""
    with club.read() as session:
        held, noted = _held_and_noted(session)
    if held == noted:
        return
    now = club.now()
    with club.write() as session:
        alone(session, "outages")
        held, noted = _held_and_noted(session)
        for game in held - noted:
            session.execute(insert(Outage).values(cause="held", game_id=game, began=now))
        session.execute(update(Outage).where(_HELD, Outage.game_id.in_(noted - held)).values(ended=now))
        looks.wake(session, now, Seat.game_id.in_(noted - held))


def _held_and_noted(session: Session) -> tuple[set[str], set[str | None]]:
    held = set(session.execute(select(Game.id).where(Game.held, Game.status == "running")).scalars())
    return held, set(session.execute(select(Outage.game_id).where(_HELD)).scalars())


def get_outages_since(session: Session, games: Iterable[str], since: int) -> Sequence[Outage]:
    """Return the outages that concern one of some games and were not over at a moment."""
    concerns = or_(Outage.game_id.is_(None), Outage.game_id.in_(games))
    not_over = or_(Outage.ended.is_(None), Outage.ended > since)
    return session.scalars(select(Outage).where(concerns, not_over).order_by(Outage.began)).all()


def find_pause(session: Session) -> int | None:
    """Return since when the club is paused, None where it is not."""
    return session.scalar(select(Outage.began).where(_PAUSED, Outage.ended.is_(None)))


def pause(session: Session, club: Club) -> None:
    """Let every clock of the club stand."""
    alone(session, "outages")
    if find_pause(session) is not None:
        raise Refused("already_so", "The club is paused already.")
    session.execute(insert(Outage).values(cause="paused", began=club.now()))


def resume(session: Session, club: Club) -> None:
    """Let the clocks run again; what they stood is added to every deadline."""
    alone(session, "outages")
    if session.change(update(Outage).where(_PAUSED, Outage.ended.is_(None)).values(ended=club.now())) == 0:
        raise Refused("already_so", "The club is not paused.")
    looks.wake(session, club.now())


def find_paused(session: Session, games: Iterable[str], now: int) -> set[str]:
    """Return which of some games stand still because they, or the whole club, are paused."""
    concerns = (Outage.cause == "paused") & or_(Outage.game_id.is_(None), Outage.game_id.in_(games))
    lasts = (Outage.began <= now) & or_(Outage.ended.is_(None), Outage.ended > now)
    paused = set(session.scalars(select(Outage.game_id).where(concerns, lasts)))
    return {game_id for game_id in games if paused & {None, game_id}}


def get_pauses_since(session: Session, games: Iterable[str], since: int) -> list[Outage]:
    """Return the pauses of some games and of the whole club that were not over at a moment."""
    return [out for out in get_outages_since(session, games, since) if out.cause == "paused"]


def sum_pauses(pauses: Iterable[Outage], game_id: str, since: int, now: int) -> int:
    """Return how long a game or its whole club was paused since a moment."""
    mine = [out for out in pauses if out.game_id in {None, game_id} and (out.ended is None or out.ended > since)]
    return sum(min(out.ended or now, now) - max(out.began, since) for out in mine)
