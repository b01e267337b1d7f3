"""Who made the club hosts it: a claim code, shown once, makes whoever has it a host."""

import msgspec
from sqlalchemy import exists, select

from engine.core.errors import Refused
from server.models import ClubSetting, Member, Session
from server.services import codes, settings
from server.services.club import Club
from server.services.ids import hash_secret
from server.storage.order import alone

CLAIM = "claim"


class Founding(msgspec.Struct, frozen=True):
    """How a club stands for hosts: whether it has one, and a claim code where one was made just now."""

    has_host: bool
    claim: str | None


def found(club: Club) -> Founding:
    """Make a claim code for a club that has no host and no code yet; doing it again changes nothing."""
    with club.write() as session:
        alone(session, "club_settings")
        has_host = is_hosted(session)
        if has_host or session.get(ClubSetting, CLAIM) is not None:
            return Founding(has_host, None)
        return Founding(has_host, _make_claim(session, club))


def make_claim(club: Club) -> str:
    """Return a new claim code, in the place of an earlier one; who may open the club's folder may have one."""
    with club.write() as session:
        return _make_claim(session, club)


def claim_unless_hosted(club: Club) -> str | None:
    """Return a claim code for whoever is to host a club that nobody hosts yet; None for any other."""
    with club.write() as session:
        return None if is_hosted(session) else _make_claim(session, club)


def _make_claim(session: Session, club: Club) -> str:
    code = codes.make_code("recover")
    settings.store(session, club, CLAIM, _hash(code))
    return code


def _hash(code: str) -> str:
    return hash_secret(f"{CLAIM}:{''.join(code.split()).replace('-', '').lower()}")


def is_hosted(session: Session) -> bool:
    """Tell whether the club has a host."""
    hosting = exists().where(Member.role == "host", Member.deleted_at.is_(None), Member.banned_at.is_(None))
    return bool(session.scalar(select(hosting)))


def use_claim(session: Session, code: str) -> None:
    """Use up the club's claim code, or refuse another one."""
    kept = session.get(ClubSetting, CLAIM)
    if kept is None or kept.value != _hash(code):
        raise Refused("wrong_claim", "That is not this club's claim code, or it was used before.")
    session.delete(kept)
