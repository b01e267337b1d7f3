"""Changed addresses: told to the old one, in force after a day, and for a month the old one can still recover."""

from collections.abc import Sequence

from sqlalchemy import ColumnElement, delete, func, or_, select, update

from engine.core.errors import Refused
from server.models import AccountChange, Code, Member, Session
from server.services import codes, limits, strangers
from server.services.club import Club
from server.services.ids import make_id
from server.services.notices import About, announce
from server.storage.order import alone

HOUR = 3600 * 1000
KEPT = 30 * 24 * HOUR
"""How long an old address is good for recovery."""
MOST_A_DAY = 5
_IS_OPEN = AccountChange.done_at.is_(None) & AccountChange.cancelled_at.is_(None)
_IS_DONE = AccountChange.done_at.is_not(None) & AccountChange.cancelled_at.is_(None)


def _is_of(player: str, kind: str) -> ColumnElement[bool]:
    return (AccountChange.player_id == player) & (AccountChange.kind == kind)


def add_change(
    session: Session, club: Club, player: str, kind: str, old: str | None = None, new: str | None = None
) -> AccountChange:
    """Write down that something is to change."""
    change = AccountChange(
        id=make_id("ch_"), player_id=player, kind=kind, old=old, new=new, asked_at=club.now(), effective_at=None
    )
    session.add(change)
    session.flush()
    return change


def get_time_to_cancel(club: Club) -> int:
    """Return how long a new address waits, and a changed key can be taken back."""
    return club.config.hours_to_cancel * HOUR


def ask_for_address(session: Session, club: Club, member: Member, mail: str) -> None:
    """Mail a code to a new address, and tell the old one, if it was ever confirmed."""
    limits.count(session, club, f"address:{member.id}", MOST_A_DAY, 86400)
    strangers.count_mail(session, club, mail)
    codes.send(session, club, member.id, "confirm", mail)
    if member.mail and member.mail_confirmed_at is not None and member.mail != mail:
        change = add_change(session, club, member.id, "address", member.mail, mail)
        _tell_old(session, club, "address_asked", change)


def _tell_old(session: Session, club: Club, kind: str, change: AccountChange) -> None:
    about = About(address=change.old, data={"change": change.id})
    announce(session, club, kind, change.player_id, about, unique=f"{kind}:{change.id}")


def confirm_address(session: Session, club: Club, member: Member, mail: str) -> None:
    """Take an address whose code was right: at once where there was none before, else after the wait."""
    check_is_free(session, club, member.id, mail)
    if member.mail_confirmed_at is None or member.mail == mail or member.mail is None:
        member.mail, member.mail_confirmed_at, member.mail_bounced_at = mail, club.now(), None
        return
    asked = find_asked(session, member.id)
    is_asked = asked is not None and asked.new == mail
    change = asked if asked and is_asked else add_change(session, club, member.id, "address", member.mail, mail)
    others = _is_of(member.id, "address") & _IS_OPEN & (AccountChange.id != change.id)
    session.execute(update(AccountChange).where(others).values(cancelled_at=club.now()))
    change.old, change.effective_at = member.mail, club.now() + get_time_to_cancel(club)
    _tell_old(session, club, "address_confirmed", change)


def correct_address(session: Session, club: Club, member: Member, mail: str) -> None:
    """Take an address that a host vouches for, at once; the old one can still recover for a month."""
    check_is_free(session, club, member.id, mail)
    open_ones = _is_of(member.id, "address") & _IS_OPEN
    session.execute(update(AccountChange).where(open_ones).values(cancelled_at=club.now()))
    if member.mail and member.mail_confirmed_at is not None:
        add_change(session, club, member.id, "address", member.mail, mail).done_at = club.now()
    member.mail, member.mail_confirmed_at, member.mail_bounced_at = mail, club.now(), None


def find_asked(session: Session, player: str) -> AccountChange | None:
    """Return the new address that was asked for last and is still to be confirmed."""
    asked = _is_of(player, "address") & _IS_OPEN & AccountChange.effective_at.is_(None)
    return session.scalars(select(AccountChange).where(asked).order_by(AccountChange.asked_at.desc())).first()


def check_is_free(session: Session, club: Club, player: str, mail: str) -> None:
    """Refuse an address that is another account's, or was until lately: it is good for its recovery."""
    owner = find_owner(session, club, mail)
    if owner is not None and owner.id != player:
        raise Refused("address_taken", "Another account here has this address; recover that one, or give another.")


