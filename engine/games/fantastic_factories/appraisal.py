"""How good a view of Fantastic Factories looks: points, then what makes points in the rounds that are left."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from engine.core.types import Seat
from engine.games.fantastic_factories.book import FactoriesBook
from engine.games.fantastic_factories.cards import Blueprint

POINT = 10.0
METAL = 2.4
ENERGY = 1.5
CARD = 2.0
SPENT_CARD = 1.2
"""A card that can't be built again still has its tool."""
DIE = 1.4
HIRED = {"foreman": 4.0, "hired_hands": 5.0, "specialist": 3.0}
KEEPSAKE = 0.05
"""What a resource or card is worth when nothing can be made of it any more but a tie-break."""
PER_ROUND = {"production": 2.5, "utility": 2.0, "training": 1.0, "special": 1.6, "monument": 0.0}
PER_GOOD = 2.5
USUAL_ROUNDS = 9
MUCH_METAL = 5
MUCH_ENERGY = 7
WIN = 1000.0
ENVY = 0.05
EDITIONS_KEPT = 16


def appraise(book: FactoriesBook, view: Mapping[str, Any], seat: Seat) -> float:
    """Return one's own prospects, a little less for those of others; a decided game counts for more than all."""
    players: Sequence[Mapping[str, Any]] = view["players"]
    envy = sum(other["points"] * POINT + other["metal"] + other["energy"] for other in players)
    total = prospects(book, view, players[seat]) - ENVY * float(envy)
    if view.get("result"):
        total += WIN * (view["result"]["standings"][seat]["place"] == 1)
    return total


def prospects(book: FactoriesBook, view: Mapping[str, Any], mine: Mapping[str, Any]) -> float:
    """Value points now, and what stands, lies and is held as far as there is time left for it."""
    points = POINT * float(mine["points"])
    if view["step"] == "over" or (view["last"] and mine["done"]):
        return points + KEEPSAKE * float(mine["metal"] + mine["energy"])
    left, yields = rounds_left(view), yields_of(book)
    store = METAL * useful(mine["metal"], MUCH_METAL) + ENERGY * useful(mine["energy"], MUCH_ENERGY)
    dice = 0.0 if mine["done"] else DIE * len(mine["dice"])
    held = store + hand_worth(book, view["hand"], mine["built"]) + dice + HIRED.get(mine["hired"], 0.0)
    return points + held * (0.3 + 0.7 * min(1.0, left / 5)) + left * sum(yields[card] for card in mine["built"])


def hand_worth(book: FactoriesBook, hand: Sequence[str], built: Sequence[str]) -> float:
    """Value cards that can still be built above others, up to the limit."""
    fresh = sum(card not in built or card in book.repeatable for card in hand)
    fresh = min(fresh, book.limits.hand)
    return CARD * fresh + SPENT_CARD * (min(len(hand), book.limits.hand) - fresh)


def rounds_left(view: Mapping[str, Any]) -> float:
    """Guess how many rounds are still to come after this one; late in the game, ending it costs nothing."""
    if view["last"]:
        return 0.0
    return 1.0 if view["ending"] else float(max(1, USUAL_ROUNDS - view["round"]))


def useful(n: int, much: int) -> float:
    """Return an amount in which what is above `much` counts for little."""
    return n if n <= much else much + 0.25 * (n - much)


def per_round(card: Blueprint) -> float:
    """Return what a card brings in a usual round."""
    goods = card.use.gain.goods if card.use else 0
    return PER_ROUND[card.type] + PER_GOOD * (goods > 0)


@lru_cache(EDITIONS_KEPT)
def yields_of(book: FactoriesBook) -> dict[str, float]:
    """Return what each card brings in a usual round."""
    return {card.id: per_round(card) for card in book.edition.blueprint}
