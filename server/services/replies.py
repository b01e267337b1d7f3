"""Mails that came in: what their tokens may do, and that each of them counts once and is answered once."""

import hmac
import secrets
import zlib
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from sqlalchemy import select, update

from engine.core.errors import Refused
from server.models import InboundMail, Letter, Member, Seat, Session
from server.services import limits, looks
from server.services.club import Club
from server.services.ids import hash_secret
from server.services.notices import About, announce
from server.storage.inserts import insert_into

KEPT = 90 * 24 * 3600 * 1000
NONCE = 12
MOST_AN_HOUR, MOST_ANSWERS_A_DAY = 60, 20
MOST_ELSEWHERE = 30
"""Mails an hour that come for a player from other addresses; they never use up the player's own."""


class Duplicate(Exception):
    """This mail was dealt with before."""


class Proof(NamedTuple):
    """By what a mail is known: its token or slip, its Message-ID, its bytes; and whose it is."""

    proof: str
    message: str
    sha256: str
    kept: bytes | None
    """What is kept of it as evidence: the whole mail, or its slip."""
    is_theirs: bool
    """Whether it comes from the address on file, as far as our mail server knows."""
    player: Member
    game_id: str | None
    seat: int | None
    message_id: str
    subject: str


def find_letter(club: Club, token: str, purpose: str) -> Letter | None:
    """Return the mail of ours that a token came with, or None."""
    column = {"reply": Letter.reply, "bounce": Letter.bounce, "unsubscribe": Letter.unsubscribe}[purpose]
    with club.read() as session:
        return session.scalars(select(Letter).where(column == hash_secret(token))).first()


def was_dealt_with(club: Club, proof: Proof) -> bool:
    """Tell whether a mail was dealt with before."""
    same = (InboundMail.proof == proof.proof) & (InboundMail.message == proof.message)
    with club.read() as session:
        return session.execute(select(InboundMail.id).where(same)).first() is not None


def count(club: Club, proof: Proof) -> None:
    """Refuse more mails than anybody writes by hand in an hour."""
    most = MOST_AN_HOUR if proof.is_theirs else MOST_ELSEWHERE
    with club.write() as session:
        limits.count(session, club, _name_limit("inbound", proof), most, 3600)


def _name_limit(what: str, proof: Proof) -> str:
    """Return what a player's mails are counted by: their own, and apart from them what others send for them."""
    return f"{what}:{proof.player.id}:{'own' if proof.is_theirs else 'elsewhere'}"


def claim_mail(session: Session, club: Club, proof: Proof, outcome: str, *, shows_life: bool = True) -> int:
    """Write down that a mail was dealt with, in the transaction of what it did; raise Duplicate if it was before.

    One that shows life lets a player count as reached again.
    """
    row = {
        "proof": proof.proof,
        "message": proof.message,
        "sha256": proof.sha256,
        "raw": None if proof.kept is None else seal(club, proof.kept),
        "player_id": proof.player.id,
        "game_id": proof.game_id,
        "outcome": outcome,
        "at": club.now(),
    }
    fresh = insert_into(session.dialect, InboundMail).values(row)
    unless_there = fresh.on_conflict_do_nothing(index_elements=["proof", "message"])
    number: int | None = session.scalar(unless_there.returning(InboundMail.id))
    if number is None:
        raise Duplicate
    if shows_life:
        alive = {"looked_at": club.now(), "mail_bounced_at": None}
        session.execute(update(Member).where(Member.id == proof.player.id).values(alive))
        looks.wake_unreached(session, club.now(), proof.player.id)
    return number


def answer(
    session: Session, club: Club, proof: Proof, number: int, said: list[str], confirms: int | None = None
) -> bool:
    """Write the one answer to a mail, to the address on file; tell whether there is one."""
    if proof.player.mail_confirmed_at is None:
        return False
    try:
        limits.count(session, club, _name_limit("answers", proof), MOST_ANSWERS_A_DAY, 86400)
    except limits.TooOften:
        return False
    tell(session, club, proof, number, said, confirms)
    return True


def tell(session: Session, club: Club, proof: Proof, number: int, said: list[str], confirms: int | None = None) -> None:
    """Write an answer to the address on file, however many there were."""
    data: dict[str, Any] = {"said": said}
    if proof.is_theirs:  # nothing of a stranger's goes into a header
        data |= {"re": proof.message_id, "subject": proof.subject}
    if confirms is not None:
        data["confirms"] = confirms
    ask = None if confirms is not None else _find_ask(session, proof)
    about = About(game_id=proof.game_id, seat=proof.seat, ask=ask, data=data)
    announce(session, club, "answer", proof.player.id, about, unique=f"answer:{number}")


def _find_ask(session: Session, proof: Proof) -> int | None:
    """Return what the answer asks for in turn, so that no other mail does."""
    here = (Seat.game_id == proof.game_id) & (Seat.seat == proof.seat) & (Seat.player_id == proof.player.id)
    return session.scalar(select(Seat.ask).where(here, Seat.awaited, Seat.by == "player"))


def seal(club: Club, raw: bytes) -> bytes:
    """Return a mail as it is kept: only this server's key opens it, since live tokens may be quoted in it."""
    nonce = secrets.token_bytes(NONCE)
    return nonce + AESGCM(_sealing_key(club)).encrypt(nonce, zlib.compress(raw), None)


def unseal(club: Club, sealed: bytes) -> bytes:
    """Return a kept mail."""
    return zlib.decompress(AESGCM(_sealing_key(club)).decrypt(sealed[:NONCE], sealed[NONCE:], None))


def _sealing_key(club: Club) -> bytes:
    return hmac.digest(club.identity.root.jwk["d"].encode(), b"atelier-inbound-v1", "sha256")


def use_letter(session: Session, club: Club, letter: Letter, n: int) -> None:
    """Write down that a mail of ours was answered by a turn."""
    used = {"used_at": club.now(), "used_n": n}
    session.execute(update(Letter).where(Letter.outbox_id == letter.outbox_id).values(used))


def get_held_mail(club: Club, letter: Letter) -> InboundMail:
    """Return the held mail that an answer to this one confirms, or refuse."""
    if letter.confirms is None:
        raise Refused("no_moves", "There is nothing to confirm: this mail asked for no confirmation.")
    with club.read() as session:
        return session.get_one(InboundMail, letter.confirms)


def forget_old(session: Session, club: Club) -> None:
    """Forget the text of mails after ninety days; their hashes stay."""
    old = (InboundMail.at < club.now() - KEPT) & InboundMail.raw.is_not(None)
    session.execute(update(InboundMail).where(old).values(raw=None))
