"""What is erased of members who leave the club."""

from sqlalchemy import ColumnElement, delete, func, or_, select, update

from engine.core.errors import Refused
from server.models import AccessToken, KeptHostAct, Link, MailWish, Member, Session, Standby, StoredNote, Vacation
from server.services import erasure
from server.services.club import Club

PERSONAL = (AccessToken, Link, MailWish, Standby, StoredNote, Vacation)
"""What is a member's own, and nobody else's concern."""


def check_other_hosts(session: Session, member: Member) -> None:
    """Refuse to take the last host from a club."""
    if member.role == "host" and not _count_others(session, member, Member.role == "host"):
        raise Refused("last_host", "{name} is the club's only host; it needs one.", name=member.handle or "")


def check_may_leave(session: Session, member: Member) -> None:
    """Refuse to let the last host leave the others; who is alone may close the door behind them."""
    if _count_others(session, member):
        check_other_hosts(session, member)


def _count_others(session: Session, member: Member, *which: ColumnElement[bool]) -> int:
    here = Member.deleted_at.is_(None) & Member.banned_at.is_(None)
    return session.scalar(select(func.count()).select_from(Member).where(here, Member.id != member.id, *which)) or 0


def bury(session: Session, club: Club, member: Member) -> None:
    """Leave a tombstone: name, addresses and tokens go, the games of others stay."""
    erasure.erase_addresses(session, club, member)
    member.handle = member.handle_key = member.mail = member.mail_confirmed_at = member.mail_bounced_at = None
    member.mail_policy, member.deleted_at = "off", club.now()
    for model in PERSONAL:
        session.execute(delete(model).where(model.player_id == member.id))
    concerned = or_(KeptHostAct.on_id == member.id, KeptHostAct.host_id == member.id)
    session.execute(update(KeptHostAct).where(concerned).values(args={}, note=None))
    session.flush()
