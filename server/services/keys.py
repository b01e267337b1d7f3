"""Keys change hands only by signature, or by a mailed code, a day's wait and a notice to everybody concerned."""

import msgspec
from sqlalchemy import delete, select, update

from engine.core.errors import Refused
from engine.ledger.drafts import EntryDraft
from engine.ledger.keys import PublicKey, read_public_jwk
from engine.ledger.record import Record
from engine.ledger.slips import ActSlip, KeySlip, Slip
from engine.ledger.tending import check_key_change, draft_key
from server.models import AccessToken, AccountChange, Code, Game, Member, MemberKey, RecoveryAsk, Seat, Session
from server.services import accounts, changes, codes, identity, limits, strangers, texts
from server.services.acts import SilentAct, perform
from server.services.club import Club
from server.services.notices import About, announce
from server.services.slips import get_signer, read_for_server, use_once, use_slip
from server.storage.order import alone

WAIT = 24 * 3600 * 1000
MOST_CODES_AN_HOUR = 10
MOST_ROTATIONS = 5
"""How often a key is passed on in a day."""
NOBODY = ""
"""No member's id."""


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
        check_key_change(slip, PublicKey(member.x), new, identity.get_origins(club))
        use_once(session, club, slip, said.jti)
        limits.count(session, club, f"rotate:{member.id}", MOST_ROTATIONS, 86400)
        change = changes.add_change(session, club, member.id, "key", member.x, new.x)
        change.effective_at = change.done_at = club.now()
        accounts.check_key_is_free(session, new.kid)
        _replace(session, club, member, new)
        data: dict[str, str | int] = {"change": change.id, "until": club.now() + changes.get_time_to_cancel(club)}
        _tell_everywhere(session, club, "key_changed", member, f"key_changed:{new.kid}", data)
        shown = accounts.show_profile(session, member)
    change_in_games(club, member.id, new, slip)
    return shown


def _tell_everywhere(
    session: Session, club: Club, kind: str, member: Member, unique: str, data: dict[str, str | int]
) -> None:
    """Tell a member something at every address that is good for recovery."""
    announce(session, club, kind, member.id, About(data=data), unique=unique)
    for number, former in enumerate(changes.get_former_addresses(session, club, member.id)):
        announce(session, club, kind, member.id, About(data=data, address=former), unique=f"{unique}:{number}")


def _replace(session: Session, club: Club, member: Member, new: PublicKey) -> None:
    """Let another key count: a new one, or one that the member had before."""
    now = club.now()
    session.execute(update(MemberKey).where(MemberKey.kid == member.kid).values(revoked_at=now))
    known = session.get(MemberKey, new.kid)
    if known is None:
        session.add(MemberKey(kid=new.kid, player_id=member.id, x=new.x, added_at=now))
    else:
        known.revoked_at = None
    member.kid, member.x = new.kid, new.x
    session.execute(update(AccessToken).where(AccessToken.player_id == member.id).values(revoked_at=now))
    session.flush()


def take_back(club: Club, change_id: str) -> None:
    """Let the key count again that was passed on from, as the link in the notice says; again changes nothing."""
    with club.write() as session:
        alone(session, "players")
        change = session.get_one(AccountChange, change_id)
        member, old = accounts.get_member(session, change.player_id), PublicKey(change.old or "")
        if change.cancelled_at is None:
            if change.asked_at + changes.get_time_to_cancel(club) <= club.now():
                raise Refused("too_late", "The new key can no longer be taken back; recover your account by mail.")
            _replace(session, club, member, old)
            _end_rotations(session, club, member.id, change.asked_at)
    if member.kid == old.kid:
        change_in_games(club, member.id, old, None)


def _end_rotations(session: Session, club: Club, player: str, since: int = 0) -> None:
    """Let nobody take back a key that was passed on: that was done, or the account was recovered."""
    of_keys = (AccountChange.player_id == player) & (AccountChange.kind == "key") & (AccountChange.asked_at >= since)
    session.execute(update(AccountChange).where(of_keys).values(cancelled_at=club.now()))


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
        return draft_key(record, self.seat, self.new, self.signed, identity.get_origins(self.club))


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
    """Note that somebody lost a key; the same is done whether or not anybody has the address, and takes as long."""
    mail = texts.mail_address(mail)
    with club.write() as session:
        limits.count(session, club, f"recover:{address}", 20, 3600)
        session.add(RecoveryAsk(mail=mail, asked_at=club.now()))
    club.work.set()


