"""A game's board in the making: the base of what draws a view as a sheet."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

from engine.core.books import Book
from engine.core.language import Text, Voice
from engine.core.sheet import Heading, Note, Part, Sheet, grid

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

    def who(self, seat: int) -> str:
        """Return a player's name."""
        return self.voice.player(seat)

    def ranked(self) -> list[Mapping[str, Any]]:
        """Return the standings of a game that is over, the winner first."""
        return sorted(self.view["result"]["standings"], key=lambda one: (one["place"], one["seat"]))

    def place(self, one: Mapping[str, Any]) -> list[object]:
        """Return what every row of the end begins with."""
        return [one["place"], self.who(one["seat"]), one["score"]]

    def final(
        self, figures: Iterable[Text], rows: Sequence[Sequence[object]], ties: Text | None = None
    ) -> Iterator[Part]:
        """Yield the end as a table: a row for each player, with the figures that counted, and how ties go."""
        heads = (Text("place"), Text("player"), Text("points"), *figures)
        numbers = {n for row in rows for n, value in enumerate(row) if isinstance(value, int)}
        yield Heading(self.say(Text("Victory")))
        yield grid(rows, [self.say(head) for head in heads], right=sorted(numbers))
        if ties is not None:
            yield Note(self.say(ties), "dim")

    def draw(self) -> Sheet:
        """Return the board."""
        return Sheet(tuple(self.parts()))
