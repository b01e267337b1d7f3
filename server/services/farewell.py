"""What members leave behind who have left the club: seats that are no longer theirs, so that nobody waits for them."""

from sqlalchemy import ColumnElement, delete, select, update

from engine.core.errors import Refused
from engine.ledger.drafts import EntryDraft
from engine.ledger.entries import HostBody
from engine.ledger.record import Record
from engine.ledger.tending import draft_host
from server.models import (
    AccessToken,
    AccountChange,
    Code,
    Game,
    Invitation,
    Link,
    Member,
    OutboxRow,
    Seat,
    Session,
    Standby,
)
from server.services.acts import SilentAct, perform
from server.services.club import Club

OVER_MEANWHILE = {"game_over", "seat_taken", "held_for_upgrade"}


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


class GivenUp(SilentAct):
    """A bot takes the seat of somebody who has left the club; their key no longer plays it."""

    def __init__(self, club: Club, game_id: str, seat: int) -> None:
        super().__init__(club, game_id)
        self.seat = seat

    def draft(self, record: Record) -> EntryDraft:
        """Give the seat away, unless somebody else has it now."""
        if record.page.chairs[self.seat].by != "player":
            raise Refused("seat_taken", "Somebody has taken the seat meanwhile.")
        return draft_host(record, HostBody("bot_seat", "deleted"), self.seat)


def give_up_seats(club: Club, *where: ColumnElement[bool]) -> None:
    """Give the seats of those who have left the club to bots, all or some; doing so again changes nothing."""
    left = (
        select(Seat.game_id, Seat.seat)
        .join(Game, Game.id == Seat.game_id)
        .join(Member, Member.id == Seat.player_id)
        .where(Seat.by == "player", Game.status == "running", Game.held.is_(False), Member.deleted_at.is_not(None))
        .where(*where)
    )
    with club.read() as session:
        seats = session.execute(left).all()
    for game_id, seat in seats:
        try:
            perform(GivenUp(club, game_id, seat))
        except Refused as refused:
            if refused.code not in OVER_MEANWHILE:
                raise
