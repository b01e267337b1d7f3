"""A calendar of somebody's deadlines, behind a secret link that can be revoked; reading it changes nothing."""

import secrets
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from sqlalchemy import select, update

from engine.core.errors import Refused
from engine.core.language import Text
from server.models import Game, Link, Member, Seat, Session
from server.services.club import Club
from server.services.ids import hash_secret
from server.storage.order import alone

NOTICE = timedelta(minutes=30)


def make_link(club: Club, player: Member) -> str:
    """Return a new secret link to a player's calendar; earlier ones end."""
    secret = secrets.token_urlsafe(24)
    with club.write() as session:
        alone(session, f"links:{player.id}")
        _revoke(session, club, player.id)
        session.add(Link(hash=hash_secret(secret), player_id=player.id, created_at=club.now()))
    return f"{club.config.origin.rstrip('/')}/v1/calendar/{secret}.ics"


def revoke_links(club: Club, player: Member) -> None:
    """End every link to a player's calendar."""
    with club.write() as session:
        _revoke(session, club, player.id)


def _revoke(session: Session, club: Club, player: str) -> None:
    mine = (Link.player_id == player) & Link.revoked_at.is_(None)
    session.execute(update(Link).where(mine).values(revoked_at=club.now()))


def read(club: Club, secret: str) -> bytes:
    """Return the calendar behind a link, or refuse one that is unknown or revoked."""
    with club.read() as session:
        wanted = select(Member, Link.revoked_at).join(Link, Link.player_id == Member.id)
        found = session.execute(wanted.where(Link.hash == hash_secret(secret))).first()
        if found is None or found[0].deleted_at is not None:
            raise Refused("not_found", "There is nothing at this address.")
        player, revoked_at = found
        if revoked_at is not None:
            raise Refused("link_revoked", "This link was revoked; `atelier` makes a new one.")
        due = _get_due(session, player.id)
    return _write_calendar(club, player, due)


def _get_due(session: Session, player: str) -> Sequence[tuple[Seat, str]]:
    mine = (Seat.player_id == player) & Seat.awaited & (Seat.by == "player") & Seat.deadline.is_not(None)
    running = select(Seat, Game.title).join(Game, Game.id == Seat.game_id).where(mine, Game.status == "running")
    return session.execute(running.order_by(Seat.deadline)).all()


def _write_calendar(club: Club, player: Member, due: Sequence[tuple[Seat, str]]) -> bytes:
    import icalendar  # here, since few ask for a calendar

    calendar = icalendar.Calendar()
    calendar.add("prodid", "-//Atelier//deadlines//")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", club.config.name)
    domain = club.config.mail.sender.partition("@")[2]
    for seat, title in due:
        event = icalendar.Event()
        deadline = _read_moment(seat.deadline)
        event.add("uid", f"{seat.game_id}-{seat.seat}-{seat.ask}@{domain}")
        event.add("dtstamp", _read_moment(seat.asked_at))
        event.add("dtstart", deadline - NOTICE)
        event.add("dtend", deadline)
        event.add("summary", Text("{title}: your turn is due", title=title).say(player.lang))
        event.add("description", f"atelier play {seat.game_id}")
        calendar.add_component(event)
    content: bytes = calendar.to_ical()
    return content


def _read_moment(at: int | None) -> datetime:
    return datetime.fromtimestamp((at or 0) / 1000, UTC)