def answer_ask(club: Club, ask_id: str) -> None:
    """Mail a code to whoever has, or lately had, the address that was asked for."""
    with club.write() as session:
        asked = RecoveryAsk.id == int(ask_id)
        mail = session.scalar(select(RecoveryAsk.mail).where(asked))
        if mail is None or session.change(delete(RecoveryAsk).where(asked)) == 0:
            return
        member = changes.find_owner(session, club, mail)
        if member is not None:
            _send_code(session, club, member.id, mail)


def _send_code(session: Session, club: Club, player: str, mail: str) -> None:
    """Mail a code; if strangers have had many mailed, the last one stays good instead, so that the owner has one."""
    try:
        limits.count(session, club, f"recover-to:{strangers.hash_mailbox(club, mail)}", MOST_CODES_AN_HOUR, 3600)
    except limits.TooOften:
        codes.prolong(session, club, player, "recover")
    else:
        codes.send(session, club, player, "recover", mail)


def confirm_recovery(club: Club, mail: str, number: str, jwk: dict[str, str], address: str) -> Waiting:
    """Take a mailed code and a new key; tell every address, and wait a day before the key counts.

    What a wrong code costs is the same whether or not anybody has the address.
    """
    new, mail = read_public_jwk(jwk), texts.mail_address(mail)
    with club.write() as session:
        limits.count(session, club, f"recovering:{address}", 60, 3600)
        member = changes.find_owner(session, club, mail)
        player = NOBODY if member is None else member.id
        code = _find_good_code(session, club, player, mail, number)
        if member is not None and code is not None:
            return _let_wait(session, club, member, code, new)
    raise Refused("code_expired", "That is not a code that was mailed, or it has expired; ask for a new one.")


def _find_good_code(session: Session, club: Club, player: str, mail: str, number: str) -> Code | None:
    """Return the code, or None whatever is wrong: what is said must not tell whether anybody has the address."""
    try:
        code = codes.use(session, club, player, "recover", number)
    except Refused:
        return None
    return code if code is not None and code.mail == mail else None


def _let_wait(session: Session, club: Club, member: Member, code: Code, new: PublicKey) -> Waiting:
    """Name the new key, and end what was changed since the member had this address."""
    code.new_x, code.effective_at = new.x, club.now() + WAIT
    changes.end_changes_since(session, club, member.id, code.mail or "")
    data: dict[str, str | int] = {"effective_at": code.effective_at}
    _tell_everywhere(session, club, "recovery", member, f"recovery:{code.id}", data)
    return Waiting(code.effective_at)


def cancel_recovery(club: Club, raw: bytes) -> None:
    """Cancel a waiting recovery by the old key's signature."""
    slip, said = read_for_server(club, raw, ActSlip)
    with club.write() as session:
        member = use_slip(session, club, slip, said.jti)
        if said.do != "cancel_recovery":
            raise Refused("invalid_value", "Here only `cancel_recovery` can be signed, not `{do}`.", do=said.do)
        waiting = update(Code).where(codes.is_waiting(), Code.player_id == member.id)
        if session.change(waiting.values(cancelled_at=club.now())) == 0:
            raise Refused("not_found", "No recovery of your key is waiting.")


def finish_recovery(club: Club, code_id: str) -> None:
    """Let a recovery take effect whose wait is over; an address that was changed since is the old one again."""
    with club.write() as session:
        alone(session, "players")
        code = session.scalars(select(Code).where(Code.id == code_id, codes.is_waiting())).first()
        if code is None:
            return
        member, new = accounts.get_member(session, code.player_id), PublicKey(code.new_x or "")
        if member.kid != new.kid:
            accounts.check_key_is_free(session, new.kid)
            _replace(session, club, member, new)
        _end_rotations(session, club, member.id)
        changes.end_changes_since(session, club, member.id, code.mail or "", with_done=True)
        member.mail, member.mail_confirmed_at = code.mail, club.now()
        announce(session, club, "key_changed", member.id, unique=f"key_changed:{new.kid}")
    change_in_games(club, member.id, new, None)
    with club.write() as session:
        session.execute(update(Code).where(Code.id == code_id).values(effective_at=None))
