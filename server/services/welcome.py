"""What a newcomer is told: what the club is, who invites, and what to type; nothing of it was written by a member."""

import shlex

import msgspec
from sqlalchemy import select

import engine
from engine.core.errors import Refused
from engine.core.language import Text
from server.models import Game, Invitation, Member, Session
from server.services import settings, texts
from server.services.club import Club
from server.services.ids import hash_secret
from server.services.seating import find_invitation, find_standpoint, get_game

SOMEBODY = Text("somebody")


class Invited(msgspec.Struct, frozen=True):
    """What is told of an invitation: who invites, to which game, and until when."""

    by: Text | str
    rules: str | None
    """The game's kind; None for an invitation to the club."""
    game_id: str | None
    secret: str | None
    expires_at: int | None


def name_inviter(handle: str | None) -> Text | str:
    """Return who invites; a handle of old clubs that could be taken for an address is not shown to strangers."""
    return handle if handle and texts.is_handle(handle) else SOMEBODY


def name_game(rules: str, lang: str) -> str:
    """Return how a game is called in a language."""
    known = engine.games().get(rules)
    return rules if known is None else str(getattr(known.title, lang))


def list_steps(session: Session, club: Club, invited: Invited | None = None, mail: str = "MAIL") -> list[str]:
    """Return what to type, from installing the client to sitting at the table."""
    origin, game = club.origin.rstrip("/"), invited.game_id if invited else None
    by_invitation = f" --invitation {invited.secret}" if invited and invited.secret else ""
    wanted = by_invitation if game is None or settings.get_registration(session, club) == "invited" else ""
    address = mail if mail == "MAIL" else shlex.quote(mail)
    steps = [
        f"pipx install {club.config.client}",
        f"atelier register HANDLE {address} --server {origin}{wanted}",
        "atelier confirm CODE",
    ]
    return steps if game is None else [*steps, f"atelier join {game}{by_invitation}"]


def look_at_game(
    session: Session, club: Club, game_id: str, invitation: str | None, player: Member | None = None
) -> Invited:
    """Return what a page tells of a game to whoever has its link, sits there or is invited, or refuse."""
    game = get_game(session, game_id)
    find_standpoint(session, club, game, player, invitation)
    found = find_invitation(session, club, game_id, invitation) if invitation else None
    return _show(session, found, invitation, game)


def look_at_club(session: Session, club: Club, invitation: str | None) -> Invited | None:
    """Return what a page tells of an invitation to the club, None without one; refuse one that is good no more."""
    if not invitation:
        return None
    wanted = select(Invitation).where(Invitation.hash == hash_secret(invitation), Invitation.game_id.is_(None))
    found = session.scalars(wanted).first()
    if found is None or found.revoked_at is not None:
        raise Refused("link_revoked", "This invitation was taken back.")
    if found.registered_id is not None:
        raise Refused("invite_used", "This invitation was used; ask for another one.")
    if found.expires_at <= club.now():
        raise Refused("invite_expired", "This invitation has expired; ask for another one.")
    return _show(session, found, invitation, None)


def _show(session: Session, found: Invitation | None, secret: str | None, game: Game | None) -> Invited:
    rules, game_id = (None, None) if game is None else (game.rules, game.id)
    if found is None:
        return Invited(SOMEBODY, rules, game_id, None, None)
    handle = session.scalar(select(Member.handle).where(Member.id == found.created_by))
    return Invited(name_inviter(handle), rules, game_id, secret, found.expires_at)
