"""A game's board in the making: the base of what draws a view as a sheet."""

from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any, Generic, TypeVar

from engine.core.books import Book
from engine.core.language import Text, Voice
from engine.core.sheet import Part, Sheet

B = TypeVar("B", bound=Book[Any])


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

    def tell(self, about: Callable[..., Text], *things: Hashable) -> str:
        """Return what a function says of cards, which depends on them and the book alone; it is said once."""
        key = (self.voice.lang, about, *things)
        told = self.book.told.get(key)
        if told is None:
            told = self.book.told[key] = self.say(about(self.book, *things))
        return told

    def draw(self) -> Sheet:
        """Return the board."""
        return Sheet(tuple(self.parts()))
