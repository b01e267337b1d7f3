"""The board of Pebbles as a document."""

from collections.abc import Mapping
from typing import Any

from engine.core.language import Text, Voice
from engine.core.sheet import Heading, Sheet, grid
from pebbles.book import PebblesBook


def make_sheet(book: PebblesBook, view: Mapping[str, Any], voice: Voice) -> Sheet:
    """Return the board: the heap, then what everybody took."""
    heads = [voice.say(Text("seat")), voice.say(Text("taken"))]
    return Sheet(
        (
            Heading(voice.say(Text("Pebbles")), voice.say(Text("{heap} left", heap=view["heap"])), level=1),
            grid(((voice.player(one["seat"]), one["taken"]) for one in view["players"]), heads, right=(1,)),
        )
    )
