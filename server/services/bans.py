"""People whom the hosts have banned: no signing in, no registering with the same key or mailbox, no seats."""

from sqlalchemy import delete, select, update

from engine.core.errors import Refused
from server.models import AccessToken, Ban, Link, Member, MemberKey, Session, Standby
from server.services import changes, strangers
from server.services.club import Club
from server.storage.inserts import insert_unless_there


def ban(session: Session, club: Club, member: Member) -> None:
    """Bar a member and every mailbox that is or was theirs; name and games stay as they are."""
    member.banned_at = club.now()
    mails = {member.mail, *changes.get_former_addresses(session, club, member.id)}
    for mail in filter(None, mails):
        row = {"hash": strangers.hash_mailbox(club, mail), "player_id": member.id, "since": club.now()}
        insert_unless_there(session, Ban, ["hash"], row)
    for secret in (AccessToken, Link):
        mine = update(secret).where(secret.player_id == member.id, secret.revoked_at.is_(None))
        session.execute(mine.values(revoked_at=club.now()))
    session.execute(delete(Standby).where(Standby.player_id == member.id))
    session.flush()


def readmit(session: Session, member: Member) -> None:
    """Let somebody in again, with their name, key and mailboxes."""
    member.banned_at = None
    session.execute(delete(Ban).where(Ban.player_id == member.id))
    session.flush()


def find_banned(session: Session, club: Club, mail: str) -> Member | None:
    """Return who was banned with a mailbox."""
    of_mailbox = Ban.hash == strangers.hash_mailbox(club, mail)
    return session.scalars(select(Member).join(Ban, Ban.player_id == Member.id).where(of_mailbox)).first()


def check_may_register(session: Session, club: Club, mail: str, kid: str) -> None:
    """Refuse the key and the mailbox of somebody who was banned."""
    had = select(Member.banned_at).join(MemberKey, MemberKey.player_id == Member.id).where(MemberKey.kid == kid)
    if session.scalar(had) is not None:
        raise Refused("banned", "The hosts of this club have banned whoever has this key.")
    check_mailbox(session, club, mail)


def check_mailbox(session: Session, club: Club, mail: str) -> None:
    """Refuse the mailbox of somebody who was banned; why is not told to whoever may have typed it."""
    if find_banned(session, club, mail) is not None:
        raise Refused("registration_closed", "This club takes no registration with this address; a host can say why.")
