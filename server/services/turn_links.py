"""Links that open a turn without a key: whoever has the mail can play what it asks for, once.

Nothing is stored: a link names its mail and the address that this went to, and proves that we wrote it.
"""

import hmac
from typing import NamedTuple

from sqlalchemy import select

from engine.core.errors import Refused
from engine.ledger.playing import Mailed
from server.models import Letter, Member, OutboxRow, Session
from server.services import links
from server.services.accounts import check_confirmed
from server.services.club import Club
from server.services.ids import hash_secret
from server.services.relays import check_is_asked
from server.services.slips import check_not_banned
from server.services.views import Sight, get_sight

LINK, PASS, PROOF = "turn", "turn-pass", "turn-proof"
VIA = "link"


class LinkedAsk(NamedTuple):
    """What somebody may answer who followed a link: the mail that it stands in, and what is asked in which position."""

    letter: Letter
    message_id: str
    member: Member
    ask: int
    on: str

    @property
    def game_id(self) -> str:
        """The game."""
        return self.letter.game_id or ""

    @property
    def seat(self) -> int:
        """The seat that the mail was for."""
        return self.letter.seat or 0

    @property
    def mailed(self) -> Mailed:
        """What the server vouches for, without moves: it names the mail by the hash of its Message-ID."""
        sha256 = hash_secret(self.message_id)
        return Mailed(seat=self.seat, ask=self.ask, on=self.on, via=VIA, mail_sha256=sha256)


def make_turn_link(club: Club, reply: str, address: str) -> str:
    """Return the link of a mail, known by the hash of its reply token, that goes to an address."""
    return f"{club.origin.rstrip('/')}/turn/{links.make_token(club, _name(LINK, address), reply)}"


def _name(purpose: str, address: str | None) -> str:
    """Return what a token is for: a mail that went to an address which counts no more opens nothing."""
    return f"{purpose}:{address or ''}"


def read_turn_link(session: Session, club: Club, token: str) -> LinkedAsk:
    """Return what a link may answer, or refuse one that we did not write."""
    letter, message_id, member = _find(session, token.partition(".")[0])
    links.read_link(club, _name(LINK, member.mail), token)
    return LinkedAsk(letter, message_id, member, letter.ask or 0, letter.on or "")


def write_pass(club: Club, asked: LinkedAsk) -> str:
    """Return what a browser keeps that has followed a link: good for this ask alone."""
    about = f"{asked.letter.reply}.{asked.ask}.{asked.on}"
    return links.make_token(club, _name(PASS, asked.member.mail), about)


def read_pass(session: Session, club: Club, kept: str) -> LinkedAsk:
    """Return what a browser may answer that has followed a link, or refuse what we did not give it."""
    letter, message_id, member = _find(session, kept.partition(".")[0])
    _, ask, on = links.read_link(club, _name(PASS, member.mail), kept).split(".")
    return LinkedAsk(letter, message_id, member, int(ask), on)


def _find(session: Session, reply: str) -> tuple[Letter, str, Member]:
    wanted = select(Letter, OutboxRow.message_id, Member).join(OutboxRow, OutboxRow.id == Letter.outbox_id)
    found = session.execute(wanted.join(Member, Member.id == Letter.player_id).where(Letter.reply == reply)).first()
    if found is None:
        raise Refused("not_found", "There is nothing at this address.")
    return found[0], found[1], found[2]


def make_proof(club: Club, kept: str) -> str:
    """Return what every form of a page says that was shown to the browser which keeps a pass."""
    return links.make_token(club, PROOF, hash_secret(kept))


def is_proved(club: Club, kept: str, said: str) -> bool:
    """Tell whether a form is of a page that was shown to this browser for what it may answer now."""
    return hmac.compare_digest(make_proof(club, kept).encode(), said.encode(errors="replace"))


def check_is_open(session: Session, club: Club, asked: LinkedAsk) -> Sight:
    """Return the game as the asked player sees it, or refuse where the link, or its player, may play nothing now."""
    check_not_banned(asked.member)
    check_confirmed(asked.member)
    sight = get_sight(club, session, asked.game_id, asked.member)
    if sight.game.slips_only:
        raise Refused("slips_only", "This game takes signed turns only.")
    if sight.standpoint != (asked.seat, None) or sight.seats[asked.seat].by != "player":
        raise make_old()
    try:
        check_is_asked(sight.record.page, asked.mailed)
    except Refused as refused:
        raise say_stale(refused) from refused
    return sight


def say_stale(refused: Refused) -> Refused:
    """Return a refusal of what is asked no more as a page says it: there is no mail to answer."""
    if refused.code == "token_spent":
        return Refused("ask_taken", "That turn was played already: its link is used up.")
    return make_old() if refused.code == "token_superseded" else refused


def make_old() -> Refused:
    """Return the refusal of a link whose turn is no longer asked of its player."""
    return Refused(
        "link_revoked",
        "The game has moved on since that mail: its link is good no more. If your turn has come again, a newer mail has a newer link.",
    )
