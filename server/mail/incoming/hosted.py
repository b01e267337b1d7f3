"""What a host does to a game by a plain mail: everyday things alone, and only what was confirmed."""

from typing import NamedTuple

from sqlalchemy import Connection

from engine.core.dates import read_span
from engine.core.errors import Refused
from engine.core.language import Text, Voice
from engine.ledger.entries import HostAction, HostBody
from server.mail.incoming.message import Handled
from server.models import Game, Session, open_session
from server.services import interventions, replies
from server.services.club import Club
from server.services.interventions import Intervention
from server.services.replies import Proof
from server.services.seating import get_seats
from server.services.shelf import Performed

GIVEN: dict[str, HostAction] = {
    "bot": "bot_seat",
    "substitute": "open_seat",
    "robot": "bot_seat",
    "remplacant": "open_seat",
}


class Wanted(NamedTuple):
    """What a host's line asks for."""

    game_id: str
    action: HostAction
    reason: str
    seat: int | None = None
    until: int | None = None


def read_intervention(session: Session, club: Club, proof: Proof, line: str) -> Wanted:
    """Return what `extend 48h`, `pause 7d`, `resume` or `give p2 bot` asks for; a game may be named after the word."""
    verb, *words = line.lower().split() or [""]
    game_id = proof.game_id or ""
    if words and session.get(Game, words[0]) is not None:
        game_id, words = words[0], words[1:]
    wanted = _read(session, club, Wanted(game_id, "resume", ""), verb, words)
    return wanted._replace(reason=interventions.check_may(session, club, proof.player, game_id, wanted.action))


def _read(session: Session, club: Club, wanted: Wanted, verb: str, words: list[str]) -> Wanted:
    if verb == "resume" and not words:
        return wanted
    if verb == "pause" and len(words) <= 1:
        until = club.now() + read_span(words[0]) if words else None
        if until is not None:
            interventions.check_moment(club, until)
        return wanted._replace(action="pause", until=until)
    if verb == "extend" and len(words) == 1:
        until = max([club.now(), *(one.deadline or 0 for one in get_seats(session, wanted.game_id))]) + read_span(
            words[0]
        )
        interventions.check_moment(club, until)
        return wanted._replace(action="extend", until=until)
    if verb == "give" and words[1:2] and words[1] in GIVEN and words[0].removeprefix("p").isdecimal():
        return wanted._replace(action=GIVEN[words[1]], seat=int(words[0].removeprefix("p")) - 1)
    raise Refused(
        "invalid_value",
        "By plain mail a host can write `host extend 48h`, `host pause 7d`, `host resume` or `host give p2 bot`, with a game's id after the word; all else needs a signed slip.",
    )


class MailedIntervention(Intervention[Handled]):
    """An everyday act of a host that came by mail and was confirmed; the server vouches for it."""

    def __init__(self, club: Club, proof: Proof, wanted: Wanted, voice: Voice) -> None:
        body = HostBody(
            wanted.action,
            wanted.reason,
            kept=True,
            by=proof.player.kid,
            until=wanted.until,
            via="mail",
            mail_sha256=proof.sha256,
        )
        super().__init__(club, wanted.game_id, proof.player, body, wanted.seat)
        self.proof = proof
        self.voice = voice

    def conclude(self, connection: Connection, done: Performed) -> Handled:
        """Do what belongs to it, and tell the host."""
        with open_session(connection) as session:
            self.settle(session, done)
            number = replies.claim_mail(session, self.club, self.proof, "hosted")
            said = [self.voice.say(Text("Done: it is entry {n} of the ledger.", n=done.n))]
            return Handled("hosted", replies.answer(session, self.club, self.proof, number, said))
