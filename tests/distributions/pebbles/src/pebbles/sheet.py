"""The board of Pebbles as a document."""

from collections.abc import Iterator, Mapping
from typing import Any

from engine.core.drawing import Drawing
from engine.core.language import Text, Voice
from engine.core.sheet import Heading, Part, Sheet, grid
from pebbles.book import PebblesBook


def make_sheet(book: PebblesBook, view: Mapping[str, Any], voice: Voice) -> Sheet:
    """Return the board: the heap, then what everybody took."""
    return PebblesDrawing(book, view, voice).draw()


class PebblesDrawing(Drawing[PebblesBook]):
    """One reader's look at a view."""

    def parts(self) -> Iterator[Part]:
        """Yield the board from top to bottom."""
        view, taken = self.view, Text("taken")
        yield Heading(self.say(Text("Pebbles")), self.say(Text("{heap} left", heap=view["heap"])), level=1)
        if view["result"]:
            yield from self.final((taken,), [[*self.place(one), one["details"]["taken"]] for one in self.ranked()])
            return
        heads = [self.say(Text("seat")), self.say(taken)]
        yield grid(((self.who(one["seat"]), one["taken"]) for one in view["players"]), heads, right=(1,))
