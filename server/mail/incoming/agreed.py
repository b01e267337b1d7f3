"""A line of mail by which somebody proposes something to the table, or agrees to it."""

from sqlalchemy import Connection

from engine.core.errors import Refused
from engine.core.language import Voice
from engine.ledger.agreements import Assent
from engine.ledger.drafts import EntryDraft
from engine.ledger.entries import MotionTerms
from engine.ledger.proposals import read_proposal
from engine.ledger.record import Record
from engine.ledger.sentences import tell_entry
from server.mail.incoming.lines import Command
from server.mail.incoming.message import Handled
from server.models import Session, open_session
from server.services import replies, shelf
from server.services.acts import Act
from server.services.agreements import carry, choose_motion, draft_checked
from server.services.club import Club
from server.services.replies import Proof
from server.services.shelf import Performed


class MailedAgreement(Act[Handled]):
    """A yes that came by mail; the server vouches for it."""

    def __init__(self, club: Club, proof: Proof, terms: MotionTerms, voice: Voice) -> None:
        super().__init__(club, proof.game_id or "")
        self.proof = proof
        self.terms = terms
        self.voice = voice

    def draft(self, record: Record) -> EntryDraft:
        """Write the yes down for the seat that the answered mail was for."""
        assent = Assent(self.proof.seat or 0, self.terms, via="mail", mail_sha256=self.proof.sha256)
        return draft_checked(self.club, record, assent)

    def conclude(self, connection: Connection, done: Performed) -> Handled:
        """Do what was agreed, and tell whoever agreed."""
        with open_session(connection) as session:
            number = replies.claim_mail(session, self.club, self.proof, "agreed")
            carry(session, self.club, done)
            said = self._tell(done)
            return Handled("agreed", replies.answer(session, self.club, self.proof, number, said))

    def _tell(self, done: Performed) -> list[str]:
        entry = done.written.entry
        body = shelf.decode_body(entry.header.kind, entry.body)
        voice = self.voice.turn_to(self.proof.seat)
        return [voice.say(text) for text in tell_entry(entry.header, body, self.proof.player.zone)]


def read_motion(session: Session, club: Club, proof: Proof, command: Command, voice: Voice) -> MotionTerms:
    """Return what a line proposes to the table, or agrees to."""
    if proof.game_id is None or proof.seat is None:
        raise Refused("no_moves", "This mail is about no game.")
    if command.name == "agree":
        return choose_motion(session, club, proof.game_id, proof.seat, command.rest)
    head = shelf.get_record(session, proof.game_id).page.hash
    return read_proposal(command.rest.split(), voice.players, head, club.now())
