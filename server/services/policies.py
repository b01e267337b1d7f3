"""Less mail by one click: whoever has the link of a mail can stop the mails, and nothing else."""

from sqlalchemy import update

from engine.core.errors import Refused
from server.models import Letter, Member
from server.services import replies
from server.services.club import Club


def get_letter(club: Club, token: str) -> Letter:
    """Return the mail of ours that a link came with, or refuse."""
    letter = replies.find_letter(club, token, "unsubscribe")
    if letter is None or letter.player_id is None:
        raise Refused("not_found", "There is nothing at this address.")
    return letter


def unsubscribe(club: Club, token: str) -> None:
    """Stop the mails about games to whoever got this link."""
    letter = get_letter(club, token)
    with club.write() as session:
        session.execute(update(Member).where(Member.id == letter.player_id).values(mail_policy="off"))
