"""An unsigned reply to a mail of ours: moves and commands, played only if its sender is who the mail was for."""

from sqlalchemy import Connection, select

import engine
from engine.core.errors import IllegalMove, Refused
from engine.core.language import Text, Voice
from engine.core.notation import Verbs, spread
from engine.ledger.drafts import EntryDraft
from engine.ledger.playing import Mailed, draft_mailed_undo
from engine.ledger.record import Record
from engine.ledger.trail import choices
from server.mail.incoming import lines, message
from server.mail.incoming.agreed import MailedAgreement, read_motion
from server.mail.incoming.authentication import find_trouble, has_passed
from server.mail.incoming.commands import run_commands
from server.mail.incoming.hosted import MailedIntervention, read_intervention
from server.mail.incoming.lines import Command, Request
from server.mail.incoming.message import NOTHING_READ, Handled, Incoming, Reading
from server.mail.incoming.noting import leave_after_turn, leave_notes
from server.mail.incoming.telling import tell_refusal, tell_relayed
from server.models import Game, Letter, StoredEntry, open_session
from server.services import replies, shelf
from server.services.accounts import get_member
from server.services.acts import Act, perform
from server.services.club import Club
from server.services.relays import RelayedTurn
from server.services.replies import Proof
from server.services.seating import get_names, get_seats
from server.services.shelf import Performed
from server.services.suggestions import get_suggestions

HARMLESS = {"help", "status", "moves", "card", "whoami", "confirm"}
TABLE_COMMANDS = {"propose", "agree"}
TO_CONFIRM = "to_confirm"
"""How a mail is held that is its writer's, and does what is asked for twice."""
MOST_LINES_HELD, MOST_SHOWN = 20, 200
RETRIED = {"busy", "storage_full", "held_for_upgrade", "rate_limited"}
"""Refusals that are not the writer's: the mail is tried again."""


class Reply:
    """One unsigned reply with all that it takes to deal with it."""

    def __init__(
        self, club: Club, mail: Incoming, reading: Reading, letter: Letter, *, is_vouched: bool = False
    ) -> None:
        self.club = club
        self.mail = mail
        self.reading = reading
        self.letter = letter
        self.is_vouched = is_vouched
        with club.read() as session:
            player = get_member(session, letter.player_id or "")
            self.game = session.get(Game, letter.game_id) if letter.game_id else None
            self.names = get_names(get_seats(session, letter.game_id)) if letter.game_id else ()
        self.trouble = find_trouble(club, mail, player.mail)
        """Why the sender can't be taken for the player, or None."""
        self.proof = Proof(
            proof=letter.reply or "",
            message=mail.message,
            sha256=mail.sha256,
            kept=mail.raw,
            is_theirs=self.trouble is None,
            player=player,
            game_id=letter.game_id,
            seat=letter.seat,
            message_id=mail.message_id,
            subject=mail.subject,
        )
        self.voice = Voice(player.lang, players=self.names)

    @property
    def has_passed(self) -> bool:
        """Whether the club's mail server vouches for the sender (DMARC)."""
        return has_passed(self.mail.head, self.club.config.mail.authserv_id)

    @property
    def seat(self) -> int:
        """The seat that the answered mail was for."""
        return self.letter.seat or 0

    @property
    def verbs(self) -> Verbs:
        """The verbs of the game that the answered mail was about, once it has begun."""
        rules = None if self.game is None or self.game.status == "open" else engine.games().get(self.game.rules)
        return {} if rules is None else rules.verbs

    def refuse(self, refused: Refused | IllegalMove) -> Handled:
        """Answer with a refusal: why, and that nothing was played."""
        proof = self.proof._replace(kept=None)
        with self.club.write() as session:
            number = replies.claim_mail(session, self.club, proof, refused.code, shows_life=proof.is_theirs)
            said = tell_refusal(refused, self.voice)
            return Handled(refused.code, replies.answer(session, self.club, proof, number, said))


def receive(club: Club, mail: Incoming, reading: Reading, letter: Letter) -> Handled:
    """Deal with an unsigned reply; the token has proved which mail it answers, not yet who wrote it."""
    reply = Reply(club, mail, reading, letter)
    if reply.proof.player.banned_at is not None:
        return message.NO_PROOF
    if replies.was_dealt_with(club, reply.proof):
        raise replies.Duplicate
    replies.count(club, reply.proof)
    return _deal_with(reply)


def refuse(club: Club, mail: Incoming, letter: Letter, refused: Refused) -> Handled:
    """Answer a mail whose slip can't be used."""
    reply = Reply(club, mail, NOTHING_READ, letter)
    if replies.was_dealt_with(club, reply.proof):
        raise replies.Duplicate
    replies.count(club, reply.proof)
    return reply.refuse(refused)


