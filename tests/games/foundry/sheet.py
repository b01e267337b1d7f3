"""The board of Foundry as a document."""

from collections.abc import Iterator, Mapping
from typing import Any

from engine.core.drawing import Drawing
from engine.core.language import Amount, Name, Text, Voice
from engine.core.sheet import Cell, Heading, Line, Part, Sheet, grid
from tests.games.foundry.book import FoundryBook


def make_sheet(book: FoundryBook, view: Mapping[str, Any], voice: Voice) -> Sheet:
    """Return the board: whose screen it is comes first, then everybody."""
    return FoundryDrawing(book, view, voice).draw()


class FoundryDrawing(Drawing[FoundryBook]):
    """One reader's look at a view."""

    def parts(self) -> Iterator[Part]:
        """Yield the board from top to bottom."""
        view = self.view
        yield Heading(self.say(Text("Foundry")), self.say(Text("round {round}", round=view["round"])), level=1)
        if view["result"]:
            rows = [[*self.place(one), one["details"]["coins"]] for one in self.ranked()]
            yield from self.final((Text("coins"),), rows, Text("Ties go to more coins."))
        if view.get("hand") is not None:
            hand = self.voice.word([Name(card) for card in view["hand"]])
            yield Line((Cell(self.say(Text("Your hand: {hand}", hand=hand)), "hidden"),))
        heads = [self.say(Text(head)) for head in ("seat", "coins", "metal", "designs")]
        yield Heading(self.say(Text("Players")))
        yield grid((self.player(one) for one in view["players"]), heads, right=(1,))

    def player(self, one: Mapping[str, Any]) -> tuple[object, ...]:
        """Return what lies open of a player."""
        metal = self.voice.word([Amount(kind, one[kind]) for kind in ("iron", "tin")])
        return self.who(one["seat"]), one["coins"], metal, self.voice.word([Name(card) for card in one["cast"]])
