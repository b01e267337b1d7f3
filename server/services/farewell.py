"""What is erased of members who leave the club."""

from sqlalchemy import delete, select, update

from server.models import (
    AccessToken,
    AccountChange,
    Code,
    Invitation,
    Link,
    Member,
    OutboxRow,
    Session,
    Standby,
)
from server.services.club import Club


def bury(session: Session, club: Club, member: Member) -> None:
    """Leave a tombstone: name, addresses and tokens go, the games of others stay."""
    _erase_addresses(session, club, member)
    member.handle = member.handle_key = member.mail = member.mail_confirmed_at = None
    member.mail_policy, member.deleted_at = "off", club.now()
    for secret in (AccessToken, Link):
        mine = update(secret).where(secret.player_id == member.id, secret.revoked_at.is_(None))
        session.execute(mine.values(revoked_at=club.now()))
    session.execute(delete(Standby).where(Standby.player_id == member.id))
    session.flush()


def _erase_addresses(session: Session, club: Club, member: Member) -> None:
    """Forget every address that a member has, had or was about to have."""
    changes = select(AccountChange.old, AccountChange.new).where(AccountChange.player_id == member.id)
    known = {member.mail} | {mail for row in session.execute(changes) for mail in row}
    session.execute(delete(AccountChange).where(AccountChange.player_id == member.id))
    session.execute(update(Code).where(Code.player_id == member.id).values(mail=None, cancelled_at=club.now()))
    session.execute(update(OutboxRow).where(OutboxRow.player_id == member.id).values(address=None))
    session.execute(update(Invitation).where(Invitation.mail.in_([mail for mail in known if mail])).values(mail=None))
