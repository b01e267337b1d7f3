"""What a move of Mech A Dream would bring, in a few words, from what its player sees."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engine.core.language import Amount, Text, list_amounts
from engine.core.types import Move, Seat
from engine.games.mech_a_dream.book import DreamBook
from engine.games.mech_a_dream.cards import NOTHING, Amounts, Effect, Floor
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
    Reward,
    Screen,
    Storage,
    UseRobot,
)
from engine.games.mech_a_dream.prices import currency_of, find_discounts, price_of, slot_of, toll_of
from engine.games.mech_a_dream.steps.storage import goods_of
from engine.games.mech_a_dream.words import effect_text, goods, machine_text, specialist_text

View = Mapping[str, Any]


def gloss(book: DreamBook, view: View, move: Move) -> Text | None:
    """Return what the words of a move don't say: prices, slots, what machines and robots do."""
    if isinstance(move, Acquire | Buy):
        return about_tile(book, view, move)
    if isinstance(move, Assign | Advance):
        return about_belt(view, move)
    if isinstance(move, Activate):
        return about_use(book, view, book.purple[move.tile])
    if isinstance(move, UseRobot):
        return about_use(book, view, robot_effect(book, view, view["you"], move.effect))
    if isinstance(move, Copy):
        return about_copy(book, view, move)
    return about_place(book, view, move)


def about_place(book: DreamBook, view: View, move: Move) -> Text | None:
    """Return what an assistant brings from storage or dock, or what a screen or specialist does."""
    if isinstance(move, Storage):
        gain = goods_of(floor_of(book, view), move.good)
        return with_lost(book, view, Text("{gain}", gain=goods(gain)), gain)
    if isinstance(move, Dock):
        parcels = add_up(book.parcels[view["delivery"]][view["moment"]])
        toll = toll_of(book, view["delivery"], find_discounts(book, view["players"][view["you"]]["built"]))
        return Text("{parcels} for {price}", parcels=parcels, price=Amount("flower", toll))
    if isinstance(move, Screen):
        return Text("starts with {gain}", gain=goods(book.robots[move.robot].start))
    if isinstance(move, Draft):
        return specialist_text(book.specialists[move.card])
    if isinstance(move, Poach):
        return about_poach(book, view, move)
    return about_reward(book, view, move) if isinstance(move, Reward) else None


def add_up(gains: Sequence[Amounts]) -> list[Amount]:
    """Return all that several parcels bring: a kind that comes twice is said once."""
    total: Counter[str] = Counter()
    for amount in (amount for gain in gains for amount in goods(gain)):
        total[amount.thing] += amount.n
    return list_amounts(total)


def floor_of(book: DreamBook, view: View) -> Floor:
    """Return the floor of the storage at this moment."""
    return book.floor(view["moment"], specialists=bool(view["options"].get("specialists")))


def about_poach(book: DreamBook, view: View, move: Poach) -> Text:
    """Return a specialist with its price, the goods of the visit, and what it rewards."""
    held = [view["centre"], *(player["specialists"] for player in view["players"])]
    price = next(tokens[move.card] for tokens in held if move.card in tokens)
    said = {"price": Amount("rainbow", price), "does": specialist_text(book.specialists[move.card])}
    if view["options"].get("specialist_mode") == "replaces_all":
        return Text("for {price}, {does}", **said)
    gain = goods_of(floor_of(book, view), move.good)
    with_goods = Text("for {price}, with {gain}, {does}", gain=goods(gain), **said)
    return with_lost(book, view, with_goods, gain)


def about_reward(book: DreamBook, view: View, move: Reward) -> Text:
    """Return what a specialist gives of a good."""
    cards = view["choice"]["cards"]
    gains = (gain for card in cards for gain in book.specialists[card].gains if len(book.specialists[card].gains) > 1)
    gain = next(gain for gain in gains if getattr(gain, move.good))
    return with_lost(book, view, Text("{gain}", gain=goods(gain)), gain)


def about_tile(book: DreamBook, view: View, move: Acquire | Buy) -> Text:
    """Return a tile of the factory at its player's price, and where it enters the belt."""
    off = find_discounts(book, view["players"][view["you"]]["built"])
    slot = slot_of(book, move.tile, off, sooner_by(book, view) if isinstance(move, Buy) else 0)
    said = {
        "price": Amount(currency_of(book, move.tile), price_of(book, move.tile, off)),
        "does": machine_text(book.machines[move.tile]),
    }
    if not slot:
        return Text("for {price}, built at once: {does}", **said)
    return Text("for {price}, in slot {slot}: {does}", slot=slot, **said)


def sooner_by(book: DreamBook, view: View) -> int:
    """Return how many slots sooner a purchase enters the belt: by the copied effect, or the reader's own robot."""
    choice = view["choice"]
    if choice and choice["ask"] == "purchase":
        return int(choice["sooner"])
    effects = book.robots[view["players"][view["you"]]["robot"]].effects
    return next(effect.sooner for effect in effects if effect.special == "purchase")


def about_belt(view: View, move: Assign | Advance) -> Text:
    """Return where a machine stands, or where an hourglass moves it."""
    slot = view["players"][view["you"]]["belt"][move.tile]
    if isinstance(move, Assign):
        return Text("in slot {slot}", slot=slot)
    if slot == 1:
        return Text("it is built")
    return Text("from slot {slot} to {next}", slot=slot, next=slot - 1)


def robot_effect(book: DreamBook, view: View, seat: Seat, number: int | None) -> Effect:
    """Return an effect of somebody's robot."""
    return book.robots[view["players"][seat]["robot"]].effects[(number or 1) - 1]


def about_copy(book: DreamBook, view: View, move: Copy) -> Text:
    """Return what a machine or robot of an opponent does, with what the copy costs on top."""
    mine = book.robots[view["players"][view["you"]]["robot"]].effects
    fee = next(effect.inputs.flower for effect in mine if effect.special == "copy")
    if move.what == "robot":
        return about_use(book, view, robot_effect(book, view, move.seat, move.effect), fee)
    return about_use(book, view, book.purple[move.what], fee)


def about_use(book: DreamBook, view: View, effect: Effect, fee: int = 0) -> Text:
    """Return what a use takes and gives, a copy's flower included."""
    cost = msgspec.structs.replace(effect.inputs, flower=effect.inputs.flower + fee)
    does = effect_text(effect) if effect.special else effect_text(Effect(cost, effect.outputs))
    if effect.special and fee:
        does = Text("{cost}: {does}", cost=goods(cost), does=does)
    return with_lost(book, view, does, effect.outputs, cost)


def with_lost(book: DreamBook, view: View, said: Text, gain: Amounts, cost: Amounts = NOTHING) -> Text:
    """Return what is said of a gain, and what of it finds no room."""
    player, board = view["players"][view["you"]], book.board
    lost = Amounts(
        flower=overflow(player["flower"] - cost.flower, gain.flower, board.flower_max),
        ink=overflow(player["ink"] - cost.ink, gain.ink, board.ink_max),
    )
    return said if lost == NOTHING else Text("{does}; no room for {lost}", does=said, lost=goods(lost))


def overflow(stock: int, gain: int, most: int) -> int:
    """Return how much of a gain is lost; what was there stays."""
    return min(gain, max(0, stock + gain - most))
