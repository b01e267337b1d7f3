"""What a move of Nicodemus would bring, in a few words, from what its player sees."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.core.language import Count, Name, Text
from engine.core.types import Move
from engine.games.nicodemus.book import NicodemusBook
from engine.games.nicodemus.effects import count_symbol
from engine.games.nicodemus.moves import Claim, Copy, Keep, Play, Repair
from engine.games.nicodemus.prices import offer_at
from engine.games.nicodemus.words import bundle, bundle_price

View = Mapping[str, Any]


def gloss(book: NicodemusBook, view: View, move: Move) -> Text | None:
    """Return what the words of a move don't say: effects, prices, points."""
    if isinstance(move, Play):
        return about_play(book, view, move)
    if isinstance(move, Repair):
        return about_repair(book, view, move)
    if isinstance(move, Claim | Keep):
        return Count("{n} point", "{n} points", book.projects[move.project].points)
    if isinstance(move, Copy):
        return about_effect(book, view, view["row"][move.position - 1], view["row"])
    return None


def about_play(book: NicodemusBook, view: View, move: Play) -> Text:
    """Return what a machine gives by each of the three choices, as far as there are tokens."""
    row = row_after(book, view, move.card)
    if move.choice == "effect":
        return about_effect(book, view, move.card, row)
    kind = "charcoalium" if move.choice == "coins" else move.kind or book.makes[move.card]
    n = book.points[move.card] if move.choice == "coins" else 1
    found = min(n, tokens_of(view, kind) + freed(view, row, kind))
    return Text("{goods}", goods=bundle([kind] * found) or Text("nothing"))


def about_effect(book: NicodemusBook, view: View, card: str, row: Sequence[str]) -> Text:
    """Return the effect of a machine; of one that counts machines, how much that is with the row as it will be."""
    effect = book.effect_of[card]
    if effect.kind != "gain_per_symbol":
        return Text("{does}", does=Name(effect.id))
    any_counts = view["options"].get("any_counts_as_resource", False)
    n = count_symbol(book, row, str(effect.symbol), any_counts=any_counts)
    if effect.symbol != "any":
        n = min(n, tokens_of(view, str(effect.symbol)) + freed(view, row, str(effect.symbol)))
    if book.makes[card] == effect.symbol and card in row:
        return Text("{does} (now {n} with it)", does=Name(effect.id), n=n)
    return Text("{does} (now {n})", does=Name(effect.id), n=n)


def row_after(book: NicodemusBook, view: View, card: str) -> list[str]:
    """Return the row once a machine is placed, as its effect finds it."""
    row = [*view["row"], card]
    is_purged = view["options"].get("purge") == "at_once" and len(row) >= book.limits.purge_at
    return row[book.limits.row_length :] if is_purged else row


def tokens_of(view: View, kind: str) -> int:
    """Return how many tokens of a kind can be gained: the reserve's, then the opponent's."""
    return int(view["reserve"][kind] + view["players"][1 - view["you"]]["stock"][kind])


def freed(view: View, row: Sequence[str], kind: str) -> int:
    """Return the charcoalium that machines leave to the reserve when they are cleared away before a gain."""
    if kind != "charcoalium" or len(row) >= len(view["row"]):
        return 0
    return sum(view["coins"][: len(view["row"]) + 1 - len(row)])


def about_repair(book: NicodemusBook, view: View, move: Repair) -> Text:
    """Return the points of a machine and what is paid for it."""
    card = view["row"][move.position - 1]
    player, waivable = view["players"][view["you"]], view["options"].get("any_discount") == "waivable"
    purse = player["stock"]["wood"], player["stock"]["copper"], player["stock"]["crystal"]
    offer = offer_at(book, view["row"], move.position, player["workshop"], purse, waivable=waivable)
    paid = bundle_price(offer.payment(move.goods))
    return Count("{n} point, for {paid}", "{n} points, for {paid}", book.points[card], paid=paid or Text("nothing"))
