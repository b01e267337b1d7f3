"""Members: registering with a key, confirming an address, the profile, leaving the club."""

from typing import Any

import msgspec
from sqlalchemy import select

from engine.core.errors import Refused
from engine.ledger.keys import PublicKey, read_public_jwk
from engine.ledger.slips import ActSlip, RegisterSlip, check_signature
from server.models import AccountChange, Invitation, Member, MemberKey, Seat, Session
from server.services import (
    bans,
    changes,
    codes,
    farewell,
    founding,
    identity,
    limits,
    policies,
    settings,
    strangers,
    texts,
    vacancies,
)
from server.services.club import Club
from server.services.ids import hash_secret, make_id
from server.services.slips import read_for_server, use_once, use_slip
from server.storage.order import alone

ACTS = ("delete", "address", "claim")


class MemberProfile(msgspec.Struct, kw_only=True):
    """A member's own profile."""

    id: str
    handle: str | None
    mail: str | None
    confirmed: bool
    jwk: dict[str, str]
    kid: str
    language: str
    zone: str
    role: str
    mail_policy: str
    created_at: int
    deleted: bool
    new_mail: str | None
    new_mail_at: int | None
    leaves_at: int | None
    new_key_at: int | None
    tables: list[policies.TableWish]


class ProfileChange(msgspec.Struct, kw_only=True):
    """What a member changes of a profile; None leaves a thing as it is."""

    language: str | None = None
    zone: str | None = None
    mail_policy: str | None = None


