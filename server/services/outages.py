"""Time that counts for nobody: a heartbeat shows when the server was down, and mail tells when it can't go out."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, insert, or_, select, update
from sqlalchemy.dialects.postgresql import insert as postgres_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from server.models import Game, Mark, Outage, table
from server.services.club import Club
from server.services.order import alone

_INSERTS: dict[str, Any] = {"sqlite": sqlite_insert, "postgresql": postgres_insert}
BEAT = 30_000
GAP = 5 * 60_000
MAIL_GAP = 60 * 60_000
_HELD = (Outage.cause == "held") & Outage.ended.is_(None)


def beat(club: Club) -> None:
    """Show that the server lives; a gap since the last beat becomes an outage, once, whoever notices it."""
    now = club.now()
    with club.read() as connection:
        last = connection.execute(select(Mark.at).where(Mark.name == "heartbeat")).scalar()
    if last is not None and abs(now - last) < BEAT:
        return
    with club.write() as connection:
        if last is None:
            _set_mark(connection, "heartbeat", now)
        elif _move_mark(connection, "heartbeat", last, now) and now - last > GAP:
            connection.execute(insert(table(Outage)).values(cause="server", began=last, ended=now))


def _move_mark(connection: Connection, name: str, seen: int, at: int) -> bool:
    """Move a mark if nobody else has; a clock that went back moves it too, and gives no outage."""
    moved = connection.execute(update(Mark).where(Mark.name == name, Mark.at == seen).values(at=at))
    return moved.rowcount == 1


def _set_mark(connection: Connection, name: str, at: int) -> None:
    """Set a mark that is not there; two workers may do so at once."""
    upsert = _INSERTS[connection.dialect.name]
    connection.execute(upsert(table(Mark)).values(name=name, at=at).on_conflict_do_nothing(index_elements=["name"]))


def mail_fails(club: Club) -> None:
    """Remember since when no mail can go out; after an hour that is an outage, which lasts until one does."""
    now = club.now()
    with club.write() as connection:
        alone(connection, "outages")
        _set_mark(connection, "mail_down", now)
        since = connection.execute(select(Mark.at).where(Mark.name == "mail_down")).scalar_one()
        running = select(Outage.id).where(Outage.cause == "mail", Outage.ended.is_(None))
        if now - since > MAIL_GAP and connection.execute(running).first() is None:
            connection.execute(insert(table(Outage)).values(cause="mail", began=since))


def mail_works(club: Club) -> None:
    """Mail goes out again: the outage, if it was one, ends now."""
    with club.read() as connection:
        if connection.execute(select(Mark.at).where(Mark.name == "mail_down")).first() is None:
            return
    with club.write() as connection:
        alone(connection, "outages")
        connection.execute(table(Mark).delete().where(Mark.name == "mail_down"))
        running = (Outage.cause == "mail") & Outage.ended.is_(None)
        connection.execute(update(Outage).where(running).values(ended=club.now()))


def mind_held_games(club: Club) -> None:
    """Let the time of games that are held for an upgrade count for nobody."""
    with club.read() as connection:
        held, noted = _held_and_noted(connection)
    if held == noted:
        return
    now = club.now()
    with club.write() as connection:
        alone(connection, "outages")
        held, noted = _held_and_noted(connection)
        for game in held - noted:
            connection.execute(insert(table(Outage)).values(cause="held", game_id=game, began=now))
        connection.execute(update(Outage).where(_HELD, Outage.game_id.in_(noted - held)).values(ended=now))


def _held_and_noted(connection: Connection) -> tuple[set[str], set[str | None]]:
    held = set(connection.execute(select(Game.id).where(Game.held, Game.status == "running")).scalars())
    return held, set(connection.execute(select(Outage.game_id).where(_HELD)).scalars())


def outages_since(connection: Connection, game_id: str, since: int) -> Sequence[Any]:
    """Return the outages that concern a game and were not over at a moment."""
    concerns = or_(Outage.game_id.is_(None), Outage.game_id == game_id)
    not_over = or_(Outage.ended.is_(None), Outage.ended > since)
    return connection.execute(select(table(Outage)).where(concerns, not_over).order_by(Outage.began)).all()
