"""What is known of a machine, robot, specialist or delivery of Mech A Dream, in the game's words."""

from engine.core.language import Amount, Name, Text
from engine.games.mech_a_dream.book import DreamBook
from engine.games.mech_a_dream.cards import MOMENTS, Amounts, Machine, Robot
from engine.games.mech_a_dream.prices import currency_of
from engine.games.mech_a_dream.words import effect_text, goods, machine_text, specialist_text

DESIGNED = Text("The printed figures are not known: these were designed for this program.")


def about(book: DreamBook, card: str) -> list[Text]:
    """Return all that is known of a card, and whether its figures are ours."""
    told = about_card(book, card)
    return [*told, DESIGNED] if told and card in book.designed else told


def what_it_does(book: DreamBook, tile: str) -> Text:
    """Return what a machine does."""
    return machine_text(book.machines[tile])


def about_card(book: DreamBook, card: str) -> list[Text]:
    """Return what a card is and does."""
    if card in book.machines:
        return about_machine(book, book.machines[card])
    if card in book.robots:
        return about_robot(book.robots[card])
    if card in book.specialists:
        return [Text("Specialist: {does}.", does=specialist_text(book.specialists[card]))]
    return about_delivery(book, card) if card in book.deliveries else []


def about_machine(book: DreamBook, machine: Machine) -> list[Text]:
    """Return a tile's colour, price, time and effect."""
    return [
        Text(
            "Tile ({colour}), costs {cost}, enters your belt at slot {slot}.",
            colour=Name(machine.colour),
            cost=Amount(currency_of(book, machine.id), machine.cost),
            slot=machine.time,
        ),
        Text("Built: {does}.", does=machine_text(machine)),
    ]


def about_robot(robot: Robot) -> list[Text]:
    """Return what a screen starts with and does."""
    effects = [Text("{n}: {effect}", n=n, effect=effect_text(one)) for n, one in enumerate(robot.effects, 1)]
    return [
        Text("Screen, starts with {goods}.", goods=goods(robot.start)),
        Text("Each night one of these: {effects}.", effects=effects),
    ]


def about_delivery(book: DreamBook, card: str) -> list[Text]:
    """Return what a day at the dock costs and brings."""
    told = [Text("Delivery; the dock costs {cost}.", cost=Amount("flower", book.deliveries[card].cost))]
    for moment, parcels in zip(MOMENTS, book.parcels[card], strict=True):
        told.append(Text("{moment}: {parcels}.", moment=Name(moment), parcels=list(map(said_parcel, parcels))))
    return told


def said_parcel(gain: Amounts) -> Text:
    """Return what is in a parcel."""
    return Text("{goods}", goods=goods(gain))
