"""The commands of a mail: help, status, moves, say, and one's own affairs; each says what it did."""

from collections.abc import Iterable

from engine.core import lookup
from engine.core.language import Text, Voice
from server.mail.incoming import noting
from server.mail.incoming.affairs import AFFAIRS, Asker
from server.mail.incoming.lines import Command
from server.models import Session
from server.services import shelf, talk
from server.services.club import Club
from server.services.replies import Proof

HELP = (
    Text("Write one move per line at the top of your answer; they are played in order, all or none."),
    Text("A turn stops where you learn something new; a line that ends in `!` plays on."),
    Text("`status` shows the board, `moves` every legal move, `undo` takes this turn back."),
    Text("`card NAME` tells all that is known of a card; `suggest` suggests moves, where the table wants hints."),
    Text(
        "`then: MOVES` below your moves, or `note MOVES` alone, is played when you are asked next, if it still means the same; `|` stands between alternatives, `;` between moves."
    ),
    Text("`notes` shows what you have left, and what it would do now; `notes drop` takes it back."),
    Text("`say ...` talks to the table. `vacation 2026-12-24 2027-01-02` stops your clocks on these days."),
    Text(
        "`propose bot NAME`, `propose pause 7d` or `propose stop` asks the table; `agree` agrees to what was proposed."
    ),
    Text(
        "`vacation cancel` ends a vacation. `policy digest` chooses your mails: every, once, digest or off, with `here` for this table alone."
    ),
    Text(
        "`standby nicodemus` offers to step in, `calendar` makes a link, `language fr`, `timezone Europe/Paris`, `whoami`."
    ),
    Text("Hosts can write `host extend 48h`, `host pause 7d`, `host resume` or `host give p2 bot`, and confirm it."),
    Text("A signed slip (`atelier slip --view FILE --armour MOVE`) works in any mail to this address."),
)


def run_commands(session: Session, club: Club, proof: Proof, commands: Iterable[Command], voice: Voice) -> list[str]:
    """Do what the commands of a mail ask, in a transaction of the caller's; return what to tell of it."""
    said: list[str] = []
    for command in commands:
        if command.name == "help":
            said += [voice.say(text) for text in HELP]
        elif command.name == "moves":
            said += _moves(session, proof, voice)
        elif command.name == "card":
            said += _card(session, proof, command.rest, voice)
        elif command.name == "say":
            talk.say_within(session, club, proof.game_id or "", proof.player, command.rest)
            said.append(voice.say(Text("Said to the table: {text}", text=command.rest)))
        elif command.name == "notes":
            said += noting.manage(session, club, proof, command.rest, voice)
        elif command.name in AFFAIRS:
            said += AFFAIRS[command.name](Asker(session, club, proof, voice), command.rest)
        else:
            said.append(voice.say(Text("This is how the game stands.")))
    return said


def _card(session: Session, proof: Proof, name: str, voice: Voice) -> list[str]:
    """Tell all that is known of a card of the game that the answered mail was about."""
    table = None if proof.game_id is None else shelf.get_record(session, proof.game_id).table
    if table is None:
        return [voice.say(Text("This mail is about no game."))]
    found = lookup.find_cards(table.rules, name)
    if not found:
        return [voice.say(lookup.say_unknown([table.rules], name, voice.lang))]
    return [line for card in found for line in lookup.describe(table.rules, card, voice.lang).lines()]


def _moves(session: Session, proof: Proof, voice: Voice) -> list[str]:
    if proof.game_id is None or proof.seat is None:
        return [voice.say(Text("This mail is about no game."))]
    table = shelf.get_record(session, proof.game_id).table
    legal = [] if table is None else table.legal(proof.seat)
    if table is None or not legal:
        return [voice.say(Text("Nothing is asked of you now."))]
    view, names = table.view(proof.seat), table.voice(voice.lang, voice.players)
    scribe = table.rules.scribe(view, names)
    return [f"{scribe.line(move)}  {table.rules.explain(view, move, names)}".rstrip() for move in legal]
