"""A guided turn: pick from the legal moves, see what they would do, go back, then sign and send all at once."""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from cli.answers import PreviewJson, ViewJson, before_any_move, shown_moves
from cli.boards import (
    CanSuggest,
    explain,
    group_moves,
    rules_of,
    show_board,
    show_suggestions,
    spell,
    tell_forced,
    voice_of,
)
from cli.env import Env
from cli.exits import Failure
from cli.phases import is_within
from cli.reading import CanPreview, TurnReader
from engine.core.errors import IllegalMove
from engine.core.language import Count, Text
from engine.core.refusals import Exit

if TYPE_CHECKING:
    from cli.editing import LineEditor
    from cli.notes import NotesDesk

WORDS = ("back", "help", "list", "quit", "send", "show", "suggest", "then")
THEN = ("then ", "puis ", "ensuite ")
MOST_LISTED = 40
LONGEST_MARK = 40
HELP = Text(
    "Type a number or a move; Tab completes it. `b` goes back, `s` shows the board, `l` lists the moves, "
    "`suggest` suggests moves, `send` signs and sends, `q` keeps the draft and leaves, `?` says this again."
)


class CanGuide(CanPreview, CanSuggest, Protocol):
    """Where a turn is gone through step by step."""


class Guide:
    """One person's turn at one seat; `draft` holds what is picked and not sent."""

    def __init__(
        self,
        env: Env,
        seat: CanGuide,
        view: ViewJson,
        draft: Sequence[str] = (),
        phase: str | None = None,
        desk: "NotesDesk | None" = None,
    ) -> None:
        self.env, self.seat, self.view, self.phase, self.desk = env, seat, view, phase, desk
        self.notes: list[str] = []
        """What is to be left with the turn."""
        self.editor = open_editor(env)
        self.draft: list[str] = []
        self.picked: list[str] = []
        """The draft as the person types it."""
        self.shown: PreviewJson = before_any_move(view)
        self.news: list[str] = []
        """What the last pick would do, and warnings about it."""
        for line in draft:
            if not self._is_complete():
                self._try(line)

    def run(self) -> list[str]:
        """Return the lines that the person wants to send; an interrupt leaves them in `draft`."""
        self._list()
        while True:
            if self._is_complete() and self._is_agreed():
                return self.draft
            answer = self._ask(f"{self._mark()}>")
            if answer and self._obey(answer):
                return self.draft

    @property
    def typed(self) -> str:
        """What was being typed when the person left."""
        return "" if self.editor is None else self.editor.typed

    @typed.setter
    def typed(self, text: str) -> None:
        if self.editor is not None:
            self.editor.typed = text

    def _ask(self, prompt: str) -> str:
        """Ask for a move: with a line editor where there is a real terminal."""
        if self.editor is None:
            return self.env.ask(prompt)
        from engine.core.names import strings_in

        seen = set(strings_in(self.shown["view"]))
        rules = rules_of(self.view)
        names = {} if rules is None else rules.names
        known = [name[self.env.lang] for thing, name in names.items() if thing in seen]
        return self.editor.ask(prompt, [*shown_moves(self.shown).values(), *WORDS], known)

    def _mark(self) -> str:
        """Return what stands before the cursor: as many of the last picks as leave room to type."""
        shown = self.picked[-1:]
        for line in reversed(self.picked[:-1]):
            if len(" · ".join([line, *shown])) > LONGEST_MARK:
                break
            shown = [line, *shown]
        return " · ".join(shown) or self.env.say(Text("your move"))

    def _is_complete(self) -> bool:
        """Whether nothing more can be picked: the turn or its phase is over, or what comes next can't be known."""
        is_open = self.shown["legal"] and not self.shown["reveals"] and is_within(self.shown, self.phase)
        return bool(self.draft) and not is_open

    def _is_agreed(self) -> bool:
        if self.shown["reveals"]:
            self.env.tell(Text("This move shows you something new, so the turn is sent up to here."))
        if self.desk is not None and not self.notes:
            self.env.tell(Text("`then NOTE` leaves a note for your next turn with it."))
        question = Count("Sign and send {n} move? [y/b/q]", "Sign and send {n} moves? [y/b/q]", len(self.draft))
        while True:
            typed = self.env.ask(question)
            answer = typed.casefold()
            if answer in {"", "y", "yes", "o", "oui", "send"}:
                return True
            if answer in {"q", "quit"}:
                raise KeyboardInterrupt
            if self._add_note(typed):
                continue
            if answer in {"b", "back", "n", "no", "non"}:
                self._back()
                return False
            self.env.tell(Text("`y` signs and sends, `b` takes the last move back, `q` keeps the draft and leaves."))

    def _obey(self, answer: str) -> bool:
        """Do what was typed; True when the turn is to be sent."""
        word = answer.casefold()
        if self.draft and self._add_note(answer):
            return False
        if word in {"send", "envoyer"} and self.draft:
            return True
        if word in {"q", "quit"}:
            raise KeyboardInterrupt
        action = {
            **dict.fromkeys(("b", "back"), self._back),
            **dict.fromkeys(("s", "show"), self._board),
            **dict.fromkeys(("l", "list"), self._list),
            **dict.fromkeys(("?", "help", "aide"), self._help),
            **dict.fromkeys(("suggest", "suggérer", "suggerer"), self._suggest),
        }.get(word)
        if action is not None:
            action()
        else:
            self._pick(answer)
        return False

    def _add_note(self, answer: str) -> bool:
        """Take a note that is to be left with the turn; False where the answer is none."""
        begin = next((word for word in THEN if answer.casefold().startswith(word)), None)
        if begin is None or self.desk is None:
            return False
        texts = [*self.notes, answer[len(begin) :].strip()]
        try:
            worked = self.desk.work_out(texts, self.draft)
        except Failure as failure:
            if failure.exit == Exit.NETWORK:
                raise
            self.env.tell(failure.sentence(self.env.lang))
        else:
            self.notes = texts
            self.env.tell(Text("Left with the turn: {note}", note=worked["notes"][-1]["shown"]))
        return True

    def _help(self) -> None:
        self.env.tell(HELP)

    def _suggest(self) -> None:
        """Suggest lines for the whole turn, picked moves or not."""
        if self.draft:
            self.env.tell(Text("These are for your turn from its beginning; `b` takes back what you have picked."))
        try:
            show_suggestions(self.env, self.seat)
        except Failure as failure:
            if failure.exit == Exit.NETWORK:
                raise
            self.env.tell(failure.sentence(self.env.lang))

    def _board(self) -> None:
        show_board(self.env, {**self.view, "view": self.shown["view"], "board": self.shown["board"]})

    def _list(self) -> None:
        """List the moves, numbered, grouped by their verbs."""
        from engine.core.sheet import Sheet, grid

        if self.shown["prompt"]:
            self.env.tell(self.shown["prompt"])
        lines = self._lines()
        seen: ViewJson = {**self.view, "view": self.shown["view"]}
        shown = shown_moves(self.shown)
        rows = [(n, shown[line], explain(self.env, seen, line)) for n, line in enumerate(lines[:MOST_LISTED], 1)]
        for said in Sheet((grid(rows, right=(0,)),)).lines(self.env.width):
            self.env.tell(said)
        if len(lines) > MOST_LISTED:
            self.env.tell(Text("... and {more} more: type the move.", more=len(lines) - MOST_LISTED))

    def _lines(self) -> list[str]:
        """Return the moves in the order in which they are numbered."""
        return [line for some in group_moves(self.shown).values() for line in some]

    def _back(self) -> None:
        """Take the last pick away."""
        if not self.draft:
            self.env.tell(Text("There is nothing to go back from."))
            return
        kept = self.draft[:-1]
        self.notes = []
        self.draft, self.picked, self.shown = [], [], before_any_move(self.view)
        for line in kept:
            self._try(line)
        self._list()

    def _pick(self, answer: str) -> None:
        """Add a move by its number in the list or by its words, and tell what it would do."""
        lines = self._lines()
        if answer.isdecimal():
            if not 1 <= int(answer) <= len(lines):
                self.env.tell(Text("There are moves 1 to {last}.", last=len(lines)))
                return
            answer = lines[int(answer) - 1]
        news: list[str] = []
        try:
            for line in TurnReader(self.seat, self.view).spread(answer):
                self._try(line)
                news += self.news
        except IllegalMove as illegal:
            rules = rules_of(self.view)
            voice = None if rules is None else voice_of(self.env, self.view, rules)
            self.env.tell(illegal.say(self.env.lang, voice))
        except Failure as failure:
            if failure.exit != Exit.ILLEGAL:
                raise
            self.env.tell(failure.sentence(self.env.lang))
        else:
            self.news = news
            self._add_forced()
            self._tell_effect()

    def _add_forced(self) -> None:
        """Add what goes without saying; `b` takes it back like any other move."""
        forced = self.shown.get("forced", [])
        if not forced:
            return
        before, self.shown = self.shown, self.seat.preview([*self.draft, *(move["line"] for move in forced)])
        self.draft += [move["line"] for move in forced]
        names = [move.get("shown", move["line"]) for move in forced]
        self.picked += names
        self.news += [self.env.say(tell_forced(name)) for name in names]
        self.news += find_added(self.shown["events"], before["events"])

    def _try(self, line: str) -> None:
        """Add a line to the draft if the rules allow it there."""
        reader = TurnReader(self.seat, self.view)
        reader.done, reader.position = list(self.draft), self.shown
        exact = reader.read(line)
        shown = self.seat.preview([*self.draft, exact])
        self.news = [said for name in ("events", "advice") for said in find_added(shown[name], self.shown[name])]
        self._add(exact, shown)

    def _add(self, line: str, after: PreviewJson) -> None:
        self.draft.append(line)
        self.picked.append(spell({**self.view, "view": self.shown["view"]}, line, self.env.lang))
        self.shown = after

    def _tell_effect(self) -> None:
        for said in self.news:
            self.env.tell(f"  {said}")
        if not self._is_complete():
            self._list()


def open_editor(env: Env) -> "LineEditor | None":
    """Return a line editor where somebody sits at a real terminal that can move its cursor."""
    is_real = env.stdin is sys.stdin and env.stderr is sys.stderr and env.is_terminal
    if not is_real or env.plain or env.environ.get("TERM", "dumb") == "dumb":
        return None
    from cli.editing import LineEditor

    return LineEditor(env)


def find_added(now: Sequence[str], before: Sequence[str]) -> Sequence[str]:
    """Return what is told now and was not told before; all of it where the beginning has changed."""
    return now[len(before) :] if list(now[: len(before)]) == list(before) else now
