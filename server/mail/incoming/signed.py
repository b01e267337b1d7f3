"""A slip in a mail: it proves its author itself, wherever the mail came from."""

from sqlalchemy import Connection

from engine.core.errors import IllegalMove, Refused
from engine.core.language import Text, Voice
from engine.core.table import Table
from engine.ledger.drafts import EntryDraft
from engine.ledger.playing import draft_turn
from engine.ledger.record import Record
from engine.ledger.slips import (
    ActSlip,
    DropSlip,
    HostSlip,
    JoinSlip,
    KeySlip,
    NoteSlip,
    SeatSlip,
    Slip,
    TurnSlip,
    UndoSlip,
    read_slip,
)
from engine.seats import Onlooker
from server.mail.incoming import message, unsigned
from server.mail.incoming.authentication import find_trouble
from server.mail.incoming.message import Handled, Incoming
from server.mail.incoming.telling import show_played, tell_refusal, tell_turn
from server.models import Letter, Member, open_session
from server.services import (
    absences,
    accounts,
    hosting,
    interventions,
    joining,
    keys,
    notes,
    replies,
    substitutes,
    turns,
)
from server.services.acts import OF_A_REPEAT, SignedAct, find_answer, perform
from server.services.club import Club
from server.services.powers import POWERS
from server.services.replies import Proof
from server.services.seating import get_names, get_seats
from server.services.shelf import Performed
from server.services.slips import get_signer, read_for_server, use_once

RETRIED = {"busy", "storage_full", "held_for_upgrade"}
ABOUT_NO_GAME = {"not_found", "not_your_seat", "wrong_game", "wrong_key", "invalid_value"}
"""Refusals after which the answer shows no game."""
OF_ANOTHER_CLUB = {"not_found", "wrong_audience"}
"""Refusals of slips that were never meant for this club, of which nobody is told who did not mail them."""


def receive(club: Club, mail: Incoming, raw: bytes, letter: Letter | None) -> Handled:
    """Deal with a slip; one that nobody here signed is dropped, unless the mail proves its seat by its token."""
    try:
        slip = read_slip(raw)
        with club.read() as session:
            player = get_signer(session, slip)
    except Refused as refused:
        return message.NO_PROOF if letter is None else unsigned.refuse(club, mail, letter, refused)
    proof = _make_proof(club, slip, mail, player)
    if replies.was_dealt_with(club, proof) or (not proof.is_theirs and _is_known(club, slip)):
        raise replies.Duplicate
    replies.count(club, proof)
    try:
        return _deal_with(club, slip, proof)
    except (Refused, IllegalMove) as refused:
        if refused.code in RETRIED:
            raise
        return _refuse(club, proof, refused)


def _is_known(club: Club, slip: Slip) -> bool:
    """Tell whether a slip stands in a ledger: then anybody may have a copy of it."""
    game_id = getattr(slip.payload, "game", None)
    return game_id is not None and find_answer(club, game_id, slip) is not None


def _make_proof(club: Club, slip: Slip, mail: Incoming, player: Member) -> Proof:
    return Proof(
        proof=slip.digest,
        message=mail.message,
        sha256=mail.sha256,
        kept=slip.raw,
        is_theirs=find_trouble(club, mail, player.mail) is None,
        player=player,
        game_id=getattr(slip.payload, "game", None),
        seat=getattr(slip.payload, "seat", None),
        message_id=mail.message_id,
        subject=mail.subject,
    )


def _refuse(club: Club, proof: Proof, refused: Refused | IllegalMove) -> Handled:
    if refused.code in OF_ANOTHER_CLUB and not proof.is_theirs:
        return Handled(refused.code)
    if refused.code in ABOUT_NO_GAME:
        proof = proof._replace(game_id=None, seat=None)
    said = tell_refusal(refused, Voice(proof.player.lang))
    return _finish(club, proof, refused.code, said, shows_life=proof.is_theirs)


def _finish(club: Club, proof: Proof, code: str, said: list[str], *, shows_life: bool = True) -> Handled:
    with club.write() as session:
        number = replies.claim_mail(session, club, proof, code, shows_life=shows_life)
        return Handled(code, replies.answer(session, club, proof, number, said))


def _deal_with(club: Club, slip: Slip, proof: Proof) -> Handled:
    if isinstance(slip.payload, TurnSlip):
        return _play(club, slip, proof)
    return _obey(club, slip, proof)


