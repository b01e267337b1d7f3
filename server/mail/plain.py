"""A plain reply to a mail of ours: moves and commands, played only if its sender is who the mail was for."""

from typing import Any

from sqlalchemy import Connection, select

from engine.core.errors import IllegalMove, Refused
from engine.core.language import Text, Voice
from engine.core.table import Outcome as Played
from engine.ledger.clerk import Written
from engine.ledger.playing import Mailed, draft_mailed_undo, draft_relay
from engine.ledger.record import Record
from engine.ledger.trail import choices
from server.mail import grammar, reading
from server.mail.commands import run_commands
from server.mail.grammar import Request
from server.mail.reading import Incoming
from server.models import Entry, Game
from server.services import replies, shelf
from server.services.club import Club
from server.services.replies import Claim
from server.services.seating import names_of, seats_of

HARMLESS = {"help", "status", "moves", "confirm"}
Done = tuple[str, bool]


class Reply:
    """One plain reply with all that it takes to deal with it."""

    def __init__(self, club: Club, mail: Incoming, letter: Any, *, is_vouched: bool = False) -> None:
        self.club = club
        self.mail = mail
        self.letter = letter
        self.is_vouched = is_vouched
        with club.read() as connection:
            player = replies.get_player(connection, letter.player_id)
            self.names = names_of(seats_of(connection, letter.game_id)) if letter.game_id else ()
        self.claim = Claim(
            letter.reply, mail.message, mail.sha256, mail.raw, player, letter.game_id, letter.seat, mail.message_id,
            mail.subject,
        )  # fmt: skip
        self.voice = Voice(player.lang, players=self.names)

    @property
    def trouble(self) -> str | None:
        """Why the sender can't be taken for the player, or None."""
        if not reading.same_address(self.mail.author, self.claim.player.mail or ""):
            return "sender_mismatch"
        server = self.club.config.mail.authserv_id.lower()
        return "sender_unverified" if server and server in self.mail.failed else None

    def finish(self, code: str, said: list[str], **more: Any) -> Done:
        """Write down the mail and its answer."""
        with self.club.write() as connection:
            number = replies.claim_mail(connection, self.club, self.claim, code, is_theirs=self.trouble is None)
            return code, replies.answer(connection, self.club, self.claim, number, said, **more)

    def refuse(self, refused: Refused | IllegalMove) -> Done:
        """Answer with a refusal: why, and that nothing was played."""
        nothing = self.voice.say(Text("Nothing was played."))
        said = refused.say(voice=self.voice)
        if isinstance(refused, IllegalMove):
            said = self.voice.say(Text("Line {number}: {why}", number=refused.index + 1, why=said))
        return self.finish(refused.code, [said, nothing])


def receive(club: Club, mail: Incoming, letter: Any) -> Done:
    """Deal with a plain reply; the token has proved which mail it answers, not yet who wrote it."""
    reply = Reply(club, mail, letter)
    if replies.was_claimed(club, reply.claim):
        raise replies.Duplicate
    replies.count(club, reply.claim)
    return _dealt_with(reply)


def refuse(club: Club, mail: Incoming, letter: Any, refused: Refused) -> Done:
    """Answer a mail whose slip can't be used."""
    return Reply(club, mail, letter).refuse(refused)


def _dealt_with(reply: Reply) -> Done:
    try:
        if reply.mail.is_too_large:
            raise Refused("too_large", "Your mail is too large, or has too many parts: send the moves alone.")  # noqa: TRY301 - one way out
        request = grammar.read(reply.mail.text, _verbs(reply))
        if not request.moves and not request.commands:
            raise Refused("no_moves", "Your mail holds no moves above the quoted text. Write one per line, at the top.")  # noqa: TRY301 - one way out
        if "confirm" in request.names:
            return _confirm(reply)
        needs_proof = bool(request.moves) or bool(request.names - HARMLESS)
        if needs_proof and reply.trouble and not reply.is_vouched:
            return _hold(reply, reply.trouble)
        return _act(reply, request)
    except (Refused, IllegalMove) as refused:
        if refused.code in {"busy", "storage_full", "held_for_upgrade", "rate_limited"}:
            raise
        return reply.refuse(refused)


def _verbs(reply: Reply) -> set[str]:
    if reply.letter.game_id is None:
        return set()
    with reply.club.read() as connection:
        record = shelf.get_record(connection, reply.letter.game_id)
    return set() if record.table is None else set(record.table.rules.verbs)


def _hold(reply: Reply, trouble: str) -> Done:
    """Keep a mail that may not be the player's, and ask the player."""
    voice = reply.voice
    lines = [line for line in grammar.own_lines(reply.mail.text) if line][:20]
    said = [
        voice.say(Text("A mail from {author} asks to do this for you:", author=reply.mail.author or "?")),
        *lines,
        voice.say(Text("It does not come from your address, or your mail service could not vouch for it.")),
        voice.say(Text("If it is yours, answer `confirm`. If not, do nothing: nothing was played.")),
    ]
    with reply.club.write() as connection:
        number = replies.claim_mail(connection, reply.club, reply.claim, trouble, is_theirs=False)
        return trouble, replies.answer(connection, reply.club, reply.claim, number, said, confirms=number)


def _confirm(reply: Reply) -> Done:
    """Let a held mail through: whoever has this token has read the mail that went to the address on file."""
    held = replies.held_mail(reply.club, reply.letter)
    if held.raw is None:
        raise Refused("token_spent", "The mail to be confirmed is too old; send it again.")
    mail = reading.read(replies.unseal(reply.club, held.raw), None)
    letter = _letter_of(reply.club, held.proof)
    again = Reply(reply.club, mail, letter, is_vouched=True)
    again.claim = reply.claim._replace(game_id=letter.game_id, seat=letter.seat, sha256=held.sha256)
    return _dealt_with(again)


