"""What a move of Nicodemus would bring, in a few words, from what its player sees."""

from collections.abc import Mapping
from typing import Any

from engine.core.language import Count, Name, Text
from engine.core.types import Move
from engine.games.nicodemus.book import NicodemusBook
from engine.games.nicodemus.moves import Claim, Copy, Keep, Play, Repair
from engine.games.nicodemus.prices import offer_at
from engine.games.nicodemus.words import bundle

View = Mapping[str, Any]


def gloss(book: NicodemusBook, view: View, move: Move) -> Text | None:
    """Return what the words of a move don't say: effects, prices, points."""
    if isinstance(move, Play):
        return about_play(book, move)
    if isinstance(move, Repair):
        return about_repair(book, view, move)
    if isinstance(move, Claim | Keep):
        return Count("{n} point", "{n} points", book.projects[move.project].points)
    return about_effect(book, view["row"][move.position - 1]) if isinstance(move, Copy) else None


def about_play(book: NicodemusBook, move: Play) -> Text:
    """Return what a machine gives by each of the three choices."""
    if move.choice == "effect":
        return about_effect(book, move.card)
    gains = ["charcoalium"] * book.points[move.card] if move.choice == "coins" else [move.kind or book.makes[move.card]]
    return Text("{goods}", goods=bundle(gains))


def about_effect(book: NicodemusBook, card: str) -> Text:
    """Return the effect of a machine."""
    return Text("{does}", does=Name(book.effect_of[card].id))


def about_repair(book: NicodemusBook, view: View, move: Repair) -> Text:
    """Return the points of a machine and what is paid for it."""
    card = view["row"][move.position - 1]
    player, waivable = view["players"][view["you"]], view["options"].get("any_discount") == "waivable"
    purse = player["stock"]["wood"], player["stock"]["copper"], player["stock"]["crystal"]
    offer = offer_at(book, view["row"], move.position, player["workshop"], purse, waivable=waivable)
    paid = bundle(offer.payment(move.goods))
    return Count("{n} point, for {paid}", "{n} points, for {paid}", book.points[card], paid=paid or Text("nothing"))
