"""What a move of Imaginarium would bring, in a few words, from what its player sees."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from engine.core.language import Count, Name, Text, name_all
from engine.core.types import Move
from engine.games.imaginarium.book import ImaginariumBook
from engine.games.imaginarium.cards import USABLE, Machine
from engine.games.imaginarium.effects import remains_of
from engine.games.imaginarium.moves import (
    Acquire,
    Block,
    Borrow,
    Buy,
    Collect,
    Complete,
    Dismantle,
    Extract,
    Extractor,
    NameGoods,
    RecoverMachine,
    Recruit,
    Repair,
    Reserve,
    Sabotage,
    Scrap,
    Sell,
    TangleSpace,
    Topdeck,
    Use,
)
from engine.games.imaginarium.prices import unit_price
from engine.games.imaginarium.scoring import project_points
from engine.games.imaginarium.stacks import Making
from engine.games.imaginarium.words import about_assistant, list_goods

View = Mapping[str, Any]


def gloss(book: ImaginariumBook, view: View, move: Move) -> Text | None:
    """Return what the words of a move don't say: prices, what machines and assistants do."""
    if isinstance(move, Reserve | Sabotage | Block | Extractor):
        return about_plan(book, view, move)
    if isinstance(move, Acquire | Collect):
        return about_planned(book, view, move)
    if isinstance(move, Use | Borrow):
        owner = move.seat if isinstance(move, Borrow) else view["you"]
        is_named = isinstance(move, Use)
        return about_use(book, tuple(view["players"][owner]["spaces"][move.space - 1]), is_named=is_named)
    if isinstance(move, Repair):
        return about_repair(book, view, book.machines[move.card])
    return about_action(book, view, move)


def about_plan(book: ImaginariumBook, view: View, move: Reserve | Sabotage | Block | Extractor) -> Text:
    """Return what a place of the planning phase costs and gives, or what a saboteur does there."""
    if isinstance(move, Reserve):
        return about_price(book, view["belt"][move.space - 1])
    if isinstance(move, Extractor):
        return listed_text({"charcoalium": view["extractors"][move.space - 1]["gives"]})
    return Text("to the crusher") if isinstance(move, Sabotage) else Text("nobody extracts there this round")


def about_action(book: ImaginariumBook, view: View, move: Move) -> Text | None:
    """Return what an action of the dial would bring."""
    if isinstance(move, Buy | Sell):
        is_sale = isinstance(move, Sell)
        coal = (
            book.edition.market.sell[move.good]
            if is_sale
            else unit_price(book, view["players"][view["you"]]["assistants"], move.good)
        )
        return Text("for {price}", price=listed_text({"charcoalium": coal}))
    if isinstance(move, Extract):
        return listed_text({"charcoalium": book.edition.figures.extract})
    if isinstance(move, Recruit):
        assistant = book.assistants[move.assistant]
        price = listed_text({"charcoalium": assistant.cost})
        return Text("for {price}: {does}", price=price, does=about_assistant(assistant))
    if isinstance(move, Dismantle):
        return about_dismantling(book, view, move)
    if isinstance(move, Complete):
        return about_project(book, view, move.project)
    return about_effect(book, view, move)


def about_effect(book: ImaginariumBook, view: View, move: Move) -> Text | None:
    """Return what an open effect would bring, where its goods don't say it, or what the top of the deck costs."""
    if isinstance(move, RecoverMachine):
        return does(book, book.machines[move.card])
    if isinstance(move, Scrap):
        return listed_text(Counter(move.goods))
    if isinstance(move, Topdeck):
        return Text("for {price}", price=listed_text({"charcoalium": book.helper["top_of_deck"].amount}))
    if isinstance(move, NameGoods) and not move.goods:
        return about_points(book, view["turn"]["effect"])
    return about_target(view, move)


def about_target(view: View, move: Move) -> Text | None:
    """Return the machines that a Tanglette is after."""
    if not isinstance(move, TangleSpace):
        return None
    return Text("{cards}", cards=name_all(view["players"][move.seat]["spaces"][move.space - 1]))


def about_points(book: ImaginariumBook, offer: View) -> Text:
    """Return what a repaired machine makes that asks for no goods."""
    making = book.stacks.making((offer["card"],))
    return listed_text({good: n * offer.get("times", 1) for good, n in making.gives})


