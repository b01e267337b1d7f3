"""Who may see a game and from which seat: members, former members, spectators, nobody else."""

from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, select

from engine.core.errors import Refused
from server.models import Game, Holder, Invitation, Player, Seat, Stop, table
from server.services.accounts import secret_hash
from server.services.club import Club
from server.services.shelf import refuse_unknown_game

# Made once: making a statement costs as much as running it.
_COLUMNS = [column for column in table(Game).columns if column.name not in {"page", "dump"}]
_GAME = select(*_COLUMNS).where(Game.id == bindparam("game"))
SEATS_OF_GAMES = (
    select(table(Seat), Player.handle, Player.deleted_at, Stop.began.label("stopped_at"), Stop.ended)
    .outerjoin(Player, Player.id == Seat.player_id)
    .outerjoin(Stop, (Stop.game_id == Seat.game_id) & (Stop.seat == Seat.seat) & (Stop.ask == Seat.ask))
    .where(Seat.game_id.in_(bindparam("games", expanding=True)))
    .order_by(Seat.game_id, Seat.seat)
)


class Place(NamedTuple):
    """From where somebody sees a game: a seat or none, and up to which entry."""

    seat: int | None
    until: int | None


def get_game(connection: Connection, game_id: str) -> Any:
    """Return a game's row without the packed record, or refuse."""
    row = connection.execute(_GAME, {"game": game_id}).first()
    if row is None:
        refuse_unknown_game(game_id)
    return row


def find_place(
    connection: Connection, club: Club, game: Any, player: Any | None, invitation: str | None = None
) -> Place:
    """Return from where a player sees a game; a private game is not there for outsiders."""
    if player is not None:
        held = connection.execute(
            select(Holder.seat, Holder.until_n)
            .where(Holder.game_id == game.id, Holder.player_id == player.id)
            .order_by(Holder.until_n.is_not(None), Holder.since_n.desc())
        ).first()
        if held is not None:
            return Place(held.seat, None if game.status == "over" else held.until_n)
    is_host = player is not None and player.id == game.host_id
    if game.is_private and not is_host and not _is_invited_to(connection, club, game.id, invitation):
        refuse_unknown_game(game.id)
    return Place(None, None)


def _is_invited_to(connection: Connection, club: Club, game_id: str, invitation: str | None) -> bool:
    return bool(invitation) and find_invitation(connection, club, game_id, invitation or "") is not None


def find_invitation(connection: Connection, club: Club, game_id: str, invitation: str) -> Any:
    """Return a good invitation to a game, or refuse one that is used up; None if there is no such."""
    wanted = select(table(Invitation)).where(Invitation.hash == secret_hash(invitation), Invitation.game_id == game_id)
    row = connection.execute(wanted).first()
    if row is None:
        return None
    if row.used_at is not None:
        raise Refused("invite_used", "This invitation was used; ask for another one.")
    if row.revoked_at is not None:
        raise Refused("link_revoked", "This invitation was taken back.")
    if row.expires_at <= club.now():
        raise Refused("invite_expired", "This invitation has expired; ask for another one.")
    return row


def check_may_watch(game: Any, place: Place) -> None:
    """Refuse spectators where the game has none."""
    if place.seat is None and not game.spectators and game.status != "over":
        raise Refused("spectators_off", "This game is shown to its players only.")


def seats_of(connection: Connection, game_id: str) -> list[dict[str, Any]]:
    """Return the seats with the names of those who sit there."""
    return [described_seat(row) for row in connection.execute(SEATS_OF_GAMES, {"games": [game_id]})]


def described_seat(row: Any) -> dict[str, Any]:
    """Return what is public of a seat."""
    return {
        "seat": row.seat, "by": row.by, "player": row.handle if row.player_id else None, "awaited": row.awaited,
        "ask": row.ask, "deadline": row.deadline, "is_deleted": row.deleted_at is not None,
        "stopped": row.awaited and row.stopped_at is not None and row.ended is None,
    }  # fmt: skip


def names_of(seats: list[dict[str, Any]]) -> tuple[str, ...]:
    """Return how the seats are called: handles, bots by their seat, the deleted as `player 3`."""
    return tuple(_name(seat) for seat in seats)


def _name(seat: dict[str, Any]) -> str:
    if seat["player"] and seat["by"] != "bot":
        return str(seat["player"])
    return f"player {seat['seat'] + 1}" if seat["is_deleted"] else f"p{seat['seat'] + 1}"
