"""Lines as players write them, turned into the exact moves that are signed: offline readers know no handles."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from cli.answers import PreviewJson, ViewJson
from cli.boards import rules_of
from cli.env import Env
from cli.exits import Failure
from engine.core.errors import IllegalMove
from engine.core.language import Text

if TYPE_CHECKING:
    from engine.core.names import Rows
    from engine.core.rules import AnyRules


def gather(env: Env, moves: Sequence[str], file: Path | None) -> list[str]:
    """Return the lines of a turn from arguments, a file, or stdin where nobody sits; comments begin with #."""
    if moves and moves != ["-"]:
        return lines_of("\n".join(moves))
    if file is not None and str(file) != "-":
        try:
            return _refuse_none(lines_of(file.read_text(encoding="utf-8")))
        except UnicodeDecodeError:
            raise Failure(Text("{path} is not a text file.", path=str(file))) from None
    if moves == ["-"] or file is not None or not env.stdin.isatty():
        return _refuse_none(lines_of(env.stdin.read()))
    return []


def lines_of(text: str) -> list[str]:
    """Return the moves in a text, one on each line or between semicolons, without comments and empty lines."""
    lines = (line.split("#", 1)[0] for line in text.splitlines())
    moves = (move.strip() for line in lines for move in line.split(";"))
    return [move for move in moves if move]


def _refuse_none(lines: list[str]) -> list[str]:
    if not lines:
        raise Failure(Text("There is no move in it: write one on each line."))
    return lines


class CanPreview(Protocol):
    """Where moves can be tried out: a seat on a server, the demo's table, a saved view."""

    def preview(self, lines: Sequence[str]) -> PreviewJson:
        """Return what moves would do."""


class TurnReader:
    """Reads the lines of one turn, each in the position that those before it lead to."""

    def __init__(self, seat: CanPreview, view: ViewJson) -> None:
        self.seat, self.view, self.rules = seat, view, rules_of(view)
        self.position: ViewJson | PreviewJson | None = view
        """The position after the lines read so far; None where it is not known yet."""
        self.done: list[str] = []
        self.is_lost = False
        """Whether a line has revealed something, so that what follows can't be known."""

    def spread(self, line: str) -> list[str]:
        """Return the lines that one line means, where several moves can be written as one."""
        from engine.core.notation import spread

        return [line] if self.rules is None else spread(line, self.rules.verbs)

    def read(self, line: str) -> str:
        """Return a line in its exact spelling; a `!` at its end stays."""
        bare = line.removesuffix("!").rstrip()
        mark = line[len(line.removesuffix("!")) :]
        exact = bare if self.rules is None else self._exact(bare)
        self.done.append(exact + mark)
        self.position = None
        return exact + mark

    def _exact(self, bare: str) -> str:
        try:
            return self._spell(bare, self.position)
        except IllegalMove as illegal:
            self._complete(illegal)
            if self.position is not None:
                raise
        self._go_there()
        try:
            return self._spell(bare, self.position)
        except IllegalMove as illegal:
            self._complete(illegal)
            if self.is_lost:
                return bare
            raise

    def _complete(self, illegal: IllegalMove) -> None:
        """Say which line of the turn it was, and what the game's things are called."""
        assert self.rules is not None
        illegal.index, illegal.names = len(self.done), self.rules.names

    def _spell(self, bare: str, position: ViewJson | PreviewJson | None) -> str:
        """Return the exact spelling as far as a position tells: with one, forced arguments are filled in."""
        from engine.core.names import Tolerant, strings_in
        from engine.core.notation import parse, read

        assert self.rules is not None
        known = position or self.view
        lines = [] if position is None else [move["line"] for move in position["legal"]]
        if bare in lines:
            return bare
        seen = known["view"] or {}
        reader = Tolerant(self.rules.lexicon, strings_in(seen), self.view["players"], rows_of(self.rules, seen))
        legal = [parse(one, self.rules.verbs) for one in lines]
        return str(read(bare, self.rules.verbs, reader, legal))

    def _go_there(self) -> None:
        """Look at the position that the lines so far lead to, as far as it can be known."""
        shown = self.seat.preview([line.removesuffix("!") for line in self.done])
        self.is_lost = bool(shown["reveals"] or shown["unplayed"])
        self.position = shown


def rows_of(rules: "AnyRules", view: dict[str, Any]) -> "Rows":
    """Return the rows of a view; none of a server whose views this client does not know."""
    try:
        return rules.rows(view)
    except (LookupError, TypeError):
        return {}


def exact_lines(seat: CanPreview, view: ViewJson, lines: Sequence[str]) -> list[str]:
    """Return the lines of a turn in their exact spelling."""
    reader = TurnReader(seat, view)
    return [reader.read(one) for line in lines for one in reader.spread(line)]