class Arrival(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody who registers says beside the slip, and from where."""

    language: str
    zone: str
    invitation: str | None = None
    claim: str | None = None
    """The code that makes a host."""
    address: str = ""


def register(club: Club, raw: bytes, arrival: Arrival) -> MemberProfile:
    """Register a member by a slip that proves the key; a code goes to the mail address."""
    slip, said = read_for_server(club, raw, RegisterSlip)
    key = read_public_jwk(said.jwk)
    check_signature(slip, key)
    handle, mail = texts.handle(said.handle), texts.mail_address(said.mail)
    language, zone = texts.language(arrival.language), texts.zone(arrival.zone)
    identity.found(club)
    with club.write() as session:
        limits.count(session, club, f"register:{arrival.address}", 60, 3600)
        strangers.count_mail(session, club, mail)
        use_once(session, club, slip, said.jti)
        alone(session, "players")
        bans.check_may_register(session, club, mail, key.kid)
        invited = _find_leave_to_register(session, club, arrival)
        _check_free(session, handle, key.kid)
        member = _make_member(club, handle, mail, key)
        if arrival.claim:
            member.role = "host"
        member.lang, member.zone = language, zone
        session.add(member)
        session.flush()
        session.add(MemberKey(kid=key.kid, player_id=member.id, x=key.x, added_at=club.now()))
        if invited is not None:
            invited.registered_id = member.id
        session.flush()
        codes.send(session, club, member.id, "confirm", mail)
        return show_profile(session, member)


def _make_member(club: Club, handle: str, mail: str, key: PublicKey) -> Member:
    return Member(
        id=make_id("pl_"),
        handle=handle,
        handle_key=texts.handle_key(handle),
        mail=mail,
        kid=key.kid,
        x=key.x,
        role="player",
        mail_policy="every",
        created_at=club.now(),
    )


def _find_leave_to_register(session: Session, club: Club, arrival: Arrival) -> Invitation | None:
    """Return the invitation that lets somebody register, None where nobody needs one; refuse everybody else."""
    if arrival.claim:
        founding.use_claim(session, arrival.claim)
        return None
    registration = settings.get_registration(session, club)
    if registration == "open":
        return None
    if registration == "invited" and arrival.invitation:
        found = _find_invitation(session, club, arrival.invitation)
        if found is not None:
            return found
    raise Refused("registration_closed", "This club takes new players only by invitation: ask its host for one.")


def may_register(session: Session, club: Club, invitation: str) -> bool:
    """Tell whether somebody can register now, with this invitation or without any."""
    registration = settings.get_registration(session, club)
    if registration == "invited":
        return bool(invitation) and _find_invitation(session, club, invitation) is not None
    return registration == "open"


def _find_invitation(session: Session, club: Club, invitation: str) -> Invitation | None:
    """Return an invitation that is good now and with which nobody has registered yet."""
    wanted = select(Invitation).where(
        Invitation.hash == hash_secret(invitation),
        Invitation.revoked_at.is_(None),
        Invitation.used_at.is_(None),
        Invitation.registered_id.is_(None),
        Invitation.expires_at > club.now(),
    )
    return session.scalars(wanted).first()


def _check_free(session: Session, handle: str, kid: str) -> None:
    if session.execute(select(Member.id).where(Member.handle_key == texts.handle_key(handle))).first():
        raise Refused("handle_taken", "The handle {handle} is taken; choose another one.", handle=handle)
    check_key_is_free(session, kid)


def check_key_is_free(session: Session, kid: str) -> None:
    """Refuse a key that somebody has or had."""
    if session.get(MemberKey, kid) is not None:
        raise Refused("key_taken", "This key is registered already; make a new one.")


def get_member(session: Session, player: str) -> Member:
    """Return a member by id."""
    return session.get_one(Member, player)


def check_confirmed(member: Member) -> None:
    """Refuse somebody whose address is not confirmed."""
    if member.mail_confirmed_at is None:
        raise Refused("address_unconfirmed", "Confirm your mail address first: the code was mailed to you.")


def confirm(club: Club, player: str, code: str) -> MemberProfile:
    """Confirm an address by the code that was mailed to it; one that replaces another waits a day."""
    with club.write() as session:
        alone(session, "players")
        used = codes.use(session, club, player, "confirm", code)
        if used is None:
            codes.count_wrong(session, player, "confirm")
        else:
            member = get_member(session, player)
            changes.confirm_address(session, club, member, used.mail or "")
            return show_profile(session, member)
    raise Refused("invalid_value", "That is not the code that was mailed.")


def resend_code(club: Club, member: Member) -> None:
    """Mail another code to an address that is still to be confirmed."""
    with club.write() as session:
        asked = changes.find_asked(session, member.id)
        mail = (asked.new if asked else member.mail) or ""
        strangers.count_mail(session, club, mail)
        codes.send(session, club, member.id, "confirm", mail)


def change_profile(club: Club, player: str, change: ProfileChange) -> MemberProfile:
    """Change language, zone or mail policy."""
    with club.write() as session:
        return change_within(session, player, change)


def change_within(session: Session, player: str, change: ProfileChange) -> MemberProfile:
    """Change language, zone or mail policy in a transaction of the caller's."""
    member = get_member(session, player)
    if change.language is not None:
        member.lang = texts.language(change.language)
    if change.zone is not None:
        member.zone = texts.zone(change.zone)
    if change.mail_policy is not None:
        member.mail_policy = change.mail_policy
    session.flush()
    return show_profile(session, member)


def change_by_slip(club: Club, raw: bytes) -> MemberProfile:
    """Do what a signed act asks: `delete`, `address` with a new mail address, `claim` with the code of a host."""
    slip, said = read_for_server(club, raw, ActSlip)
    with club.write() as session:
        alone(session, "players")
        member = use_slip(session, club, slip, said.jti)
        if said.do == "delete":
            _leave(session, club, member)
        elif said.do == "address":
            _ask_for_address(session, club, member, said.args)
        elif said.do == "claim":
            founding.use_claim(session, str(said.args.get("code", "")))
            member.role = "host"
        else:
            raise Refused("invalid_value", "There is no act `{do}` here; there are {acts}.", do=said.do, acts=ACTS)
        shown = show_profile(session, member)
    if shown.deleted:
        _settle(club, member.id)
    return shown


def _ask_for_address(session: Session, club: Club, member: Member, args: dict[str, Any]) -> None:
    mail = texts.mail_address(str(args.get("mail", "")))
    bans.check_mailbox(session, club, mail)
    changes.ask_for_address(session, club, member, mail)


def _leave(session: Session, club: Club, member: Member) -> None:
    """Delete an account; while a new address waits, that waits too: whoever reads the old one can still stop both."""
    farewell.check_may_leave(session, member)
    waiting = changes.get_waiting(session, member.id)
    if "address" not in waiting:
        farewell.bury(session, club, member)
    elif "delete" not in waiting:
        leaving = changes.add_change(session, club, member.id, "delete")
        leaving.effective_at = waiting["address"].effective_at


def finish_leaving(club: Club, change_id: str) -> None:
    """Delete an account that waited to go."""
    with club.write() as session:
        alone(session, "players")
        change = session.get(AccountChange, change_id)
        if change is None or change.cancelled_at is not None:
            return
        farewell.bury(session, club, get_member(session, change.player_id))
    _settle(club, change.player_id)


def _settle(club: Club, player: str) -> None:
    """Give away the seats of a member who has left, and let the database's files forget their address."""
    vacancies.fill(club, Seat.player_id == player)
    club.checkpoint()


def read_profile(club: Club, player: str) -> MemberProfile:
    """Return a member's own profile."""
    with club.read() as session:
        return show_profile(session, get_member(session, player))


def show_profile(session: Session, member: Member) -> MemberProfile:
    """Return a member's own profile, with what waits to take effect."""
    waiting = changes.get_waiting(session, member.id)
    address, leaving = waiting.get("address"), waiting.get("delete")
    return MemberProfile(
        id=member.id,
        handle=member.handle,
        mail=member.mail,
        confirmed=member.mail_confirmed_at is not None,
        jwk={"kty": "OKP", "crv": "Ed25519", "x": member.x},
        kid=member.kid,
        language=member.lang,
        zone=member.zone,
        role=member.role,
        mail_policy=member.mail_policy,
        created_at=member.created_at,
        deleted=member.deleted_at is not None,
        new_mail=None if address is None else address.new,
        new_mail_at=None if address is None else address.effective_at,
        leaves_at=None if leaving is None else leaving.effective_at,
        new_key_at=codes.find_waiting(session, member.id),
        tables=policies.get_wishes(session, member.id),
    )
