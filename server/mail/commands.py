"""The commands of a mail: help, status, moves, say, vacation; each says what it did."""

from collections.abc import Iterable
from datetime import date

from sqlalchemy import Connection

from engine.core.errors import Refused
from engine.core.language import Text, Voice
from server.mail.grammar import Command
from server.services import absences, shelf, talk
from server.services.club import Club
from server.services.replies import Claim

HELP = (
    Text("Write one move per line at the top of your answer; they are played in order, all or none."),
    Text("A turn stops where you learn something new; a line that ends in `!` plays on."),
    Text("`status` shows the board, `moves` every legal move, `undo` takes this turn back."),
    Text("`say ...` talks to the table. `vacation 2026-12-24 2027-01-02` stops your clocks on these days."),
    Text("A signed slip (`atelier slip`) works in any mail to this address."),
)
DAYS = 2


def run_commands(
    connection: Connection, club: Club, claim: Claim, commands: Iterable[Command], voice: Voice
) -> list[str]:
    """Do what the commands of a mail ask, in a transaction of the caller's; return what to tell of it."""
    said: list[str] = []
    for command in commands:
        if command.name == "help":
            said += [voice.say(text) for text in HELP]
        elif command.name == "moves":
            said += _moves(connection, claim, voice)
        elif command.name == "say":
            talk.say_within(connection, club, claim.game_id or "", claim.player, command.rest)
            said.append(voice.say(Text("Said to the table: {text}", text=command.rest)))
        elif command.name == "vacation":
            said.append(_vacation(connection, club, claim, command.rest, voice))
        else:
            said.append(voice.say(Text("This is how the game stands.")))
    return said


def _moves(connection: Connection, claim: Claim, voice: Voice) -> list[str]:
    if claim.game_id is None or claim.seat is None:
        return [voice.say(Text("This mail is about no game."))]
    table = shelf.get_record(connection, claim.game_id).table
    legal = [] if table is None else table.legal(claim.seat)
    if table is None or not legal:
        return [voice.say(Text("Nothing is asked of you now."))]
    view, names = table.view(claim.seat), table.voice(voice.lang)
    return [f"{move}  {table.rules.explain(view, move, names)}".rstrip() for move in legal]


def _vacation(connection: Connection, club: Club, claim: Claim, rest: str, voice: Voice) -> str:
    first, last = read_days(rest)
    booked = absences.book_within(connection, club, claim.player, first, last)
    return voice.say(Text("Your clocks stand still from {first} to {last}.", first=booked["from"], last=booked["to"]))


def read_days(text: str) -> tuple[date, date]:
    """Return the first and last day of `2026-12-24 2027-01-02`."""
    days = text.replace(",", " ").split()
    if len(days) != DAYS:
        raise Refused(
            "invalid_value", "A vacation needs its first and its last day, such as `vacation 2026-12-24 2027-01-02`."
        )
    return absences.read_day(days[0]), absences.read_day(days[1])
