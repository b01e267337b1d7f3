"""Invitations to a game or to the club: made, mailed, used, taken back."""

import secrets

import msgspec
from sqlalchemy import delete, update

from engine.core.errors import Refused
from server.models import Invitation, Member, Session
from server.services import accounts, limits, strangers, texts
from server.services.club import Club
from server.services.ids import hash_secret, make_id
from server.services.notices import About, announce
from server.services.seating import find_invitation, find_standpoint, get_game

LIFE = 30 * 24 * 3600 * 1000
KEPT = 30 * 24 * 3600 * 1000
"""How long an invitation is remembered after its end."""
MOST_MAILED_A_DAY = 30


class NewInvitation(msgspec.Struct):
    """An invitation with its secret, which is shown this once."""

    id: str
    invitation: str
    link: str
    expires_at: int


def use_invitation(session: Session, club: Club, game_id: str, invitation: str | None, player: str) -> None:
    """Use up an invitation to a game, if it is one."""
    used = find_invitation(session, club, game_id, invitation) if invitation else None
    if used is not None:
        used.used_at, used.used_by = club.now(), player
        session.flush()


def invite(club: Club, player: Member, game_id: str, mail: str | None) -> NewInvitation:
    """Make an invitation, mail it if an address is given, and show its secret this once."""
    accounts.check_confirmed(player)
    with club.write() as session:
        game = get_game(session, game_id)
        standpoint = find_standpoint(session, club, game, player)
        if standpoint.seat is None and player.id != game.host_id:
            raise Refused("not_your_seat", "Only the game's host or one of its players can invite to it.")
        limits.count(session, club, f"invite:{player.id}", 60, 3600)
        address = _count_mail(session, club, player, mail) if mail else None
        made = make_invitation(session, club, game_id, player.id, LIFE, address)
        if address:
            about = About(game_id=game_id, address=address, data={"secret": made.invitation, "by": player.handle})
            announce(session, club, "invitation", None, about, unique=made.id)
    return made


def invite_to_club(session: Session, club: Club, host: Member, mail: str | None) -> NewInvitation:
    """Make an invitation to the club, mail it if an address is given, and show its secret this once."""
    address = _count_mail(session, club, host, mail) if mail else None
    made = make_invitation(session, club, None, host.id, LIFE, address)
    if address:
        about = About(address=address, data={"secret": made.invitation, "by": host.handle})
        announce(session, club, "club_invitation", None, about, unique=made.id)
    return made


def _count_mail(session: Session, club: Club, player: Member, mail: str) -> str:
    """Return an address that may be mailed to now, or refuse."""
    address = texts.mail_address(mail)
    limits.count(session, club, f"invite-by-mail:{player.id}", MOST_MAILED_A_DAY, 86400)
    strangers.count_mail(session, club, address)
    return address


def make_invitation(
    session: Session, club: Club, game_id: str | None, by: str, life: int, mail: str | None = None
) -> NewInvitation:
    """Store a new invitation to a game, or to the club."""
    secret, now = "inv_" + secrets.token_urlsafe(24), club.now()
    row = Invitation(
        id=make_id("in_"),
        game_id=game_id,
        hash=hash_secret(secret),
        mail=mail,
        created_by=by,
        created_at=now,
        expires_at=now + life,
    )
    session.add(row)
    session.flush()
    path = "/" if game_id is None else f"/games/{game_id}"
    link = f"{club.origin.rstrip('/')}{path}?invitation={secret}"
    return NewInvitation(row.id, secret, link, row.expires_at)


def revoke_invitation(club: Club, player: Member, game_id: str, invitation_id: str) -> None:
    """Take back an invitation."""
    mine = (Invitation.id == invitation_id) & (Invitation.game_id == game_id) & Invitation.revoked_at.is_(None)
    with club.write() as session:
        wanted = update(Invitation).where(mine, Invitation.created_by == player.id)
        if session.change(wanted.values(revoked_at=club.now())) == 0:
            raise Refused("not_found", "You have no invitation {id} to this game.", id=invitation_id)


def forget_old(session: Session, club: Club) -> None:
    """Forget where invitations went that are good no more, and those that ended long ago."""
    now = club.now()
    is_spent = Invitation.used_at.is_not(None) | Invitation.revoked_at.is_not(None) | (Invitation.expires_at <= now)
    session.execute(update(Invitation).where(is_spent, Invitation.mail.is_not(None)).values(mail=None))
    session.execute(delete(Invitation).where(Invitation.expires_at <= now - KEPT))
