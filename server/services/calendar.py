"""A calendar of somebody's deadlines, behind a secret link that can be revoked; reading it changes nothing."""

import secrets
from datetime import UTC, datetime, timedelta
from typing import Any

import icalendar
from sqlalchemy import Connection, insert, select, update

from engine.core.errors import Refused
from engine.core.language import Text
from server.models import Game, Link, Player, Seat, table
from server.services.accounts import secret_hash
from server.services.club import Club
from server.services.order import alone

NOTICE = timedelta(minutes=30)


def make_link(club: Club, player: Any) -> str:
    """Return a new secret link to a player's calendar; earlier ones end."""
    secret = secrets.token_urlsafe(24)
    with club.write() as connection:
        alone(connection, f"links:{player.id}")
        _revoke(connection, club, player.id)
        row = {"hash": secret_hash(secret), "player_id": player.id, "created_at": club.now()}
        connection.execute(insert(table(Link)).values(row))
    return f"{club.config.origin.rstrip('/')}/v1/calendar/{secret}.ics"


def revoke_links(club: Club, player: Any) -> None:
    """End every link to a player's calendar."""
    with club.write() as connection:
        _revoke(connection, club, player.id)


def _revoke(connection: Connection, club: Club, player: str) -> None:
    mine = (Link.player_id == player) & Link.revoked_at.is_(None)
    connection.execute(update(Link).where(mine).values(revoked_at=club.now()))


def read(club: Club, secret: str) -> bytes:
    """Return the calendar behind a link, or refuse one that is unknown or revoked."""
    with club.read() as connection:
        wanted = select(Link.revoked_at, table(Player)).join(Player, Player.id == Link.player_id)
        found = connection.execute(wanted.where(Link.hash == secret_hash(secret))).first()
        if found is None or found.deleted_at is not None:
            raise Refused("not_found", "There is nothing at this address.")
        if found.revoked_at is not None:
            raise Refused("link_revoked", "This link was revoked; `atelier` makes a new one.")
        due = _due(connection, found.id)
    return _calendar(club, found, due)


def _due(connection: Connection, player: str) -> list[Any]:
    mine = (Seat.player_id == player) & Seat.awaited & (Seat.by == "player") & Seat.deadline.is_not(None)
    wanted = select(Seat.game_id, Seat.seat, Seat.ask, Seat.deadline, Seat.asked_at, Game.title)
    running = wanted.join(Game, Game.id == Seat.game_id).where(mine, Game.status == "running")
    return list(connection.execute(running.order_by(Seat.deadline)).all())


def _calendar(club: Club, player: Any, due: list[Any]) -> bytes:
    calendar = icalendar.Calendar()
    calendar.add("prodid", "-//Atelier//deadlines//")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", club.config.name)
    domain = club.config.mail.sender.partition("@")[2]
    for row in due:
        event = icalendar.Event()
        deadline = datetime.fromtimestamp(row.deadline / 1000, UTC)
        event.add("uid", f"{row.game_id}-{row.seat}-{row.ask}@{domain}")
        event.add("dtstamp", datetime.fromtimestamp(row.asked_at / 1000, UTC))
        event.add("dtstart", deadline - NOTICE)
        event.add("dtend", deadline)
        event.add("summary", Text("{title}: your turn is due", title=row.title).say(player.lang))
        event.add("description", f"atelier play {row.game_id}")
        calendar.add_component(event)
    content: bytes = calendar.to_ical()
    return content
