"""A calendar of somebody's deadlines, behind a secret link that can be revoked; reading it changes nothing."""

import hmac
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from sqlalchemy import func, select, update

from engine.core.canonical import b64u
from engine.core.errors import Refused
from engine.core.language import Text
from server.models import Game, Link, Member, Seat, Session
from server.services import links
from server.services.club import Club
from server.services.ids import hash_secret
from server.storage.order import alone

NOTICE = timedelta(minutes=30)


class CalendarLink(NamedTuple):
    """The secret address of a calendar: None where there is none, or where it was made too long ago to be shown."""

    link: str | None
    created_at: int | None


def make_link(club: Club, player: Member) -> CalendarLink:
    """Return a new secret link to a player's calendar; earlier ones end."""
    with club.write() as session:
        return make_within(session, club, player)


def make_within(session: Session, club: Club, player: Member) -> CalendarLink:
    """Make a new link in a transaction of the caller's."""
    alone(session, f"links:{player.id}")
    revoke_within(session, club, player)
    last = session.scalar(select(func.max(Link.created_at)).where(Link.player_id == player.id))
    link = Link(hash="", player_id=player.id, created_at=max(club.now(), (last or 0) + 1))
    link.hash = hash_secret(_make_secret(club, link))
    session.add(link)
    return CalendarLink(_write_link(club, link), link.created_at)


def _make_secret(club: Club, link: Link) -> str:
    """Return the secret of a link: made with the server's key, so that its owner can be shown it again."""
    key = links.derive_secret(club, b"atelier-calendar-v1")
    return b64u(hmac.digest(key, f"{link.player_id}:{link.created_at}".encode(), "sha256"))


def _write_link(club: Club, link: Link) -> str:
    return f"{club.origin.rstrip('/')}/v1/calendar/{_make_secret(club, link)}.ics"


def find_link(club: Club, player: Member) -> CalendarLink:
    """Return the link to a player's calendar that is good now; one of an earlier release is known, but not its secret."""
    live = select(Link).where(Link.player_id == player.id, Link.revoked_at.is_(None))
    with club.read() as session:
        link = session.scalars(live.order_by(Link.created_at.desc()).limit(1)).first()
    if link is None:
        return CalendarLink(None, None)
    is_ours = link.hash == hash_secret(_make_secret(club, link))
    return CalendarLink(_write_link(club, link) if is_ours else None, link.created_at)


def revoke_links(club: Club, player: Member) -> None:
    """End every link to a player's calendar."""
    with club.write() as session:
        revoke_within(session, club, player)


def revoke_within(session: Session, club: Club, player: Member) -> None:
    """End every link to a player's calendar in a transaction of the caller's."""
    mine = (Link.player_id == player.id) & Link.revoked_at.is_(None)
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
            raise Refused("link_revoked", "This link was revoked; `atelier calendar --new` makes a new one.")
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
