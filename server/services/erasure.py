"""Erasing addresses: from every table, from kept mails, whose hashes stay, and from the club's mail folder."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import (
    ColumnElement,
    String,
    case,
    cast,
    delete,
    func,
    or_,
    select,
    type_coerce,
    union_all,
    update,
)
from sqlalchemy.orm import InstrumentedAttribute

from server.models import (
    AccessToken,
    AccountChange,
    Base,
    Code,
    Game,
    InboundMail,
    Invitation,
    KeptHostAct,
    Letter,
    Member,
    Message,
    Moment,
    OutboxRow,
    RecoveryAsk,
    Session,
)
from server.services import replies, traces
from server.services.club import Club
from server.storage.inserts import insert_into

FREE_TEXTS: tuple[tuple[type[Base], InstrumentedAttribute[Any]], ...] = (
    (Message, Message.text),
    (Game, Game.title),
    (AccessToken, AccessToken.label),
    (KeptHostAct, KeptHostAct.note),
)
"""What people write as they like, and where they may have written an address."""
MARK = "erased"
"""Since when pages of the database may still hold what was erased from its tables."""
_WAITS = OutboxRow.state.in_(("queued", "parked", "joined"))
_AS_TEXT = cast(OutboxRow.data, String)


def find_addresses(session: Session, member: Member) -> set[str]:
    """Return the addresses that a member has proved to have, now or within a month, and that nobody else has now."""
    mine = _find_proved(session, Member.id == member.id, AccountChange.player_id == member.id)
    others = (Member.id != member.id) & Member.mail.in_(mine), (AccountChange.player_id != member.id)
    return mine - _find_proved(session, *others)


def _find_proved(session: Session, of_members: ColumnElement[bool], of_changes: ColumnElement[bool]) -> set[str]:
    changed = of_changes & (AccountChange.kind == "address")
    proved = union_all(
        select(type_coerce(Member.mail, String)).where(of_members, Member.mail_confirmed_at.is_not(None)),
        select(type_coerce(AccountChange.old, String)).where(changed),
        select(type_coerce(AccountChange.new, String)).where(changed, AccountChange.effective_at.is_not(None)),
    )
    return {mail for mail in session.execute(proved).scalars() if mail}


def erase_addresses(session: Session, club: Club, member: Member) -> None:
    """Erase every address of a member, wherever the club has it; the mails that hold it go with it.

    One that was only claimed goes from what is the member's own: it may be anybody's.
    """
    addresses = find_addresses(session, member)
    mails = set(session.scalars(select(OutboxRow.message_id).where(OutboxRow.player_id == member.id)))
    _erase_account(session, member, addresses)
    _empty_outbox(session, or_(OutboxRow.player_id == member.id, OutboxRow.address.in_(addresses)))
    for address in addresses:
        _empty_outbox(session, or_(_holds(_AS_TEXT, address), _holds(OutboxRow.error, address)))
        _cover_texts(session, address)
        about = _holds(cast(KeptHostAct.args, String), address)
        session.execute(update(KeptHostAct).where(about).values(args={}))
    _forget_kept_mails(session, club, member.id, addresses)
    _remove_files(club, addresses, mails)
    mark = insert_into(session.dialect, Moment).values(name=MARK, at=club.now())
    session.execute(mark.on_conflict_do_update(index_elements=["name"], set_={"at": club.now()}))


def _erase_account(session: Session, member: Member, addresses: set[str]) -> None:
    """Erase what waits about a member's addresses, and what others claimed of them without proof."""
    claimed = AccountChange.new.in_(addresses) & AccountChange.effective_at.is_(None)
    session.execute(delete(AccountChange).where(or_(AccountChange.player_id == member.id, claimed)))
    session.execute(delete(Code).where(or_(Code.player_id == member.id, Code.mail.in_(addresses))))
    session.execute(delete(RecoveryAsk).where(RecoveryAsk.mail.in_({*addresses, member.mail})))
    session.execute(update(Invitation).where(Invitation.mail.in_(addresses)).values(mail=None))
    unproved = Member.mail.in_(addresses) & Member.mail_confirmed_at.is_(None)
    session.execute(update(Member).where(unproved).values(mail=None))


def _holds(column: ColumnElement[str] | InstrumentedAttribute[str | None], address: str) -> ColumnElement[bool]:
    return func.lower(column).contains(address.lower(), autoescape=True)


def _empty_outbox(session: Session, where: ColumnElement[bool]) -> None:
    """Forget what mails were about and where they went; those that wait go no more, and none can come back."""
    elsewhere = select(OutboxRow.id).where(where, OutboxRow.address.is_not(None))
    session.execute(delete(Letter).where(Letter.outbox_id.in_(elsewhere)))
    nothing: dict[str, Any] = {"address": None, "data": {}, "error": None}
    session.execute(
        update(OutboxRow).where(where).values({**nothing, "state": case((_WAITS, "dropped"), else_=OutboxRow.state)})
    )


def _cover_texts(session: Session, address: str) -> None:
    for model, column in FREE_TEXTS:
        for row in session.scalars(select(model).where(_holds(column, address))):
            setattr(row, column.key, traces.cover(getattr(row, column.key), [address]))
    session.flush()


def _forget_kept_mails(session: Session, club: Club, player: str, addresses: Collection[str]) -> None:
    """Forget the text of a member's mails, and of others' in which an address stands; all hashes stay."""
    mine = update(InboundMail).where(InboundMail.player_id == player)
    session.execute(mine.values(raw=None))
    kept = select(InboundMail.id, InboundMail.raw).where(InboundMail.raw.is_not(None))
    found = [
        number
        for number, sealed in session.execute(kept.execution_options(yield_per=100))
        if sealed and traces.stands_in_mail(replies.unseal(club, sealed), addresses)
    ]
    session.execute(update(InboundMail).where(InboundMail.id.in_(found)).values(raw=None))


def _remove_files(club: Club, addresses: Collection[str], mails: Collection[str]) -> None:
    """Remove mails from the club's folder: those to a member, and others in which an address stands."""
    for path in (club.config.folder / "mail").rglob("*"):
        if path.is_file() and traces.stands_in_mail(path.read_bytes(), [*addresses, *mails]):
            path.unlink(missing_ok=True)


def erase_late(session: Session) -> None:
    """Erase what was still written for members while they left."""
    gone = select(Member.id).where(Member.deleted_at.is_not(None))
    late = or_(OutboxRow.address.is_not(None), _WAITS)
    _empty_outbox(session, OutboxRow.player_id.in_(gone) & late)
    kept = InboundMail.player_id.in_(gone) & InboundMail.raw.is_not(None)
    session.execute(update(InboundMail).where(kept).values(raw=None))


def scrub(club: Club) -> bool:
    """Write the database's files anew if something was erased from its tables; tell whether that was done."""
    marked = select(Moment.at).where(Moment.name == MARK)
    with club.read() as session:
        since = session.scalar(marked)
    if since is None or not club.rewrite():
        return False
    with club.write() as session:
        session.execute(delete(Moment).where(Moment.name == MARK, Moment.at == since))
    club.checkpoint()
    return True
