"""What a move of Mech A Dream would bring, in a few words, from what its player sees."""

from collections.abc import Mapping
from typing import Any

from engine.core.language import Amount, Text
from engine.core.types import Move
from engine.games.mech_a_dream.book import DreamBook
from engine.games.mech_a_dream.moves import (
    Acquire,
    Activate,
    Advance,
    Assign,
    Buy,
    Copy,
    Dock,
    Draft,
    Poach,
    Screen,
    Storage,
    UseRobot,
)
from engine.games.mech_a_dream.prices import currency_of, find_discounts, price_of, toll_of
from engine.games.mech_a_dream.steps.storage import goods_of
from engine.games.mech_a_dream.words import effect_text, goods, machine_text, specialist_text

View = Mapping[str, Any]


def gloss(book: DreamBook, view: View, move: Move) -> Text | None:
    """Return what the words of a move don't say: prices, slots, what machines and robots do."""
    if isinstance(move, Acquire | Buy):
        return about_tile(book, view, move)
    if isinstance(move, Assign | Advance):
        slot = view["players"][view["you"]]["belt"][move.tile]
        return Text("in slot {slot}", slot=slot)
    if isinstance(move, Activate):
        return machine_text(book.machines[move.tile])
    if isinstance(move, UseRobot):
        return about_robot(book, view["players"][view["you"]]["robot"], move.effect)
    if isinstance(move, Copy):
        return about_copy(book, view, move)
    return about_place(book, view, move)


def about_place(book: DreamBook, view: View, move: Move) -> Text | None:
    """Return what an assistant brings from storage or dock, or what a screen or specialist does."""
    if isinstance(move, Storage):
        return about_storage(book, view, move)
    if isinstance(move, Dock):
        parcels = [Text("{gain}", gain=goods(gain)) for gain in book.parcels[view["delivery"]][view["moment"]]]
        toll = toll_of(book, view["delivery"], find_discounts(book, view["players"][view["you"]]["built"]))
        return Text("{parcels} for {price}", parcels=parcels, price=Amount("flower", toll))
    if isinstance(move, Screen):
        return Text("starts with {gain}", gain=goods(book.robots[move.robot].start))
    if isinstance(move, Draft | Poach):
        return specialist_text(book.specialists[move.card])
    return None


def about_storage(book: DreamBook, view: View, move: Storage) -> Text:
    """Return the goods of the moment's floor, those of the choice included."""
    floor = book.floor(view["moment"], specialists=bool(view["options"].get("specialists")))
    return Text("{gain}", gain=goods(goods_of(floor, move.good)))


def about_tile(book: DreamBook, view: View, move: Acquire | Buy) -> Text:
    """Return what a tile of the factory costs its player, and what it does."""
    off = find_discounts(book, view["players"][view["you"]]["built"])
    price = Amount(currency_of(book, move.tile), price_of(book, move.tile, off))
    return Text("for {price}: {does}", price=price, does=machine_text(book.machines[move.tile]))


def about_robot(book: DreamBook, robot: str, effect: int | None) -> Text:
    """Return what a robot does."""
    return effect_text(book.robots[robot].effects[(effect or 1) - 1])


def about_copy(book: DreamBook, view: View, move: Copy) -> Text:
    """Return what a machine or robot of an opponent does."""
    if move.what == "robot":
        return about_robot(book, view["players"][move.seat]["robot"], move.effect)
    return machine_text(book.machines[move.what])
