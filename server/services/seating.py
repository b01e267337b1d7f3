"""Who may see a game and from which seat: members, former members, spectators, nobody else."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import bindparam, select

from engine.bots.names import name_bots
from engine.core.errors import Refused
from server.models import Game, Holder, Invitation, Member, Seat, Session, Stop
from server.services.club import Club
from server.services.ids import hash_secret
from server.services.shelf import refuse_unknown_game

# Made once: making a statement costs as much as running it.
_GAME = select(Game).where(Game.id == bindparam("game"))
_HELD = (
    select(Holder.seat, Holder.until_n)
    .where(Holder.game_id == bindparam("game"), Holder.player_id == bindparam("player"))
    .order_by(Holder.until_n.is_not(None), Holder.since_n.desc())
)
_HELD_OF_GAMES = (
    select(Holder.game_id, Holder.seat, Holder.until_n)
    .where(Holder.game_id.in_(bindparam("games", expanding=True)), Holder.player_id == bindparam("player"))
    .order_by(Holder.until_n.is_(None), Holder.since_n)
)
"""What somebody holds, or held last, comes last."""
_SEATS = (
    select(Seat, Member.handle, Member.deleted_at, Stop.began.is_not(None) & Stop.ended.is_(None))
    .outerjoin(Member, Member.id == Seat.player_id)
    .outerjoin(Stop, (Stop.game_id == Seat.game_id) & (Stop.seat == Seat.seat) & (Stop.ask == Seat.ask))
    .where(Seat.game_id.in_(bindparam("games", expanding=True)))
    .order_by(Seat.game_id, Seat.seat)
)


class Standpoint(NamedTuple):
    """From where somebody sees a game: a seat or none, and up to which entry."""

    seat: int | None
    until: int | None


class PublicSeat(msgspec.Struct, kw_only=True):
    """What everybody may know of a seat."""

    seat: int
    by: str
    player: str | None
    bot: str | None = None
    awaited: bool
    ask: int
    asked_at: int | None
    deadline: int | None
    stopped: bool
    away_until: int | None = None
    is_deleted: bool
    bot_name: str = ""

    @property
    def name(self) -> str:
        """How the seat is called: by its handle, a bot by its own name, the deleted as `player 3`."""
        if self.by == "bot":
            return self.bot_name
        if self.player:
            return self.player
        return f"player {self.seat + 1}" if self.is_deleted else f"p{self.seat + 1}"


def get_game(session: Session, game_id: str) -> Game:
    """Return a game without its packed record, or refuse."""
    game = session.scalars(_GAME, {"game": game_id}).first()
    return refuse_unknown_game(game_id) if game is None else game


def find_standpoint(
    session: Session, club: Club, game: Game, player: Member | None, invitation: str | None = None
) -> Standpoint:
    """Return from where a player sees a game; a private game is not there for outsiders."""
    if player is not None:
        held = session.execute(_HELD, {"game": game.id, "player": player.id}).first()
        if held is not None:
            return _stand(game, *held)
    is_host = player is not None and player.id == game.host_id
    if game.is_private and not is_host and not _is_invited_to(session, club, game.id, invitation):
        refuse_unknown_game(game.id)
    return Standpoint(None, None)


def find_standpoints(session: Session, games: Sequence[Game], player: Member | None) -> list[Standpoint]:
    """Return from where a player sees each of some games that they may see, looked up at once."""
    asked = {"games": [game.id for game in games], "player": None if player is None else player.id}
    held = {game_id: (seat, until) for game_id, seat, until in session.execute(_HELD_OF_GAMES, asked)}
    return [_stand(game, *held.get(game.id, (None, None))) for game in games]


def _stand(game: Game, seat: int | None, until: int | None) -> Standpoint:
    return Standpoint(seat, None if game.status == "over" else until)


def _is_invited_to(session: Session, club: Club, game_id: str, invitation: str | None) -> bool:
    return bool(invitation) and find_invitation(session, club, game_id, invitation or "") is not None


def find_invitation(session: Session, club: Club, game_id: str, invitation: str) -> Invitation | None:
    """Return a good invitation to a game, or refuse one that is used up; None if there is no such."""
    wanted = select(Invitation).where(Invitation.hash == hash_secret(invitation), Invitation.game_id == game_id)
    found = session.scalars(wanted).first()
    if found is None:
        return None
    if found.used_at is not None:
        raise Refused("invite_used", "This invitation was used; ask for another one.")
    if found.revoked_at is not None:
        raise Refused("link_revoked", "This invitation was taken back.")
    if found.expires_at <= club.now():
        raise Refused("invite_expired", "This invitation has expired; ask for another one.")
    return found


def check_may_watch(game: Game, standpoint: Standpoint) -> None:
    """Refuse spectators where the game has none."""
    if standpoint.seat is None and not game.spectators and game.status != "over":
        raise Refused("spectators_off", "This game is shown to its players only.")


def get_seats(session: Session, game_id: str) -> list[PublicSeat]:
    """Return the seats of a game with the names of those who sit there."""
    return get_seats_of_games(session, [game_id]).get(game_id, [])


def get_seats_of_games(session: Session, games: Sequence[str]) -> dict[str, list[PublicSeat]]:
    """Return the seats of several games, looked up at once."""
    found: dict[str, list[PublicSeat]] = {}
    for seat, handle, deleted_at, is_stopped in session.execute(_SEATS, {"games": games}):
        shown = PublicSeat(
            seat=seat.seat,
            by=seat.by,
            player=handle if seat.player_id else None,
            awaited=seat.awaited,
            ask=seat.ask,
            asked_at=seat.asked_at,
            deadline=seat.deadline,
            stopped=seat.awaited and is_stopped,
            is_deleted=deleted_at is not None,
        )
        found.setdefault(seat.game_id, []).append(shown)
    for game_id, shown_seats in found.items():
        _name_bots(game_id, shown_seats)
    return found


def _name_bots(game_id: str, seats: Sequence[PublicSeat]) -> None:
    """Call the bots of a game by names that nobody at the table has."""
    if any(seat.by == "bot" for seat in seats):
        names = name_bots(game_id, len(seats), [seat.player for seat in seats if seat.player])
        for seat, name in zip(seats, names, strict=True):
            seat.bot_name = name


def get_names(seats: Sequence[PublicSeat]) -> tuple[str, ...]:
    """Return how the seats are called."""
    return tuple(seat.name for seat in seats)
