"""Lists of games: what somebody may see, page by page."""

import msgspec
from sqlalchemy import ColumnElement, Select, and_, or_, select

from engine.core.errors import Refused
from server.models import Game, Holder, Member, Seat
from server.services.club import Club
from server.services.games import PublicGame, show_games
from server.services.seating import find_standpoints

FILTERS = ("mine", "waiting", "open", "running", "finished")


class GamePage(msgspec.Struct):
    """Some games, and the cursor of the next ones."""

    games: list[PublicGame]
    next: str | None


def find_games(
    club: Club, player: Member | None, which: str | None, rules: str | None, cursor: str | None, most: int
) -> GamePage:
    """Return a page of games, the last changed first, and the cursor of the next page."""
    with club.read() as session:
        wanted = _filter(select(Game), which, player)
        if rules:
            wanted = wanted.where(Game.rules == rules)
        if cursor:
            wanted = wanted.where(_read_cursor(cursor))
        found = session.scalars(wanted.order_by(Game.changed_at.desc(), Game.id).limit(most + 1)).all()
        games = found[:most]
        shown = show_games(session, games, find_standpoints(session, games, player), club.now())
    more = f"{found[most - 1].changed_at}.{found[most - 1].id}" if len(found) > most else None
    return GamePage(shown, more)


def _keep_visible(query: Select[Game], player: Member | None) -> Select[Game]:
    if player is None:
        return query.where(Game.is_private.is_(False))
    mine = select(Holder.game_id).where(Holder.player_id == player.id)
    return query.where(or_(Game.is_private.is_(False), Game.host_id == player.id, Game.id.in_(mine)))


def _filter(query: Select[Game], which: str | None, player: Member | None) -> Select[Game]:
    if which in {"mine", "waiting"}:
        if player is None:
            raise Refused("token_missing", "Send `Authorization: Bearer TOKEN`; POST /v1/tokens gives one.")
        return _keep_own(query, which, player)
    status = {"open": "open", "running": "running", "finished": "over"}.get(which or "")
    visible = _keep_visible(query, player)
    return visible.where(Game.status == status) if status else visible


def _keep_own(query: Select[Game], which: str | None, player: Member) -> Select[Game]:
    """Keep what somebody plays, has played or has opened, or only what waits for them: all of it is theirs to see."""
    if which == "mine":
        held = select(Holder.game_id).where(Holder.player_id == player.id)
        opened = select(Game.id).where(Game.host_id == player.id)
        return query.where(Game.id.in_(held.union(opened)))  # one list of names: with an `or` every game is looked at
    awaited = (Seat.player_id == player.id) & Seat.awaited & (Seat.by == "player")
    return query.where(Game.status == "running", Game.id.in_(select(Seat.game_id).where(awaited)))


def _read_cursor(cursor: str) -> ColumnElement[bool]:
    changed, _, game_id = cursor.partition(".")
    if not changed.isdecimal() or not game_id:
        raise Refused("bad_cursor", "The cursor `{cursor}` is not one that this server gave.", cursor=cursor[:80])
    at = int(changed[:18])
    return or_(Game.changed_at < at, and_(Game.changed_at == at, Game.id > game_id))
