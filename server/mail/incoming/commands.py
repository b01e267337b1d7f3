"""The commands of a mail: help, status, moves, say, vacation; each says what it did."""

from collections.abc import Iterable
from datetime import date

from engine.core.errors import Refused
from engine.core.language import Text, Voice
from server.mail.incoming.lines import Command
from server.models import Session
from server.services import absences, shelf, talk
from server.services.club import Club
from server.services.replies import Proof

HELP = (
    Text("Write one move per line at the top of your answer; they are played in order, all or none."),
    Text("A turn stops where you learn something new; a line that ends in `!` plays on."),
    Text("`status` shows the board, `moves` every legal move, `undo` takes this turn back."),
    Text("`say ...` talks to the table. `vacation 2026-12-24 2027-01-02` stops your clocks on these days."),
    Text(
        "`propose bot NAME`, `propose pause 7d` or `propose stop` asks the table; `agree` agrees to what was proposed."
    ),
    Text("A signed slip (`atelier slip --view FILE --armour MOVE`) works in any mail to this address."),
)
DAYS = 2


def run_commands(session: Session, club: Club, proof: Proof, commands: Iterable[Command], voice: Voice) -> list[str]:
    """Do what the commands of a mail ask, in a transaction of the caller's; return what to tell of it."""
    said: list[str] = []
    for command in commands:
        if command.name == "help":
            said += [voice.say(text) for text in HELP]
        elif command.name == "moves":
            said += _moves(session, proof, voice)
        elif command.name == "say":
            talk.say_within(session, club, proof.game_id or "", proof.player, command.rest)
            said.append(voice.say(Text("Said to the table: {text}", text=command.rest)))
        elif command.name == "vacation":
            said.append(_vacation(session, club, proof, command.rest, voice))
        else:
            said.append(voice.say(Text("This is how the game stands.")))
    return said


def _moves(session: Session, proof: Proof, voice: Voice) -> list[str]:
    if proof.game_id is None or proof.seat is None:
        return [voice.say(Text("This mail is about no game."))]
    table = shelf.get_record(session, proof.game_id).table
    legal = [] if table is None else table.legal(proof.seat)
    if table is None or not legal:
        return [voice.say(Text("Nothing is asked of you now."))]
    view, names = table.view(proof.seat), table.voice(voice.lang)
    return [f"{move}  {table.rules.explain(view, move, names)}".rstrip() for move in legal]


def _vacation(session: Session, club: Club, proof: Proof, rest: str, voice: Voice) -> str:
    first, last = read_days(rest)
    booked = absences.book_within(session, club, proof.player, first, last)
    return voice.say(Text("Your clocks stand still from {first} to {last}.", first=booked.first, last=booked.last))


def read_days(text: str) -> tuple[date, date]:
    """Return the first and last day of `2026-12-24 2027-01-02`."""
    days = text.replace(",", " ").split()
    if len(days) != DAYS:
        raise Refused(
            "invalid_value", "A vacation needs its first and its last day, such as `vacation 2026-12-24 2027-01-02`."
        )
    return absences.read_day(days[0]), absences.read_day(days[1])
