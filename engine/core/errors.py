"""The two families of refusals: `IllegalMove` for a player's move, `Refused` for a request."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.core.language import Text, Voice, quote_all


class Refusal:
    """Why a move is not allowed: a stable code, and a sentence made only when it is shown."""

    __slots__ = ("code", "msgid", "params")

    def __init__(self, code: str, msgid: str, /, **params: Any) -> None:
        """Keep code, English sentence and its parameters."""
        self.code = code
        self.msgid = msgid
        self.params = params

    @property
    def text(self) -> Text:
        """The sentence, ready to be said in any language."""
        return Text(self.msgid, **self.params)

    def __repr__(self) -> str:
        return f"Refusal({self.code!r}, {self.text.say()!r})"


class Refused(Exception):
    """A request that can't be granted: a stable code and a sentence that says what is allowed."""

    def __init__(self, code: str, msgid: str, /, **params: Any) -> None:
        """Keep code, English sentence and its parameters."""
        super().__init__(code)
        self.code = code
        self.text = Text(msgid, **params)
        self.params = params

    def say(self, lang: str = "en", voice: Voice | None = None) -> str:
        """Return the sentence in a language."""
        return (voice or Voice(lang)).say(self.text)

    def __str__(self) -> str:
        return f"{self.code}: {self.say()}"


class IllegalMove(Exception):
    """A move that the rules don't allow now; nothing of its turn was played."""

    def __init__(self, refusal: Refusal, move: str, index: int = 0, allowed: Sequence[str] = ()) -> None:
        """Keep the refusal, the move as written, its place in the turn and what would be allowed instead."""
        super().__init__(refusal.code)
        self.refusal = refusal
        self.move = move
        self.index = index
        self.allowed = tuple(allowed)
        self.names: Mapping[str, Mapping[str, str]] = {}
        """What the game's things are called, for a voice that does not know."""

    @property
    def code(self) -> str:
        """The family of the problem: `illegal_move`, `unreadable_move`, `ambiguous_name` or `not_awaited`."""
        return self.refusal.code if self.refusal.code in OUTER_CODES else "illegal_move"

    @property
    def reason(self) -> str:
        """The rule's own code for the refusal."""
        return self.refusal.code

    def say(self, lang: str = "en", voice: Voice | None = None) -> str:
        """Return the sentence: which move, why not, and what would be allowed."""
        voice = voice or Voice(lang)
        if not voice.names:
            voice = Voice(voice.lang, self.names, voice.players)
        said = voice.say(Text("`{move}`: {reason}", move=self.move, reason=self.refusal.text))
        if self.allowed:
            said += " " + voice.say(Text("Allowed: {moves}.", moves=quote_all(self.allowed)))
        return said

    def __str__(self) -> str:
        return self.say()


OUTER_CODES = frozenset({"unreadable_move", "ambiguous_name", "not_awaited"})
