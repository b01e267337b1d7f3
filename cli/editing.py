"""A line editor for guided turns: Tab completes moves and names, the arrows bring back what was typed before."""

import sys
from collections.abc import Iterable, Sequence

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import FileHistory
from prompt_toolkit.output import create_output
from prompt_toolkit.shortcuts import CompleteStyle

from cli.env import Env, clean
from cli.profiles import write_private


class LineEditor:
    """Asks a person at a terminal for lines; what was being typed when they left is in `typed`."""

    def __init__(self, env: Env) -> None:
        kept = env.home / "history"
        if not kept.exists():
            write_private(kept, "")
        self.env, self.typed = env, ""
        self.session: PromptSession[str] = PromptSession(
            history=FileHistory(str(kept)),
            output=create_output(stdout=sys.stderr),
            complete_style=CompleteStyle.READLINE_LIKE,
            complete_while_typing=False,
        )

    def ask(self, prompt: str, moves: Sequence[str], names: Sequence[str]) -> str:
        """Ask for a line; an interrupt or the end of input passes on, with what was typed kept."""
        begun, self.typed = self.typed, ""
        try:
            line = self.session.prompt(f"{clean(prompt)} ", completer=MoveCompleter(moves, names), default=begun)
        except (KeyboardInterrupt, EOFError):
            self.typed = self.session.default_buffer.text
            raise
        return line.strip()


class MoveCompleter(Completer):
    """Completes a line to a legal move, or its last word to the name of something."""

    def __init__(self, moves: Sequence[str], names: Sequence[str]) -> None:
        self.moves, self.names = moves, names

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:  # noqa: ARG002 - its library's form
        """Yield what a line can be completed to."""
        typed = document.text_before_cursor.lstrip()
        moves = [move for move in self.moves if move.casefold().startswith(typed.casefold())]
        if moves:
            yield from (Completion(move, -len(typed)) for move in moves)
            return
        word = document.get_word_before_cursor(WORD=True)
        if word:
            found = (name for name in self.names if name.casefold().startswith(word.casefold()))
            yield from (Completion(name, -len(word)) for name in found)
