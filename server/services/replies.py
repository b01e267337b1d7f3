"""Mails that came in: what their tokens may do, and that each of them counts once and is answered once."""

import hmac
import secrets
import zlib
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from sqlalchemy import Connection, select, update
from sqlalchemy.dialects.postgresql import insert as postgres_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from engine.core.errors import Refused
from server.models import InboundMail, Letter, Player, Seat, table
from server.services import limits
from server.services.accounts import secret_hash
from server.services.club import Club
from server.services.notices import announce

INBOUND = table(InboundMail)
KEPT = 90 * 24 * 3600 * 1000
NONCE = 12
MOST_AN_HOUR, MOST_ANSWERS_A_DAY = 30, 20


class Duplicate(Exception):
    """This mail was dealt with before."""


class Claim(NamedTuple):
    """By what a mail is known: its proof (token or slip), its Message-ID, its bytes; and whose it is."""

    proof: str
    message: str
    sha256: str
    raw: bytes
    player: Any
    game_id: str | None
    seat: int | None
    message_id: str
    subject: str


def find_letter(club: Club, token: str, purpose: str) -> Any:
    """Return the mail of ours that a token came with, or None."""
    column = {"reply": Letter.reply, "bounce": Letter.bounce, "unsubscribe": Letter.unsubscribe}[purpose]
    with club.read() as connection:
        return connection.execute(select(table(Letter)).where(column == secret_hash(token))).first()


def get_player(connection: Connection, player: str) -> Any:
    """Return a player's row."""
    return connection.execute(select(table(Player)).where(Player.id == player)).one()


def was_claimed(club: Club, claim: Claim) -> bool:
    """Tell whether a mail was dealt with before."""
    same = (InboundMail.proof == claim.proof) & (InboundMail.message == claim.message)
    with club.read() as connection:
        return connection.execute(select(InboundMail.id).where(same)).first() is not None


def count(club: Club, claim: Claim) -> None:
    """Refuse more mails than anybody writes by hand to one address in an hour."""
    with club.write() as connection:
        limits.count(connection, club, f"inbound:{claim.proof}", MOST_AN_HOUR, 3600)


def claim_mail(connection: Connection, club: Club, claim: Claim, outcome: str, *, is_theirs: bool = True) -> int:
    """Write down that a mail was dealt with, in the transaction of what it did; raise Duplicate if it was before."""
    kind: Any = sqlite_insert if club.config.is_sqlite else postgres_insert
    row = {
        "proof": claim.proof, "message": claim.message, "sha256": claim.sha256, "raw": seal(club, claim.raw),
        "player_id": claim.player.id, "game_id": claim.game_id, "outcome": outcome, "at": club.now(),
    }  # fmt: skip
    statement = kind(INBOUND).values(row).on_conflict_do_nothing(index_elements=["proof", "message"])
    number = connection.execute(statement.returning(INBOUND.c.id)).scalar()
    if number is None:
        raise Duplicate
    if is_theirs:
        alive = {"looked_at": club.now(), "mail_bounced_at": None}
        connection.execute(update(Player).where(Player.id == claim.player.id).values(alive))
    return int(number)


def answer(connection: Connection, club: Club, claim: Claim, number: int, said: list[str], **more: Any) -> bool:
    """Write the one answer to a mail, to the address on file; tell whether there is one."""
    if claim.player.mail_confirmed_at is None:
        return False
    try:
        limits.count(connection, club, f"answers:{claim.player.id}", MOST_ANSWERS_A_DAY, 86400)
    except limits.TooOften:
        return False
    data = {"said": said, "re": claim.message_id, "subject": claim.subject, **more}
    ask = None if "confirms" in more else _asked(connection, claim)
    announce(
        connection, club, "answer", claim.player.id, game_id=claim.game_id, seat=claim.seat, ask=ask, data=data,
        unique=f"answer:{number}",
    )  # fmt: skip
    return True


def _asked(connection: Connection, claim: Claim) -> int | None:
    """Return what the answer asks for in turn, so that no other mail does."""
    here = (Seat.game_id == claim.game_id) & (Seat.seat == claim.seat) & (Seat.player_id == claim.player.id)
    return connection.execute(select(Seat.ask).where(here, Seat.awaited, Seat.by == "player")).scalar()


def seal(club: Club, raw: bytes) -> bytes:
    """Return a mail as it is kept: only this server's key opens it, since live tokens may be quoted in it."""
    nonce = secrets.token_bytes(NONCE)
    return nonce + AESGCM(_sealing_key(club)).encrypt(nonce, zlib.compress(raw), None)


def unseal(club: Club, sealed: bytes) -> bytes:
    """Return a kept mail."""
    return zlib.decompress(AESGCM(_sealing_key(club)).decrypt(sealed[:NONCE], sealed[NONCE:], None))


def _sealing_key(club: Club) -> bytes:
    return hmac.digest(club.key.jwk["d"].encode(), b"atelier-inbound-v1", "sha256")


def use(connection: Connection, club: Club, letter: Any, n: int) -> None:
    """Write down that a mail of ours was answered by a turn."""
    used = {"used_at": club.now(), "used_n": n}
    connection.execute(update(Letter).where(Letter.outbox_id == letter.outbox_id).values(used))


def held_mail(club: Club, letter: Any) -> Any:
    """Return the row of the held mail that an answer to this one confirms, or refuse."""
    if letter.confirms is None:
        raise Refused("no_moves", "There is nothing to confirm: this mail asked for no confirmation.")
    with club.read() as connection:
        return connection.execute(select(INBOUND).where(InboundMail.id == letter.confirms)).one()


def forget_old(club: Club) -> int:
    """Forget the text of mails after ninety days; their hashes stay."""
    old = (InboundMail.at < club.now() - KEPT) & InboundMail.raw.is_not(None)
    with club.write() as connection:
        return connection.execute(update(INBOUND).where(old).values(raw=None)).rowcount
