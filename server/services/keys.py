"""Keys change hands only by signature, or by a mailed code, a day's wait and a notice to everybody concerned."""

import msgspec
from sqlalchemy import ColumnElement, select, update

from engine.core.errors import Refused
from engine.ledger.drafts import EntryDraft
from engine.ledger.keys import PublicKey, read_public_jwk
from engine.ledger.record import Record
from engine.ledger.slips import ActSlip, KeySlip, Slip
from engine.ledger.tending import check_key_change, draft_key
from server.models import AccessToken, Code, Game, Member, MemberKey, Seat, Session
from server.services import accounts, codes, limits, strangers, texts
from server.services.acts import SilentAct, perform
from server.services.club import Club
from server.services.notices import About, announce
from server.services.slips import get_signer, read_for_server, use_once, use_slip
from server.storage.order import alone

WAIT = 24 * 3600 * 1000


class Waiting(msgspec.Struct):
    """A recovery that waits for its day."""

    effective_at: int


def rotate(club: Club, raw: bytes) -> accounts.MemberProfile:
    """Pass on to a new key, signed by the old one and accepted by the new one, in every running game."""
    slip, said = read_for_server(club, raw, KeySlip)
    new = read_public_jwk(said.new)
    with club.write() as session:
        alone(session, "players")
        member = get_signer(session, slip)
        check_key_change(slip, PublicKey(member.x), new, club.config.origin)
        use_once(session, club, slip, said.jti)
        _replace(session, club, member, new)
        announce(session, club, "key_changed", member.id, unique=f"key_changed:{new.kid}")
    change_in_games(club, member.id, new, slip)
    return accounts.show_profile(member)


def _replace(session: Session, club: Club, member: Member, new: PublicKey) -> None:
    accounts.check_key_is_free(session, new.kid)
    now = club.now()
    session.execute(update(MemberKey).where(MemberKey.kid == member.kid).values(revoked_at=now))
    session.add(MemberKey(kid=new.kid, player_id=member.id, x=new.x, added_at=now))
    member.kid, member.x = new.kid, new.x
    session.execute(update(AccessToken).where(AccessToken.player_id == member.id).values(revoked_at=now))
    session.flush()


class KeyChange(SilentAct):
    """Another key counts for a seat: signed by the old one, or vouched for by the server."""

    def __init__(self, club: Club, game_id: str, seat: int, new: PublicKey, signed: Slip | None) -> None:
        super().__init__(club, game_id)
        self.seat = seat
        self.new = new
        self.signed = signed
        """One slip changes the key in many games, and so it finds no receipt in any of them."""

    def draft(self, record: Record) -> EntryDraft:
        """Write down the new key."""
        return draft_key(record, self.seat, self.new, self.signed)


def change_in_games(club: Club, player: str, new: PublicKey, slip: Slip | None) -> None:
    """Write the new key into every game in which the player has a seat; doing so again changes nothing."""
    held = (
        select(Seat.game_id, Seat.seat)
        .join(Game, Game.id == Seat.game_id)
        .where(Seat.player_id == player, Game.status != "over")
    )
    with club.read() as session:
        seats = session.execute(held).all()
    for game_id, seat in seats:
        try:
            perform(KeyChange(club, game_id, seat, new, slip))
        except Refused as refused:
            if refused.code not in {"key_taken", "game_over"}:
                raise


def ask_recovery(club: Club, mail: str, address: str) -> None:
    """Mail a code to whoever has this confirmed address; outsiders can't tell whether anybody has."""
    mail = texts.mail_address(mail)
    with club.write() as session:
        limits.count(session, club, f"recover:{address}", 20, 3600)
        limits.count(session, club, f"recover-to:{strangers.hash_mailbox(club, mail)}", 10, 3600)
        member = _find_confirmed_owner(session, mail)
        if member is not None:
            codes.send(session, club, member.id, "recover", mail)


def _find_confirmed_owner(session: Session, mail: str) -> Member | None:
    owner = select(Member).where(Member.mail == mail, Member.mail_confirmed_at.is_not(None))
    return session.scalars(owner.order_by(Member.created_at)).first()


def confirm_recovery(club: Club, mail: str, number: str, jwk: dict[str, str]) -> Waiting:
    """Take a mailed code and a new key; tell the address, and wait a day before the key counts."""
    new = read_public_jwk(jwk)
    with club.write() as session:
        member = _find_confirmed_owner(session, texts.mail_address(mail))
        code = None if member is None else _find_good_code(session, club, member.id, number)
        if member is not None and code is not None:
            code.new_x, code.effective_at = new.x, club.now() + WAIT
            about = About(data={"effective_at": code.effective_at})
            announce(session, club, "recovery", member.id, about, unique=f"recovery:{code.id}")
            return Waiting(code.effective_at)
        if member is not None:
            codes.count_wrong(session, member.id, "recover")
    raise Refused("code_expired", "That is not a code that was mailed, or it has expired; ask for a new one.")


def _find_good_code(session: Session, club: Club, player: str, number: str) -> Code | None:
    """Return the code, or None whatever is wrong: what is said must not tell whether anybody has the address."""
    try:
        return codes.use(session, club, player, "recover", number)
    except Refused:
        return None


def cancel_recovery(club: Club, raw: bytes) -> None:
    """Cancel a waiting recovery by the old key's signature."""
    slip, said = read_for_server(club, raw, ActSlip)
    with club.write() as session:
        member = use_slip(session, club, slip, said.jti)
        if said.do != "cancel_recovery":
            raise Refused("invalid_value", "Here only `cancel_recovery` can be signed, not `{do}`.", do=said.do)
        waiting = update(Code).where(_is_waiting(), Code.player_id == member.id)
        if session.change(waiting.values(cancelled_at=club.now())) == 0:
            raise Refused("not_found", "No recovery of your key is waiting.")


def _is_waiting() -> ColumnElement[bool]:
    is_set = Code.effective_at.is_not(None) & Code.new_x.is_not(None)
    return (Code.kind == "recover") & is_set & Code.cancelled_at.is_(None)


def finish_recoveries(club: Club) -> int:
    """Let recoveries whose wait is over take effect; the worker calls this."""
    with club.read() as session:
        due = session.scalars(select(Code).where(_is_waiting(), Code.effective_at <= club.now())).all()
    for code in due:
        _finish(club, code)
    return len(due)


def _finish(club: Club, code: Code) -> None:
    new = PublicKey(code.new_x or "")
    with club.write() as session:
        alone(session, "players")
        member = accounts.get_member(session, code.player_id)
        if member.kid != new.kid:
            _replace(session, club, member, new)
        announce(session, club, "key_changed", member.id, unique=f"key_changed:{new.kid}")
    change_in_games(club, code.player_id, new, None)
    with club.write() as session:
        session.execute(update(Code).where(Code.id == code.id).values(effective_at=None))
