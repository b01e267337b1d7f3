"""Slips that speak to the server and not to a game: read, checked for audience, age and reuse."""

from typing import TypeVar

from sqlalchemy import delete, insert, select

from engine.core.errors import Refused
from engine.ledger.keys import PublicKey
from engine.ledger.slips import ActSlip, HelloSlip, KeySlip, RegisterSlip, Slip, check_signature, expect, read_slip
from server.models import Member, SeenSlip, Session
from server.services import identity
from server.services.club import Club
from server.storage.order import alone

P = TypeVar("P", ActSlip, HelloSlip, KeySlip, RegisterSlip)
WINDOW = 5 * 60 * 1000
SECONDS_LIMIT = 10**11
"""Smaller numbers are seconds, as other JOSE programs write them; larger ones milliseconds."""


def read_for_server(club: Club, raw: bytes, kind: type[P]) -> tuple[Slip, P]:
    """Return a slip to the server and what it says; who signed it is still to be checked."""
    slip = read_slip(raw)
    said = expect(slip, kind)
    is_known = kind is KeySlip and said.aud in identity.get_origins(club)
    _check_fresh(club, said.aud, said.iat, is_known=is_known)
    return slip, said


def _check_fresh(club: Club, aud: str, iat: int, *, is_known: bool) -> None:
    """Refuse a slip for another server, or one that was not made just now; a key change may name an earlier address."""
    if not is_known and not _is_for(club, aud):
        raise Refused("wrong_audience", "The slip is for the server {aud}, not for {here}.", aud=aud, here=club.origin)
    made = iat * 1000 if iat < SECONDS_LIMIT else iat
    if abs(club.now() - made) > WINDOW:
        raise Refused("slip_expired", "The slip was not made within the last five minutes; make a new one.")


def _is_for(club: Club, aud: str) -> bool:
    """Tell whether a slip is for the address that the club has now; a move since is noticed here."""
    if aud.rstrip("/") != club.origin.rstrip("/"):
        identity.follow(club)
    return aud.rstrip("/") == club.origin.rstrip("/")


def use_slip(session: Session, club: Club, slip: Slip, jti: str) -> Member:
    """Return the member who signed a slip to the server, and use the slip up; refuse one that was used before."""
    player = get_signer(session, slip)
    use_once(session, club, slip, jti)
    return player


def use_once(session: Session, club: Club, slip: Slip, jti: str) -> None:
    """Refuse a slip that was used before."""
    alone(session, f"slip:{jti}")
    seen = select(SeenSlip.jti).where(SeenSlip.kid == slip.kid, SeenSlip.jti == jti)
    if session.execute(seen).first() is not None:
        raise Refused("jti_seen", "This slip was used before; make a new one.")
    now = club.now()
    session.execute(delete(SeenSlip).where(SeenSlip.expires_at < now))
    session.execute(insert(SeenSlip).values(kid=slip.kid, jti=jti, expires_at=now + 2 * WINDOW))


def get_signer(session: Session, slip: Slip) -> Member:
    """Return the member whose current key signed a slip, or refuse."""
    player = get_key_owner(session, slip)
    check_signature(slip, PublicKey(player.x))
    return player


def get_key_owner(session: Session, slip: Slip) -> Member:
    """Return the member whose key a slip names; whether it signed the slip is still to be checked."""
    player = session.scalars(select(Member).where(Member.kid == slip.kid)).first()
    if player is None or player.deleted_at is not None:
        raise Refused("wrong_key", "The slip is signed with a key that nobody here has: register first.")
    check_not_banned(player)
    return player


def check_not_banned(member: Member) -> None:
    """Refuse somebody whom the hosts have banned."""
    if member.banned_at is not None:
        raise Refused("banned", "The hosts of this club have banned you: you can neither sign in nor play here.")


def check_still_member(session: Session, slip: Slip) -> None:
    """Refuse a slip by the key of somebody who has left the club or was banned; whose seat it is, the game says."""
    owner = session.scalars(select(Member).where(Member.kid == slip.kid)).first()
    if owner is None:
        return
    if owner.deleted_at is not None:
        raise Refused("wrong_key", "The slip is signed with a key whose owner has left this club.")
    check_not_banned(owner)
