"""What is erased of members who leave the club."""

from sqlalchemy import delete, or_, update

from server.models import AccessToken, KeptHostAct, Link, MailWish, Member, Session, Standby, Vacation
from server.services import erasure
from server.services.club import Club

PERSONAL = (AccessToken, Link, MailWish, Standby, Vacation)
"""What is a member's own, and nobody else's concern."""


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
