"""Mailed codes of six digits: sent, used once, and hard to guess."""

import secrets

from sqlalchemy import ColumnElement, select, update

from engine.core.errors import Refused
from server.models import Code, Session
from server.services.club import Club
from server.services.ids import hash_secret, make_id
from server.services.notices import About, announce
from server.storage.order import alone

LIFE = 30 * 60 * 1000
MOST_ATTEMPTS = 6


def send(session: Session, club: Club, player: str, kind: str, mail: str) -> None:
    """Mail a code, good for half an hour; earlier ones of the kind end."""
    number, now = f"{secrets.randbelow(10**6):06d}", club.now()
    session.execute(update(Code).where(_is_open(player, kind), Code.expires_at > now).values(expires_at=now))
    code = Code(
        id=make_id("co_"),
        player_id=player,
        kind=kind,
        hash=hash_secret(f"{player}:{number}"),
        mail=mail,
        created_at=now,
        expires_at=now + LIFE,
        attempts=0,
    )
    session.add(code)
    session.flush()
    announce(session, club, kind, player, About(address=mail, data={"code": number}), unique=f"{kind}:{code.id}")


def _is_open(player: str, kind: str) -> ColumnElement[bool]:
    return (Code.player_id == player) & (Code.kind == kind) & Code.used_at.is_(None)


def use(session: Session, club: Club, player: str, kind: str, number: str) -> Code | None:
    """Use up a good code and return it, None for a wrong one; refuse where none is open or too many were tried."""
    alone(session, f"codes:{player}")
    wanted = select(Code).where(_is_open(player, kind), Code.expires_at > club.now())
    code = session.scalars(wanted.order_by(Code.created_at.desc()).limit(1)).first()
    if code is None:
        raise Refused("code_expired", "There is no code to confirm any more; ask for a new one.")
    if code.attempts >= MOST_ATTEMPTS:
        raise Refused("too_many_attempts", "Too many wrong codes; ask for a new one.")
    if code.hash != hash_secret(f"{player}:{number.strip()}"):
        return None
    code.used_at = club.now()
    return code


def count_wrong(session: Session, player: str, kind: str) -> None:
    """Count a wrong guess."""
    session.execute(update(Code).where(_is_open(player, kind)).values(attempts=Code.attempts + 1))