def about_dismantling(book: ImaginariumBook, view: View, move: Dismantle) -> Text:
    """Return what a machine of the workshop is dismantled for."""
    (card,) = view["players"][view["you"]]["spaces"][move.space - 1]
    return Text("{goods}", goods=list_goods(remains_of(book.machines[card], move.gain)))


def about_project(book: ImaginariumBook, view: View, project: str) -> Text | None:
    """Return the points that are left for an open project, or that a private one brings."""
    found = next((one for one in view["projects"] if one["id"] == project), None)
    if found is None:
        return about_private(view, project)
    assistants = view["players"][view["you"]]["assistants"]
    points = project_points(book, project, assistants, is_later=bool(found["completed"]))
    return Count("{n} point", "{n} points", points)


def about_private(view: View, project: str) -> Text | None:
    """Return what a private project brings its player now; a view of an older server does not say."""
    points = view.get("private_points", {}).get(project)
    return None if points is None else Count("{n} point", "{n} points", points)


def about_price(book: ImaginariumBook, space: View) -> Text:
    """Return what a machine of the belt costs its player, and what it does."""
    price = listed_text({"charcoalium": space["price"]})
    return Text("for {price}: {does}", price=price, does=does(book, book.machines[space["machine"]]))


def about_planned(book: ImaginariumBook, view: View, move: Acquire | Collect) -> Text:
    """Return what was reserved in the planning phase with what is paid for it, or the charcoalium of the extractor."""
    mine = {"seat": view["you"], "saboteur": False}
    (place,) = (space for space in (*view["belt"], *view["extractors"]) if space["taken"] == mine)
    if not isinstance(move, Acquire):
        return listed_text({"charcoalium": place["gives"]})
    card, coal, price = Name(place["machine"]), view["screen"]["charcoalium"], place["price"]
    if coal < price and not move.goods:
        lost = listed_text({"charcoalium": price})
        return Text("you can't pay {price}: all your goods and {card} are lost", price=lost, card=card)
    paid = listed_text({"charcoalium": min(coal, price)} | {good: move.goods.count(good) for good in move.goods})
    return Text("{card} for {price}: {does}", card=card, price=paid, does=does(book, book.machines[place["machine"]]))


def about_use(book: ImaginariumBook, stack: tuple[str, ...], *, is_named: bool) -> Text:
    """Return what one use of a space makes, with the machines that the move does not name, or of which it names one."""
    cards, made = name_all(dict.fromkeys(stack)), makes(book, stack)
    return made if is_named and len(cards) == 1 else Text("{cards}: {does}", cards=cards, does=made)


def about_repair(book: ImaginariumBook, view: View, machine: Machine) -> Text:
    """Return what a repair takes, and what the machine then does; twice with the Test Runner."""
    said = {"price": listed_text(machine.repair), "does": does(book, machine)}
    runner = book.helper["double_effect"]
    if runner.id in view["players"][view["you"]]["assistants"] and machine.effect in USABLE:
        return Text("for {price}: {does}, {n} times", n=runner.amount, **said)
    return Text("for {price}: {does}", **said)


def does(book: ImaginariumBook, machine: Machine) -> Text:
    """Return what a machine does by itself."""
    effects = {
        "steal": Text(
            "each opponent loses up to {goods}, you keep up to {n}",
            goods=list_goods(machine.steal),
            n=max(machine.steal.values(), default=0),
        ),
        "cancel_project": Text("takes a project out of the game"),
        "tangle": Text("turns a space of each opponent face down"),
        "protect": Text("protects you from {cards}", cards=[Name(card) for card in machine.blocks]),
        "recover": Text("brings a machine back from the crusher"),
    }
    return effects.get(machine.effect) or makes(book, (machine.id,))


def makes(book: ImaginariumBook, stack: tuple[str, ...]) -> Text:
    """Return what one use of a stack makes."""
    making: Making = book.stacks.making(stack)
    made = (
        Count("any {n} resource", "any {n} resources of one kind", making.choice)
        if making.choice
        else listed_text(dict(making.gives))
    )
    if not making.input:
        return made
    return Count("{n} resource → {made}", "{n} resources → {made}", making.input, made=made)


def listed_text(goods: Mapping[str, int]) -> Text:
    """Return goods as a text of their own."""
    return Text("{goods}", goods=list_goods(goods))
