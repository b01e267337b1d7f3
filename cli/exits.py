"""What exit codes mean, and the one way in which a command fails."""

from typing import Any

from cli.speech import say
from engine.core.language import Text
from engine.core.refusals import Exit, handling_of

MEANINGS: dict[Exit, Text] = {
    Exit.OK: Text("done"),
    Exit.FAILED: Text("a check has failed (`verify`, `host check`), or the client has a bug"),
    Exit.USAGE: Text(
        "the command, an option or a value does not fit; or the table does not allow it (any other refusal)"
    ),
    Exit.ILLEGAL: Text("the move is illegal, can't be read, or a name in it is ambiguous; nothing was played"),
    Exit.STALE: Text("the position has changed since you looked; look again"),
    Exit.NOT_YOUR_TURN: Text("nothing is asked of you now"),
    Exit.NETWORK: Text("no connection, or the server can't answer now; try again later"),
    Exit.NOT_ALLOWED: Text("you may not: no profile, no key, no permission, or there is no such thing"),
    Exit.INTERRUPTED: Text("interrupted (Ctrl-C); nothing was sent"),
}


class Failure(Exception):
    """The one way in which a command fails: a sentence, an exit code, and for scripts a code and more."""

    def __init__(
        self, said: Text | str, exit_code: Exit = Exit.USAGE, code: str = "", advice: Text | None = None, **more: Any
    ) -> None:
        """Keep what is said, and what a script can go by."""
        super().__init__(code or str(said))
        self.said = said
        self.exit = exit_code
        self.code = code or exit_code.name.lower()
        self.advice = advice
        self.more = more

    @classmethod
    def of_problem(cls, problem: dict[str, Any]) -> "Failure":
        """Return the failure that a server's problem (RFC 9457) stands for."""
        code = str(problem.get("code") or "internal")
        said = str(problem.get("detail") or problem.get("title") or code)
        more = {
            name: problem[name] for name in ("index", "move", "reason", "params", "allowed", "id") if name in problem
        }
        return cls.of_refusal(code, said, **more)

    @classmethod
    def of_refusal(cls, code: str, said: Text | str, **more: Any) -> "Failure":
        """Return the failure that a refusal with this code stands for, with its exit code and advice."""
        handling = handling_of(code)
        return cls(said, handling.exit, code, handling.advice, **more)

    def sentence(self, lang: str) -> str:
        """Return what is said."""
        return say(self.said, lang)

    def plain(self, lang: str) -> dict[str, Any]:
        """Return the failure as data."""
        return {"code": self.code, "exit": int(self.exit), "detail": self.sentence(lang), **self.more}
