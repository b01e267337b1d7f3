"""What a move of Nicodemus would bring, in a few words, from what its player sees."""

from collections.abc import Mapping
from typing import Any

from engine.core.language import Count, Name, Text
from engine.core.types import Move
from engine.games.nicodemus.book import NicodemusBook
from engine.games.nicodemus.moves import Claim, Copy, Discard, Keep, Play, Repair, Scrap
from engine.games.nicodemus.prices import offer_at
from engine.games.nicodemus.words import bundle

View = Mapping[str, Any]


def gloss(book: NicodemusBook, view: View, move: Move) -> Text | None:
    """Return what the words of a move don't say: names, effects, prices, points."""
    if isinstance(move, Play):
        return about_play(book, move)
    if isinstance(move, Repair):
        return about_repair(book, view, move)
    if isinstance(move, Claim | Keep):
        points = book.projects[move.project].points
        return Count("{project}: {n} point", "{project}: {n} points", points, project=Name(move.project))
    if isinstance(move, Copy):
        return about_effect(book, view["row"][move.position - 1])
    if isinstance(move, Scrap):
        return Text("{card}", card=Name(view["row"][move.position - 1]))
    return Text("{card}", card=Name(move.card)) if isinstance(move, Discard) else None


def about_play(book: NicodemusBook, move: Play) -> Text:
    """Return what a machine gives by each of the three choices."""
    if move.choice == "effect":
        return about_effect(book, move.card)
    gains = ["charcoalium"] * book.points[move.card] if move.choice == "coins" else [move.kind or book.makes[move.card]]
    return Text("{card}: {does}", card=Name(move.card), does=bundle(gains))


def about_effect(book: NicodemusBook, card: str) -> Text:
    """Return the effect of a machine."""
    return Text("{card}: {does}", card=Name(card), does=Name(book.effect_of[card].id))


def about_repair(book: NicodemusBook, view: View, move: Repair) -> Text:
    """Return the machine, its points and what is paid for it."""
    card = view["row"][move.position - 1]
    player, waivable = view["players"][view["you"]], view["options"].get("any_discount") == "waivable"
    purse = player["stock"]["wood"], player["stock"]["copper"], player["stock"]["crystal"]
    offer = offer_at(book, view["row"], move.position, player["workshop"], purse, waivable=waivable)
    paid = bundle(offer.payment(move.goods))
    points = book.points[card]
    return Count("{card}, {n} point, for {paid}", "{card}, {n} points, for {paid}", points, card=Name(card), paid=paid)
