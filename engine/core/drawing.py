"""A game's board in the making: the base of what draws a view as a sheet."""

from collections.abc import Iterator, Mapping
from typing import Any, Generic, TypeVar

from engine.core.language import Voice
from engine.core.sheet import Part, Sheet

B = TypeVar("B")


class Drawing(Generic[B]):
    """One reader's look at a view; a game yields the parts of its board from top to bottom."""

    def __init__(self, book: B, view: Mapping[str, Any], voice: Voice) -> None:
        self.book = book
        self.view = view
        self.voice = voice
        self.say = voice.say
        self.you: int | None = view["you"]
        self.mine: Mapping[str, Any] | None = None if self.you is None else view["players"][self.you]

    def parts(self) -> Iterator[Part]:
        """Yield the board from top to bottom."""
        raise NotImplementedError

    def draw(self) -> Sheet:
        """Return the board."""
        return Sheet(tuple(self.parts()))
