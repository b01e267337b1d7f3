"""A turn by the link in a mail: played as an answer to the mail would be, and its player is told by mail."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection

from engine.core.errors import Refused
from engine.core.language import Text, Voice
from engine.ledger.clerk import Written
from server.mail.incoming.telling import tell_relayed
from server.models import Session, open_session
from server.services import limits, replies, welcome
from server.services.acts import perform
from server.services.club import Club
from server.services.ids import hash_secret
from server.services.relays import RelayedTurn
from server.services.replies import Proof
from server.services.shelf import Performed
from server.services.turn_links import LinkedAsk, check_is_open, say_stale
from server.services.views import Sight

MOST_TRIES_AN_HOUR = 60
"""Of one link."""


class PlayedByLink(NamedTuple):
    """What came of a turn by a link, and what it asks next of the same player as its direct continuation."""

    said: Sequence[str]
    next: LinkedAsk | None


class LinkedTurn(RelayedTurn[PlayedByLink]):
    """Moves that were sent by whoever followed a link."""

    def __init__(self, club: Club, asked: LinkedAsk, moves: Sequence[str], sight: Sight, lang: str) -> None:
        mailed = msgspec.structs.replace(asked.mailed, moves=tuple(moves))
        super().__init__(club, asked.game_id, mailed, sight.names)
        self.asked = asked
        self.game = sight.game
        self.lang = lang

    def conclude(self, connection: Connection, done: Performed) -> PlayedByLink:
        """Write down that the link was used, tell its player by mail, and return what its page says."""
        with open_session(connection) as session:
            number = replies.claim_mail(session, self.club, self._prove(), "played_by_link")
            self._use_letter(session, done.n)
            replies.tell(session, self.club, self._prove(), number, self._tell_owner(done.written))
        return PlayedByLink(tell_relayed(self, done.written, self.lang), find_next(self.asked, done))

    def _prove(self) -> Proof:
        """Return by what the use of a link is known: its mail and its ask, of which there can be one."""
        asked = self.asked
        return Proof(
            proof=asked.letter.reply or "",
            message=hash_secret(f"{asked.message_id} {asked.ask}"),
            sha256=self.mailed.mail_sha256,
            kept="\n".join(self.mailed.moves).encode(),
            is_theirs=True,
            player=asked.member,
            game_id=asked.game_id,
            seat=asked.seat,
            message_id=asked.message_id,
            subject=f"[{self.game.title}] {welcome.name_game(self.game.rules, asked.member.lang)}",
        )

    def _use_letter(self, session: Session, n: int) -> None:
        if self.asked.ask == self.asked.letter.ask:
            replies.use_letter(session, self.club, self.asked.letter, n)

    def _tell_owner(self, written: Written) -> list[str]:
        lang = self.asked.member.lang
        voice = Voice(lang, players=self.names)
        used = Text("The link in our mail was used: this was played for you, unsigned.")
        not_you = Text(
            "If it was not you, somebody else reads your mail: answer `undo` while nobody has answered the turn."
        )
        return [voice.say(used), *tell_relayed(self, written, lang), voice.say(not_you)]


def find_next(asked: LinkedAsk, done: Performed) -> LinkedAsk | None:
    """Return what a turn asks next of its own player, where it goes on at once: it is asked by the very entry of the turn."""
    page = done.last.record.page
    ask = page.chairs[asked.seat].ask
    goes_on = page.phase == "running" and ask.on == done.written.entry.hash
    return asked._replace(ask=ask.number, on=ask.on or "") if goes_on else None


def play(club: Club, asked: LinkedAsk, moves: Sequence[str], lang: str) -> PlayedByLink:
    """Play moves for what a link may answer, or refuse."""
    with club.write() as session:
        limits.count(session, club, f"linked:{asked.letter.outbox_id}", MOST_TRIES_AN_HOUR, 3600)
    with club.read() as session:
        sight = check_is_open(session, club, asked)
    if not moves:
        raise Refused("no_moves", "Pick a move first.")
    try:
        return perform(LinkedTurn(club, asked, moves, sight, lang))
    except Refused as refused:
        raise say_stale(refused) from refused