def _obey(club: Club, slip: Slip, proof: Proof) -> Handled:
    """Do what a slip asks that plays nothing."""
    voice = Voice(proof.player.lang)
    if isinstance(slip.payload, UndoSlip):
        turns.undo(club, slip.payload.game, slip.raw)
        return _finish(club, proof, "undone", [voice.say(Text("Your turn is taken back. The ledger keeps both."))])
    if isinstance(slip.payload, NoteSlip | DropSlip):
        return _finish(club, proof, "noted", [voice.say(_note(club, slip, slip.payload))])
    if isinstance(slip.payload, HostSlip):
        done = interventions.act(club, slip.payload.game, slip.raw)
        return _finish(club, proof, "hosted", [voice.say(Text("Done: it is entry {n} of the ledger.", n=done.n))])
    if isinstance(slip.payload, SeatSlip | JoinSlip):
        return _finish(club, proof, "seated", [voice.say(_sit(club, slip, slip.payload))])
    return _finish(club, proof, "done", [voice.say(_act(club, slip, proof))])


def _note(club: Club, slip: Slip, said: NoteSlip | DropSlip) -> Text:
    if isinstance(said, NoteSlip):
        notes.leave(club, said.game, [slip.raw])
        return Text("Your note is kept: it is tried when you are asked.")
    notes.drop(club, said.game, slip.raw)
    return Text("Your notes are taken back: none of them is played.")


class MailedSlip(SignedAct[Handled]):
    """A signed turn that came by mail; its answer belongs to the same transaction."""

    def __init__(self, club: Club, slip: Slip, proof: Proof) -> None:
        super().__init__(club, proof.game_id or "", slip)
        self.proof = proof
        self.before: Table | None = None
        """The table as it was when the turn was played."""

    def draft(self, record: Record) -> EntryDraft:
        """Play the moves of the slip."""
        self.before = record.table
        return draft_turn(record, self.slip)

    def conclude(self, connection: Connection, done: Performed) -> Handled:
        """Tell what came of the turn."""
        proof = self.proof
        with open_session(connection) as session:
            names = get_names(get_seats(session, self.game_id))
            number = replies.claim_mail(session, self.club, proof, "played")
            assert self.before is not None
            by = Onlooker(proof.seat or 0, proof.player.lang, names)
            assert done.written.outcome is not None
            played = show_played(self.before, done.written, by)
            said = tell_turn(played, done.written, by, done.written.outcome.forced)
            return Handled("played", replies.answer(session, self.club, proof, number, said))


def _play(club: Club, slip: Slip, proof: Proof) -> Handled:
    try:
        return perform(MailedSlip(club, slip, proof))
    except Refused as refused:
        repeated = find_answer(club, proof.game_id or "", slip) if refused.code in OF_A_REPEAT else None
        if repeated is None:
            raise
    told = Text("This slip was played already, as entry {n}.", n=repeated.n)
    return _finish(club, proof, "played", [Voice(proof.player.lang).say(told)])


def _sit(club: Club, slip: Slip, said: SeatSlip | JoinSlip) -> Text:
    if isinstance(said, JoinSlip) or said.do == "take":
        answer = substitutes.sit(club, said.game, slip.raw)
    else:
        answer = joining.leave(club, said.game, slip.raw)
    return Text("Done: it is entry {n} of the ledger.", n=answer.n)


def _act(club: Club, slip: Slip, proof: Proof) -> Text:
    said = slip.payload
    if isinstance(said, KeySlip):
        keys.rotate(club, slip.raw)
        return Text("Your new key counts from now on.")
    if not isinstance(said, ActSlip):
        raise Refused("wrong_typ", "Slips of the kind {typ} can't be mailed.", typ=said.typ)
    if said.do in POWERS:
        hosting.act(club, slip.raw)
        return Text("Done, as a host's act: `atelier host log` lists it.")
    if said.do != "vacation":
        accounts.change_by_slip(club, slip.raw)
        return Text("Done.")
    booked = _book(club, slip, said, proof)
    return Text("Your clocks stand still from {first} to {last}.", first=booked.first, last=booked.last)


def _book(club: Club, slip: Slip, said: ActSlip, proof: Proof) -> absences.ShownVacation:
    read_for_server(club, slip.raw, ActSlip)
    first, last = (absences.read_day(str(said.args.get(name, ""))) for name in ("from", "to"))
    with club.write() as session:
        use_once(session, club, slip, said.jti)
        return absences.book_within(session, club, proof.player, first, last)