def _deal_with(reply: Reply) -> Handled:
    try:
        return _do(reply, _read_request(reply))
    except (Refused, IllegalMove) as refused:
        if refused.code in RETRIED:
            raise
        return reply.refuse(refused)


def _read_request(reply: Reply) -> Request:
    if reply.mail.is_too_large:
        raise Refused("too_large", "Your mail is too large: send the moves alone.")
    request = lines.read(reply.reading.text, reply.verbs)
    moves = tuple(one for line in request.moves for one in spread(line, reply.verbs))
    request = lines.check(request._replace(moves=moves))
    if not request.moves and not request.commands:
        raise Refused("no_moves", "Your mail holds no moves above the quoted text. Write one per line, at the top.")
    return request


def _do(reply: Reply, request: Request) -> Handled:
    if "confirm" in request.names:
        return _confirm(reply)
    if "host" in request.names:
        return _host(reply, request.commands[0])
    needs_proof = bool(request.moves) or bool(request.names - HARMLESS)
    if needs_proof and reply.trouble and not reply.is_vouched:
        return _hold(reply, reply.trouble)
    if request.moves or request.notes:
        _check_takes_unsigned(reply)
    if request.moves:
        return perform(MailedTurn(reply, request))
    return _obey(reply, request)


def _obey(reply: Reply, request: Request) -> Handled:
    """Do what the commands of a mail ask that plays nothing."""
    if "undo" in request.names:
        return perform(MailedUndo(reply))
    if "suggest" in request.names:
        return _suggest(reply)
    if request.names & TABLE_COMMANDS:
        return _agree(reply, request.commands[0])
    return _run(reply, request)


def _host(reply: Reply, command: Command) -> Handled:
    """Let a host do an everyday thing: the mail must be theirs beyond doubt, and so must the answer that confirms it."""
    club, proof = reply.club, reply.proof
    if reply.trouble or not reply.has_passed:
        raise Refused(
            "unproved_sender",
            "Without a slip a host acts only by a mail from their own address, for which the club's mail server vouches (DMARC).",
        )
    with club.read() as session:
        wanted = read_intervention(session, club, proof, command.rest)
    if not reply.is_vouched:
        return _hold(reply, TO_CONFIRM)
    return perform(MailedIntervention(club, proof, wanted, reply.voice))


def _agree(reply: Reply, command: Command) -> Handled:
    """Let a seat propose something to its table, or agree to it."""
    _check_takes_unsigned(reply)
    with reply.club.read() as session:
        terms = read_motion(session, reply.club, reply.proof, command, reply.voice)
    return perform(MailedAgreement(reply.club, reply.proof, terms, reply.voice))


def _suggest(reply: Reply) -> Handled:
    """Tell what the player might play; it is looked for before anything is written."""
    if reply.game is None:
        raise Refused("not_found", "This mail is about no game.")
    found = get_suggestions(reply.club, reply.game.id, reply.proof.player, reply.proof.player.lang)
    with reply.club.write() as session:
        number = replies.claim_mail(session, reply.club, reply.proof, "suggest", shows_life=reply.proof.is_theirs)
        return Handled("suggest", replies.answer(session, reply.club, reply.proof, number, list(found.tell())))


def _run(reply: Reply, request: Request) -> Handled:
    """Run the commands of a mail that plays nothing."""
    code = request.commands[0].name
    with reply.club.write() as session:
        number = replies.claim_mail(session, reply.club, reply.proof, code, shows_life=reply.proof.is_theirs)
        said = leave_notes(session, reply.club, reply.proof, request.notes, reply.voice)
        said += run_commands(session, reply.club, reply.proof, request.others, reply.voice)
        return Handled(code, replies.answer(session, reply.club, reply.proof, number, said))


def _hold(reply: Reply, trouble: str) -> Handled:
    """Keep a mail that may not be the player's, and ask the player."""
    voice = reply.voice
    wanted = [line[:MOST_SHOWN] for line in lines.own_lines(reply.reading.text) if line][:MOST_LINES_HELD]
    why = Text("It does not come from your address, or your mail service could not vouch for it.")
    if trouble == TO_CONFIRM:
        why = Text("What a host does by plain mail is asked for twice.")
    said = [
        voice.say(Text("A mail from {author} asks to do this for you:", author=reply.mail.author or "?")),
        *wanted,
        voice.say(why),
        voice.say(Text("If it is yours, answer `confirm`. If not, do nothing: nothing was played.")),
    ]
    with reply.club.write() as session:
        number = replies.claim_mail(session, reply.club, reply.proof, trouble, shows_life=False)
        return Handled(trouble, replies.answer(session, reply.club, reply.proof, number, said, confirms=number))


