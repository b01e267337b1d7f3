"""What a move of Imaginarium would bring, in a few words, from what its player sees."""

from collections.abc import Mapping
from typing import Any

from engine.core.language import Count, Name, Text
from engine.core.types import Move
from engine.games.imaginarium.book import ImaginariumBook
from engine.games.imaginarium.cards import Machine
from engine.games.imaginarium.effects import remains_of
from engine.games.imaginarium.moves import (
    Acquire,
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
    Sell,
    TangleSpace,
    Use,
)
from engine.games.imaginarium.prices import unit_price
from engine.games.imaginarium.scoring import project_points
from engine.games.imaginarium.stacks import Making
from engine.games.imaginarium.words import about_assistant, list_goods

View = Mapping[str, Any]


def gloss(book: ImaginariumBook, view: View, move: Move) -> Text | None:
    """Return what the words of a move don't say: names, prices, what machines and assistants do."""
    if isinstance(move, Reserve):
        return about_offer(book, view["belt"][move.space - 1])
    if isinstance(move, Acquire | Collect):
        return about_planned(book, view)
    if isinstance(move, Extractor):
        return listed_text({"charcoalium": view["extractors"][move.space - 1]["gives"]})
    if isinstance(move, Use):
        stack = tuple(view["players"][view["you"]]["spaces"][move.space - 1])
        return Text("{cards}: {does}", cards=[Name(card) for card in dict.fromkeys(stack)], does=makes(book, stack))
    if isinstance(move, Repair | RecoverMachine):
        return about_machine(book, book.machines[move.card])
    return about_action(book, view, move)


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
        return Text("{card} for {price}: {does}", card=Name(assistant.id), price=price, does=about_assistant(assistant))
    if isinstance(move, Dismantle):
        return about_dismantling(book, view, move)
    if isinstance(move, Complete):
        return about_project(book, view, move.project)
    return about_effect(book, view, move)


def about_effect(book: ImaginariumBook, view: View, move: Move) -> Text | None:
    """Return what an open effect would bring, where its goods don't say it."""
    if isinstance(move, NameGoods) and not move.goods:
        return about_points(book, view["turn"]["effect"])
    return about_target(view, move)


def about_target(view: View, move: Move) -> Text | None:
    """Return the machines that a saboteur, a Borrower or a Tanglette is after."""
    cards: list[str] = []
    if isinstance(move, Sabotage):
        cards = [view["belt"][move.space - 1]["machine"]]
    elif isinstance(move, Borrow | TangleSpace):
        cards = view["players"][move.seat]["spaces"][move.space - 1]
    return Text("{cards}", cards=[Name(card) for card in cards]) if cards else None


def about_points(book: ImaginariumBook, offer: View) -> Text:
    """Return what a repaired machine makes that asks for no goods."""
    making = book.stacks.making((offer["card"],))
    return listed_text({good: n * offer.get("times", 1) for good, n in making.gives})


def about_dismantling(book: ImaginariumBook, view: View, move: Dismantle) -> Text:
    """Return a machine of the workshop and what it is dismantled for."""
    (card,) = view["players"][view["you"]]["spaces"][move.space - 1]
    machine = book.machines[card]
    return Text("{card}: {does}", card=Name(card), does=list_goods(remains_of(machine, move.gain)))


def about_project(book: ImaginariumBook, view: View, project: str) -> Text | None:
    """Return an open project and the points that are left for it; what a private one brings is up to a ruling."""
    found = next((one for one in view["projects"] if one["id"] == project), None)
    if found is None:
        return None
    assistants = view["players"][view["you"]]["assistants"]
    points = project_points(book, project, assistants, is_later=bool(found["completed"]))
    return Count("{project}: {n} point", "{project}: {n} points", points, project=Name(project))


def about_offer(book: ImaginariumBook, space: View) -> Text:
    """Return a machine of the belt at its player's price."""
    machine = book.machines[space["machine"]]
    price = listed_text({"charcoalium": space["price"]})
    return Text("{card} for {price}: {does}", card=Name(machine.id), price=price, does=does(book, machine))


def about_planned(book: ImaginariumBook, view: View) -> Text:
    """Return what was reserved in the planning phase, or the charcoalium of the extractor."""
    mine = {"seat": view["you"], "saboteur": False}
    (place,) = (space for space in (*view["belt"], *view["extractors"]) if space["taken"] == mine)
    return about_offer(book, place) if "machine" in place else listed_text({"charcoalium": place["gives"]})


def about_machine(book: ImaginariumBook, machine: Machine) -> Text:
    """Return a machine with what it does."""
    return Text("{card}: {does}", card=Name(machine.id), does=does(book, machine))


def does(book: ImaginariumBook, machine: Machine) -> Text:
    """Return what a machine does by itself."""
    effects = {
        "steal": Text("takes {goods} from each opponent", goods=list_goods(machine.steal)),
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
