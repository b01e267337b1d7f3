"""People who are no members: how much the club mails them, and who never wants to hear from it again."""

import hmac

from sqlalchemy import delete, select

from engine.core.canonical import b64u
from server.models import Session, Silence
from server.services import limits, links
from server.services.club import Club
from server.storage.inserts import insert_unless_there

MOST_A_DAY = 10
"""Codes and invitations to one mailbox, whoever has them sent."""
SILENCE = "silence"


def count_mail(session: Session, club: Club, mail: str) -> None:
    """Count a mail to an address that may be anybody's, and refuse more than a few a day."""
    limits.count(session, club, f"mail-to:{hash_mailbox(club, mail)}", MOST_A_DAY, 86400)


def hash_mailbox(club: Club, mail: str) -> str:
    """Return a mailbox as it is counted and kept: without case and sub-address, hashed with the server's key."""
    secret = links.derive_secret(club, b"atelier-mailbox-v1")
    return b64u(hmac.digest(secret, _reduce(mail).encode(), "sha256"))


def _reduce(mail: str) -> str:
    local, _, domain = mail.casefold().rpartition("@")
    return f"{local.partition('+')[0] or local}@{domain}"


def make_silence_link(club: Club, mail: str) -> str:
    """Return the link by which whoever reads a mailbox ends all mail to it."""
    return links.make_link(club, SILENCE, hash_mailbox(club, mail))


def check_silence_link(club: Club, token: str) -> None:
    """Refuse a link that we did not write."""
    links.read_link(club, SILENCE, token)


def silence(club: Club, token: str) -> None:
    """Never mail codes or invitations to a mailbox again."""
    row = {"hash": links.read_link(club, SILENCE, token), "since": club.now()}
    with club.write() as session:
        insert_unless_there(session, Silence, ["hash"], row)


def is_silent(session: Session, club: Club, mail: str) -> bool:
    """Tell whether a mailbox wants no mail."""
    return session.execute(select(Silence.hash).where(Silence.hash == hash_mailbox(club, mail))).first() is not None


def lift_silence(club: Club, mail: str) -> bool:
    """Mail to a mailbox again, as its owner asked the host; tell whether it was silent."""
    with club.write() as session:
        return session.change(delete(Silence).where(Silence.hash == hash_mailbox(club, mail))) > 0
