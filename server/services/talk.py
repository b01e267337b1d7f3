"""Table talk: plain messages from players to their table."""

from typing import Any

from sqlalchemy import Connection, insert, select

from engine.core.errors import Refused
from server.models import Message, Player, table
from server.services import limits, texts
from server.services.club import Club
from server.services.notices import announce, seated_players
from server.services.seating import check_may_watch, find_place, get_game

MESSAGES = table(Message)


def say(club: Club, game_id: str, player: Any, text: str) -> dict[str, Any]:
    """Say something at the table; the others are told."""
    with club.write() as connection:
        return say_within(connection, club, game_id, player, text)


def say_within(connection: Connection, club: Club, game_id: str, player: Any, text: str) -> dict[str, Any]:
    """Say something at the table in a transaction of the caller's."""
    text = texts.plain(text, "text", texts.MOST_MESSAGE, lines=True)
    if not text:
        raise Refused("invalid_value", "A message needs some text.")
    game = get_game(connection, game_id)
    place = find_place(connection, club, game, player)
    if place.seat is None and player.id != game.host_id:
        raise Refused("not_your_seat", "Only players at this table can talk here.")
    limits.count(connection, club, f"say:{player.id}", 120, 3600)
    row = {"game_id": game_id, "player_id": player.id, "seat": place.seat, "text": text, "at": club.now()}
    number = connection.execute(insert(MESSAGES).values(row).returning(MESSAGES.c.id)).scalar_one()
    for other in seated_players(connection, game_id):
        if other != player.id:
            unique = f"talk:{number}:{other}"
            announce(connection, club, "talk", other, game_id=game_id, data={"message": number}, unique=unique)
    return {"id": number, "player": player.handle, "seat": place.seat, "text": text, "at": row["at"]}


def listed(club: Club, game_id: str, player: Any | None, since: int, most: int) -> list[dict[str, Any]]:
    """Return messages after a number, oldest first."""
    with club.read() as connection:
        game = get_game(connection, game_id)
        check_may_watch(game, find_place(connection, club, game, player))
        wanted = (
            select(MESSAGES, Player.handle)
            .join(Player, Player.id == Message.player_id)
            .where(Message.game_id == game_id, Message.id > since)
            .order_by(Message.id)
            .limit(most)
        )
        rows = connection.execute(wanted).all()
    return [{"id": r.id, "player": r.handle, "seat": r.seat, "text": r.text, "at": r.at} for r in rows]