def _confirm(reply: Reply) -> Handled:
    """Let a held mail through, if this one is the player's beyond the doubt that held the other."""
    if reply.trouble:
        raise Refused(
            "unproved_sender",
            "Only a mail from your own address, for which your mail service vouches, can confirm. "
            "A signed slip (`atelier slip --view FILE --armour MOVE`) needs no confirmation.",
        )
    held = replies.get_held_mail(reply.club, reply.letter)
    if held.raw is None:
        raise Refused("token_spent", "The mail to be confirmed is too old; send it again.")
    mail = message.read(replies.unseal(reply.club, held.raw), None)
    reading = message.read_parts(message.find_parts(mail))
    with reply.club.read() as session:
        letter = session.scalars(select(Letter).where(Letter.reply == held.proof)).one()
    again = Reply(reply.club, mail, reading, letter, is_vouched=held.outcome != TO_CONFIRM or reply.has_passed)
    again.proof = reply.proof._replace(game_id=letter.game_id, seat=letter.seat, sha256=held.sha256)
    return _deal_with(again)


def _check_takes_unsigned(reply: Reply) -> None:
    if reply.game is not None and reply.game.slips_only:
        raise Refused(
            "slips_only",
            "This game takes signed slips only: `atelier slip --view FILE --armour MOVE` makes one to paste into a mail.",
        )


class MailedTurn(RelayedTurn[Handled]):
    """The moves of a mail as one turn; what else it asks, and its answer, belong to the same transaction."""

    def __init__(self, reply: Reply, request: Request) -> None:
        letter = reply.letter
        mailed = Mailed(
            seat=reply.seat,
            ask=letter.ask or 0,
            on=letter.on or "",
            via="mail",
            mail_sha256=reply.mail.sha256,
            moves=request.moves,
        )
        super().__init__(reply.club, letter.game_id or "", mailed, reply.names)
        self.reply = reply
        self.request = request

    def conclude(self, connection: Connection, done: Performed) -> Handled:
        """Run the commands beside the moves, and tell what came of all."""
        club, reply, proof = self.club, self.reply, self.reply.proof
        with open_session(connection) as session:
            number = replies.claim_mail(session, club, proof, "played")
            replies.use_letter(session, club, reply.letter, done.n)
            said = tell_relayed(self, done.written, proof.player.lang)
            assert self.before is not None
            said += leave_after_turn(session, club, proof, self.request.notes, reply.voice, (self.before, done))
            said += run_commands(session, club, proof, self.request.others, reply.voice)
            return Handled("played", replies.answer(session, club, proof, number, said))


class MailedUndo(Act[Handled]):
    """The very turn that a mail asked for is taken back."""

    def __init__(self, reply: Reply) -> None:
        super().__init__(reply.club, reply.letter.game_id or "")
        self.reply = reply

    def draft(self, record: Record) -> EntryDraft:
        """Go back to before that turn, if it was the player's last."""
        seat = self.reply.seat
        mailed = Mailed(
            seat=seat,
            ask=record.page.chairs[seat].ask.next,
            on=record.page.hash,
            via="mail",
            mail_sha256=self.reply.mail.sha256,
        )
        to = _find_turn_before(self.club, self.reply.letter)
        allowed = choices(record.page.trail, seat)
        if allowed and to != allowed[0]:
            raise Refused("token_superseded", "You have played since that turn: undo the last one from its own mail.")
        with self.club.read() as session:
            return draft_mailed_undo(record, mailed, to, shelf.StoredPast(session, record))

    def conclude(self, connection: Connection, done: Performed) -> Handled:  # noqa: ARG002 - as all acts have it
        """Tell the player."""
        club, proof = self.club, self.reply.proof
        with open_session(connection) as session:
            number = replies.claim_mail(session, club, proof, "undone")
            said = [self.reply.voice.say(Text("Your turn is taken back. The ledger keeps both."))]
            return Handled("undone", replies.answer(session, club, proof, number, said))


def _find_turn_before(club: Club, letter: Letter) -> int:
    """Return the entry before the turn that answered a mail's ask."""
    of_seat = (StoredEntry.game_id == letter.game_id) & (StoredEntry.seat == letter.seat)
    with club.read() as session:
        n = session.scalar(select(StoredEntry.n).where(of_seat, StoredEntry.answers == letter.ask))
    if n is None:
        raise Refused("nothing_to_undo", "You have no turn that could be taken back.")
    return n - 1
