"""What a mail asks for: move lines and commands above the quoted part, and nothing that could be taken for either."""

import re
from collections.abc import Collection, Iterator
from difflib import get_close_matches
from typing import NamedTuple

from engine.core.errors import Refused
from engine.core.names import ALIKE, fold
from engine.ledger.slips import MAX_MOVES

COMMANDS = {
    "help": "help",
    "aide": "help",
    "status": "status",
    "etat": "status",
    "moves": "moves",
    "coups": "moves",
    "suggest": "suggest",
    "suggerer": "suggest",
    "card": "card",
    "carte": "card",
    "undo": "undo",
    "annuler": "undo",
    "vacation": "vacation",
    "vacances": "vacation",
    "policy": "policy",
    "abonnement": "policy",
    "language": "language",
    "langue": "language",
    "timezone": "timezone",
    "fuseau": "timezone",
    "standby": "standby",
    "suppleant": "standby",
    "calendar": "calendar",
    "calendrier": "calendar",
    "whoami": "whoami",
    "profil": "whoami",
    "say": "say",
    "dire": "say",
    "confirm": "confirm",
    "confirmer": "confirm",
    "propose": "propose",
    "proposer": "propose",
    "host": "host",
    "hote": "host",
    "note": "note",
    "then": "note",
    "puis": "note",
    "ensuite": "note",
    "notes": "notes",
    "agree": "agree",
    "accepter": "agree",
}
NOTE = "note"
ALONE = {"undo", "confirm", "propose", "agree", "host", "suggest"}
MOST_LINES, MOST_LINE = 500, 500
MOST_COMMANDS = 5
MOST_WORD = 64
"""No verb is longer."""
MOST_WORDS_OF_A_MOVE = 6
_SIGNATURE = re.compile(r"\A(--|—|__)\s*\Z")
_FOOTER = re.compile(
    r"\A(sent from|sent with|envoy[eé] (de|depuis|avec)|get outlook|obtenir outlook|von meinem|t[eé]l[eé]charger outlook)\b",
    re.IGNORECASE,
)
_BEGINS = re.compile(r"\A(on|le|am|il|el|em|op)\b", re.IGNORECASE)
_ATTRIBUTION = re.compile(
    r"\A(on|le|am|il|el|em|op)\b.{4,300}\b(wrote|a [eé]crit|schrieb|ha scritto|escribi[oó]|escreveu|schreef)\b[^:]{0,100}:\s*\Z",
    re.IGNORECASE | re.DOTALL,
)
_DIVIDER = re.compile(
    r"\A(-{2,}\s*(original message|message d.origine|message original|forwarded message|message transf[eé]r[eé]|urspr.ngliche nachricht).*|_{8,}|begin forwarded message:|d[eé]but du message .*:)\s*\Z",
    re.IGNORECASE,
)
_OUTLOOK = re.compile(r"\A\*?(from|de|von)\s?:\*?\s.*@", re.IGNORECASE)


class Command(NamedTuple):
    """A command and the words after it."""

    name: str
    rest: str


class Request(NamedTuple):
    """The moves of one turn, and commands."""

    moves: tuple[str, ...]
    commands: tuple[Command, ...]

    @property
    def names(self) -> set[str]:
        """The commands' names."""
        return {command.name for command in self.commands}

    @property
    def notes(self) -> list[str]:
        """What is to be played at asks to come, in their order."""
        return [command.rest for command in self.commands if command.name == NOTE]

    @property
    def others(self) -> list[Command]:
        """The commands that leave no note."""
        return [command for command in self.commands if command.name != NOTE]


def read(text: str, verbs: Collection[str]) -> Request:
    """Return what a mail asks for, or refuse the first line that might be meant as a move but is none.

    A paragraph is either all moves and commands, or nothing of the kind: then it is a greeting, and left alone.
    """
    moves: list[str] = []
    commands: list[Command] = []
    for paragraph in _paragraphs(own_lines(text)):
        if not any(_is_known(line, verbs) or _seems_meant(line, verbs) for line in paragraph):
            continue
        for line in paragraph:
            command = _command(line, verbs)
            if command is not None:
                commands.append(command)
            elif _is_known(line, verbs) and len(line) <= MOST_LINE:
                moves.append(line)
            else:
                raise _refuse_line(line, verbs)
    return check(Request(tuple(moves), tuple(commands)))