def _letter_of(club: Club, reply_hash: str) -> Any:
    from server.models import Letter, table

    with club.read() as connection:
        return connection.execute(select(table(Letter)).where(Letter.reply == reply_hash)).one()


def _act(reply: Reply, request: Request) -> Done:
    if request.moves:
        return _play(reply, request)
    if "undo" in request.names:
        return _undo(reply)
    with reply.club.write() as connection:
        number = replies.claim_mail(connection, reply.club, reply.claim, request.commands[0].name)
        said = run_commands(connection, reply.club, reply.claim, request.commands, reply.voice)
        return request.commands[0].name, replies.answer(connection, reply.club, reply.claim, number, said)


def _play(reply: Reply, request: Request) -> Done:
    """Play the moves as one turn, and do what else the mail asks, all in one transaction with its answer."""
    club, letter = reply.club, reply.letter
    _check_slips_only(reply)
    done: list[bool] = []

    def write(record: Record, at: int) -> Written:
        _check_token(record, letter)
        mailed = Mailed(
            seat=letter.seat, ask=letter.ask, on=letter.on, via="mail", mail_sha256=reply.mail.sha256,
            moves=request.moves,
        )  # fmt: skip
        return club.clerk.write(draft_relay(record, mailed), at)

    def also(connection: Connection, act: shelf.Act) -> None:
        number = replies.claim_mail(connection, club, reply.claim, "played")
        replies.use(connection, club, letter, act.written.entry.header.n)
        said = turn_told(act.written, letter.seat, reply.claim.player.lang, reply.names)
        said += run_commands(connection, club, reply.claim, request.commands, reply.voice)
        done.append(replies.answer(connection, club, reply.claim, number, said))

    shelf.act(club, letter.game_id, write, also=also)
    return "played", done[-1]


def _check_slips_only(reply: Reply) -> None:
    with reply.club.read() as connection:
        slips_only = connection.execute(select(Game.slips_only).where(Game.id == reply.letter.game_id)).scalar()
    if slips_only:
        raise Refused("slips_only", "This game takes signed slips only: `atelier slip` makes one to paste into a mail.")


def _check_token(record: Record, letter: Any) -> None:
    """Refuse a token whose ask was answered, or that is no longer asked in this position."""
    ask = record.page.chairs[letter.seat].ask
    if ask.number == letter.ask and ask.is_open and ask.on == letter.on:
        return
    if letter.ask and letter.ask <= ask.answered:
        raise Refused("token_spent", "That turn was played already; below is how the game stands.")
    raise Refused("token_superseded", "The game has moved on since that mail; answer this one instead.")


def turn_told(written: Written, seat: int, lang: str, names: tuple[str, ...]) -> list[str]:
    """Return line by line what was played and what came of it, as the player may know it."""
    outcome = written.outcome
    table = written.record.table
    assert outcome is not None
    assert table is not None
    voice = table.voice(lang, names)
    count = len(outcome.by_move)
    said = [
        voice.say(
            Text(
                "Played {count} of {all} moves as entry {n}.",
                count=count,
                all=count + len(outcome.unplayed),
                n=written.entry.header.n,
            )
        )
    ]
    for move, events in outcome.by_move:
        told = " ".join(voice.say(event.text()) for event in events if event.is_seen_by(seat))
        said.append(f"`{move}`: {told}" if told else f"`{move}`")
    return said + _left(outcome, voice)


def _left(outcome: Played, voice: Voice) -> list[str]:
    """Return what was not played, and why."""
    if not outcome.unplayed:
        return []
    why = Text(
        "You have learned something, and your turn goes on; not played yet: {lines}.",
        lines=[f"`{line}`" for line in outcome.unplayed],
    )
    if outcome.refusal is not None:
        return [outcome.refusal.say(voice=voice), voice.say(why)]
    return [voice.say(why)]


def _undo(reply: Reply) -> Done:
    """Take back the very turn that this mail asked for."""
    club, letter = reply.club, reply.letter
    done: list[bool] = []

    def write(record: Record, at: int) -> Written:
        to = _turn_before(club, letter)
        allowed = choices(record.page.trail, letter.seat)
        if allowed and to != allowed[0]:
            raise Refused("token_superseded", "You have played since that turn: undo the last one from its own mail.")
        mailed = Mailed(
            seat=letter.seat, ask=record.page.chairs[letter.seat].ask.next, on=record.page.hash, via="mail",
            mail_sha256=reply.mail.sha256,
        )  # fmt: skip
        with club.read() as connection:
            return club.clerk.write(
                draft_mailed_undo(record, mailed, to, lambda n: shelf.table_at(connection, record, n)), at
            )

    def also(connection: Connection, _act: shelf.Act) -> None:
        number = replies.claim_mail(connection, club, reply.claim, "undone")
        said = [reply.voice.say(Text("Your turn is taken back. The ledger keeps both."))]
        done.append(replies.answer(connection, club, reply.claim, number, said))

    shelf.act(club, letter.game_id, write, also=also)
    return "undone", done[-1]


def _turn_before(club: Club, letter: Any) -> int:
    """Return the entry before the turn that answered this mail's ask."""
    with club.read() as connection:
        here = (Entry.game_id == letter.game_id) & (Entry.seat == letter.seat) & (Entry.answers == letter.ask)
        n = connection.execute(select(Entry.n).where(here)).scalar()
    if n is None:
        raise Refused("nothing_to_undo", "You have no turn that could be taken back.")
    return int(n) - 1
