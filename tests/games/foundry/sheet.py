"""The board of Foundry as a document."""

from collections.abc import Iterator, Mapping
from typing import Any

from engine.core.language import Amount, Name, Text, Voice
from engine.core.sheet import Cell, Heading, Line, Part, Sheet, grid
from tests.games.foundry.book import FoundryBook


def make_sheet(book: FoundryBook, view: Mapping[str, Any], voice: Voice) -> Sheet:
    """Return the board: whose screen it is comes first, then everybody."""
    return Sheet(tuple(_parts(view, voice)))


def _parts(view: Mapping[str, Any], voice: Voice) -> Iterator[Part]:
    yield Heading(voice.say(Text("Foundry")), voice.say(Text("round {round}", round=view["round"])), level=1)
    if view.get("hand") is not None:
        hand = voice.word([Name(card) for card in view["hand"]])
        yield Line((Cell(voice.say(Text("Your hand: {hand}", hand=hand)), "hidden"),))
    heads = [voice.say(Text(head)) for head in ("seat", "coins", "metal", "designs")]
    yield Heading(voice.say(Text("Players")))
    yield grid((_row(player, voice) for player in view["players"]), heads, right=(1,))


def _row(player: Mapping[str, Any], voice: Voice) -> tuple[object, ...]:
    metal = voice.word([Amount(kind, player[kind]) for kind in ("iron", "tin")])
    return voice.player(player["seat"]), player["coins"], metal, voice.word([Name(card) for card in player["cast"]])