def _refuse_line(line: str, verbs: Collection[str]) -> Refused:
    """Return why a line can't be read: its first word is misspelt, or it is something else altogether."""
    near = _near(line, verbs)
    if near:
        text = "Line `{line}`: there is no move `{verb}`; did you mean `{near}`?"
        return Refused("unreadable_move", text, line=line[:80], verb=_first(line), near=near[0])
    return Refused(
        "unreadable_move",
        "The line `{line}` is neither a move nor a command. Put an empty line between moves and anything else.",
        line=line[:80],
    )


def check(request: Request) -> Request:
    """Return a request, or refuse one that asks for too much at once."""
    if request.names & ALONE and (request.moves or len(request.commands) > 1):
        raise Refused(
            "unreadable_move", "`undo`, `confirm`, `propose`, `agree`, `host` and `suggest` stand alone in a mail."
        )
    if len(request.moves) > MAX_MOVES or len(request.commands) > MOST_COMMANDS:
        text = "A mail can hold {moves} moves and {commands} commands at most."
        raise Refused("too_large", text, moves=MAX_MOVES, commands=MOST_COMMANDS)
    return request


def own_lines(text: str) -> list[str]:
    """Return the lines that the author wrote: all above the first sign of quoted text or of a signature."""
    lines = [_tidy(line) for line in text.splitlines()[: MOST_LINES + 1]]
    own: list[str] = []
    for index, line in enumerate(lines):
        if line.startswith((">", "|")) or _SIGNATURE.match(line) or _FOOTER.match(line) or _DIVIDER.match(line):
            break
        if _OUTLOOK.match(line) or _begins_attribution(lines, index):
            break
        own.append(line)
    if len(own) > MOST_LINES:
        raise Refused("too_large", "Your mail is too large: send the moves alone.")
    return own


def _begins_attribution(lines: list[str], index: int) -> bool:
    """Tell whether `On ... wrote:` begins here; programs break it into up to three lines."""
    if not _BEGINS.match(lines[index]):
        return False
    joined = (" ".join(lines[index : index + count]) for count in (1, 2, 3))
    return any(len(line) <= MOST_LINE and line.endswith(":") and _ATTRIBUTION.match(line) for line in joined)


def _tidy(line: str) -> str:
    visible = re.sub(r"[\u200b-\u200f\u2060\ufeff]", "", line).replace("\u00a0", " ").strip()
    return visible[1:-1].strip() if len(visible) > 2 and visible[0] == visible[-1] == "`" else visible  # noqa: PLR2004 - two marks and something between


def _paragraphs(lines: list[str]) -> Iterator[list[str]]:
    paragraph: list[str] = []
    for line in [*lines, ""]:
        if line:
            paragraph.append(line)
        elif paragraph:
            yield paragraph
            paragraph = []


def _first(line: str) -> str:
    return fold(line[:MOST_WORD]).removesuffix("!").rstrip(":.,").partition(" ")[0]


def _is_known(line: str, verbs: Collection[str]) -> bool:
    return _first(line) in verbs or _first(line) in COMMANDS


def _command(line: str, verbs: Collection[str]) -> Command | None:
    first, rest = _first(line), line.partition(" ")[2].strip()
    if first not in COMMANDS or (first in verbs and rest):  # `annuler` alone undoes, with a project it is a move
        return None
    return Command(COMMANDS[first], rest)


def _seems_meant(line: str, verbs: Collection[str]) -> bool:
    """Tell whether a short line begins with something close to a move: rather ask than play half a turn."""
    return len(line.split()) <= MOST_WORDS_OF_A_MOVE and bool(_near(line, verbs))


def _near(line: str, verbs: Collection[str]) -> list[str]:
    return get_close_matches(_first(line), [*verbs, *COMMANDS], 1, ALIKE)
