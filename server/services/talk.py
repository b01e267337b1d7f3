"""Table talk: plain messages from players to their table."""

from collections.abc import Mapping
from typing import Any

import msgspec
from sqlalchemy import Select, bindparam, select

from engine.core.errors import Refused
from server.models import Member, Message, Session
from server.services import limits, texts
from server.services.club import Club
from server.services.notices import About, announce, get_seated_players
from server.services.seating import check_may_watch, find_standpoint, get_game

_OF_GAME = (
    select(Message, Member.handle)
    .join(Member, Member.id == Message.player_id)
    .where(Message.game_id == bindparam("game"))
)
_LATER = _OF_GAME.where(Message.id > bindparam("since")).order_by(Message.id).limit(bindparam("most"))
_LATEST = _OF_GAME.order_by(Message.id.desc()).limit(bindparam("most"))


class Remark(msgspec.Struct):
    """Something that was said at the table."""

    id: int
    player: str | None
    seat: int | None
    text: str
    at: int


def say(club: Club, game_id: str, player: Member, text: str) -> Remark:
    """Say something at the table; the others are told."""
    with club.write() as session:
        return say_within(session, club, game_id, player, text)


def say_within(session: Session, club: Club, game_id: str, player: Member, text: str) -> Remark:
    """Say something at the table in a transaction of the caller's."""
    text = texts.plain(text, "text", texts.MOST_MESSAGE, lines=True)
    if not text:
        raise Refused("invalid_value", "A message needs some text.")
    game = get_game(session, game_id)
    standpoint = find_standpoint(session, club, game, player)
    if standpoint.seat is None and player.id != game.host_id:
        raise Refused("not_your_seat", "Only players at this table can talk here.")
    limits.count(session, club, f"say:{player.id}", 120, 3600)
    said = Message(game_id=game_id, player_id=player.id, seat=standpoint.seat, text=text, at=club.now())
    session.add(said)
    session.flush()
    about = About(game_id=game_id, data={"message": said.id})
    for other in get_seated_players(session, game_id):
        if other != player.id:
            announce(session, club, "talk", other, about, unique=f"talk:{said.id}:{other}")
    return Remark(said.id, player.handle, said.seat, said.text, said.at)


def get_remarks(club: Club, game_id: str, player: Member | None, since: int, most: int) -> list[Remark]:
    """Return messages after a number, oldest first."""
    with club.read() as session:
        game = get_game(session, game_id)
        check_may_watch(game, find_standpoint(session, club, game, player))
        return _find(session, _LATER, {"game": game_id, "since": since, "most": most})


def get_last_remarks(session: Session, game_id: str, most: int) -> list[Remark]:
    """Return the last messages at a table, oldest first, to whoever may watch it."""
    return _find(session, _LATEST, {"game": game_id, "most": most})[::-1]


def _find(session: Session, wanted: Select[Message, str | None], asked: Mapping[str, Any]) -> list[Remark]:
    rows = session.execute(wanted, asked).all()
    return [Remark(said.id, handle, said.seat, said.text, said.at) for said, handle in rows]