def find_owner(session: Session, club: Club, mail: str) -> Member | None:
    """Return whose confirmed address this is, or was within a month; both are asked for, so that it takes as long."""
    owner = select(Member).where(Member.mail == mail, Member.mail_confirmed_at.is_not(None))
    former = (
        select(Member)
        .join(AccountChange, AccountChange.player_id == Member.id)
        .where(AccountChange.kind == "address", AccountChange.old == mail, _IS_DONE)
        .where(AccountChange.done_at > club.now() - KEPT, Member.deleted_at.is_(None))
    )
    wanted = owner.order_by(Member.created_at), former.order_by(AccountChange.asked_at)
    found = [session.scalars(one).first() for one in wanted]
    return found[0] or found[1]


def get_waiting(session: Session, player: str) -> dict[str, AccountChange]:
    """Return the changes that wait to take effect, by their kinds."""
    waits = (AccountChange.player_id == player) & _IS_OPEN & AccountChange.effective_at.is_not(None)
    return {change.kind: change for change in session.scalars(select(AccountChange).where(waits))}


def get_former_addresses(session: Session, club: Club, player: str) -> Sequence[str]:
    """Return the addresses that a member had within a month."""
    lately = _is_of(player, "address") & _IS_DONE & (AccountChange.done_at > club.now() - KEPT)
    return [old for old in session.scalars(select(AccountChange.old).where(lately).distinct()) if old]


def finish_address(club: Club, change_id: str) -> None:
    """Let a new address take effect; one that somebody else has taken meanwhile does not."""
    with club.write() as session:
        alone(session, "players")
        change = session.scalars(select(AccountChange).where(AccountChange.id == change_id, _IS_OPEN)).first()
        if change is None or change.new is None:
            return
        member = session.get_one(Member, change.player_id)
        try:
            check_is_free(session, club, member.id, change.new)
        except Refused:
            change.cancelled_at = club.now()
            return
        member.mail, member.mail_confirmed_at, member.mail_bounced_at = change.new, club.now(), None
        change.done_at = club.now()


def cancel_address(club: Club, change_id: str) -> None:
    """Cancel a change of address that does not count yet, with whatever else waits or was asked for meanwhile."""
    with club.write() as session:
        alone(session, "players")
        change, now = session.get_one(AccountChange, change_id), club.now()
        if change.done_at is not None:
            raise Refused("too_late", "The new address counts already; recover your account from the old one.")
        if change.cancelled_at is not None:
            return
        mine = _is_of(change.player_id, "address") & _IS_OPEN
        session.execute(update(AccountChange).where(mine).values(cancelled_at=now))
        codes_sent = (Code.player_id == change.player_id) & (Code.kind == "confirm") & Code.used_at.is_(None)
        session.execute(update(Code).where(codes_sent, Code.expires_at > now).values(expires_at=now))
        cancel_leaving(session, club, change.player_id)


def cancel_leaving(session: Session, club: Club, player: str) -> None:
    """Let an account stay that was to go."""
    session.execute(update(AccountChange).where(_is_of(player, "delete"), _IS_OPEN).values(cancelled_at=club.now()))


def end_changes_since(session: Session, club: Club, player: str, mail: str, *, with_done: bool = False) -> None:
    """End what was changed after a member had an address: it has proved itself, and later ones recover no more."""
    cancel_leaving(session, club, player)
    first = session.scalar(
        select(func.min(AccountChange.asked_at)).where(
            _is_of(player, "address"), AccountChange.old == mail, AccountChange.cancelled_at.is_(None)
        )
    )
    if first is None:
        return
    later = _is_of(player, "address") & AccountChange.cancelled_at.is_(None) & (AccountChange.asked_at >= first)
    rival = (
        (Code.player_id == player) & (Code.kind == "recover") & Code.mail.in_(select(AccountChange.new).where(later))
    )
    session.execute(update(Code).where(rival, Code.mail != mail).values(cancelled_at=club.now()))
    ended = later if with_done else later & AccountChange.done_at.is_(None)
    session.execute(update(AccountChange).where(ended).values(cancelled_at=club.now()))


def forget_old(session: Session, club: Club) -> None:
    """Forget changes that nobody can cancel or recover from any more, with their addresses."""
    before = club.now() - KEPT
    never = AccountChange.effective_at.is_(None) & (AccountChange.asked_at <= before)
    old = or_(AccountChange.done_at <= before, AccountChange.cancelled_at <= before, never)
    session.execute(delete(AccountChange).where(old))
