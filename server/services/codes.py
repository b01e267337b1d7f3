"""Mailed codes: sent, used once, and hard to guess."""

import secrets

from sqlalchemy import ColumnElement, delete, func, not_, select, update

from engine.core.errors import Refused
from server.models import Code, Session
from server.services.club import Club
from server.services.ids import hash_secret, make_id
from server.services.notices import About, announce
from server.storage.order import alone

LIFE = 30 * 60 * 1000
KEPT = 24 * 3600 * 1000
"""How long a code that is good no more is remembered, with the address that it went to."""
MOST_ATTEMPTS = 6
"""At the six digits of a code that its owner alone can be asked for."""
LETTERS, LENGTH = "abcdefghjkmnpqrstuvwxyz23456789", 12
"""Of a code that anybody may guess at: so long that guesses need no limit, which a stranger could use up for its owner."""


def send(session: Session, club: Club, player: str, kind: str, mail: str) -> None:
    """Mail a code, good for half an hour; earlier ones of the kind end."""
    number, now = make_code(kind), club.now()
    session.execute(update(Code).where(_is_open(player, kind), Code.expires_at > now).values(expires_at=now))
    code = Code(
        id=make_id("co_"),
        player_id=player,
        kind=kind,
        hash=hash_code(player, number),
        mail=mail,
        created_at=now,
        expires_at=now + LIFE,
        attempts=0,
    )
    session.add(code)
    session.flush()
    announce(session, club, kind, player, About(address=mail, data={"code": number}), unique=f"{kind}:{code.id}")


def make_code(kind: str) -> str:
    """Return six digits, or for a recovery three groups of letters and digits."""
    if kind != "recover":
        return f"{secrets.randbelow(10**6):06d}"
    letters = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    return "-".join(letters[place : place + 4] for place in range(0, LENGTH, 4))


def hash_code(player: str, code: str) -> str:
    """Return what is stored of a code and compared: capitals, hyphens and spaces make no difference."""
    return hash_secret(f"{player}:{''.join(code.split()).replace('-', '').lower()}")


def prolong(session: Session, club: Club, player: str, kind: str) -> None:
    """Let the last code that was mailed be good for another half an hour, instead of mailing one more."""
    sent = select(Code.id).where(Code.player_id == player, Code.kind == kind)
    last = sent.order_by(Code.expires_at.desc()).limit(1).scalar_subquery()
    session.execute(update(Code).where(Code.id == last, Code.used_at.is_(None)).values(expires_at=club.now() + LIFE))


def _is_open(player: str, kind: str) -> ColumnElement[bool]:
    return (Code.player_id == player) & (Code.kind == kind) & Code.used_at.is_(None)


def use(session: Session, club: Club, player: str, kind: str, number: str) -> Code | None:
    """Use up a good code and return it, None for a wrong one; refuse where none is open or too many were tried."""
    alone(session, f"codes:{player}")
    wanted = select(Code).where(_is_open(player, kind), Code.expires_at > club.now())
    code = session.scalars(wanted.order_by(Code.created_at.desc()).limit(1)).first()
    if code is None:
        raise Refused("code_expired", "There is no code to confirm any more; ask for a new one.")
    if code.attempts >= MOST_ATTEMPTS and kind != "recover":
        raise Refused("too_many_attempts", "Too many wrong codes; ask for a new one.")
    if code.hash != hash_code(player, number):
        return None
    code.used_at = club.now()
    return code


def count_wrong(session: Session, player: str, kind: str) -> None:
    """Count a wrong guess."""
    session.execute(update(Code).where(_is_open(player, kind)).values(attempts=Code.attempts + 1))


def is_waiting() -> ColumnElement[bool]:
    """Return what is true of a recovery that waits for its day."""
    is_set = Code.effective_at.is_not(None) & Code.new_x.is_not(None)
    return (Code.kind == "recover") & is_set & Code.cancelled_at.is_(None)


def find_waiting(session: Session, player: str) -> int | None:
    """Return from when on another key counts for a member, if one waits."""
    return session.scalar(select(func.min(Code.effective_at)).where(is_waiting(), Code.player_id == player))


def forget_old(session: Session, club: Club) -> None:
    """Forget codes that are good no more, but for recoveries that wait for their day."""
    session.execute(delete(Code).where(Code.expires_at <= club.now() - KEPT, not_(is_waiting())))
