"""What cards ask and give, as short texts: `2 equal dice, 5 energy: 1 metal, 2 goods`."""

from collections.abc import Mapping
from typing import Any

from engine.core.language import Amount, Count, Name, Text, Who
from engine.games.fantastic_factories.cards import Amounts, Blueprint, CardUse, Contractor
from engine.games.fantastic_factories.words import bundle

Said = list[Text | Amount]


def dice_asked(card: Blueprint) -> Text | None:
    """Return which faces are named when a card is used, or None."""
    use = card.use or CardUse()
    if use.effect in {"raise", "lower", "flip"}:
        return CHANGED[use.effect]
    if use.effect == "summon":
        return Text("a face from 1 to 6")
    return dice_of(use)


CHANGED = {
    "raise": Text("one unplaced die, not a 6"),
    "lower": Text("one unplaced die, not a 1"),
    "flip": Text("one unplaced die"),
}


def dice_of(use: CardUse) -> Text | None:
    """Return the dice that a card takes, or None."""
    patterns = {
        "any": Text("any die"),
        "exact": Text("a {face}", face=" / ".join(map(str, use.faces))),
        "pair": Text("2 equal dice"),
        "triple": Text("3 equal dice"),
        "run": Text("3 dice in a row"),
        "sum": Text("3 dice, {n} or more in all", n=use.at_least),
    }
    return patterns.get(use.dice)


def formula(card: Blueprint) -> Text | None:
    """Return what a card takes and gives, or None where it only scores."""
    if card.trigger:
        gives = gains(card.trigger.gain)
        if card.trigger.on == "build":
            return Text("after another card is built: {gives}", gives=gives)
        return Text("at the first goods of a round: {gives}", gives=gives)
    if card.use is None:
        return (
            Text("{metal} less per monument", metal=Amount("metal", card.metal_off_per_monument))
            if card.metal_off_per_monument
            else None
        )
    return Text("{takes}: {gives}", takes=takes_of(card.use), gives=gives_of(card.use))


def takes_of(use: CardUse) -> Said:
    """Return what a use takes."""
    dice = dice_of(use)
    takes: Said = [dice] if dice else []
    takes += bundle(use.pay.metal, use.pay.energy)
    if use.pay_x:
        takes.append(Text("X {kind}", kind=Name(use.pay_x)))
    if use.pay.cards:
        takes.append(Count("discard {n} card", "discard {n} cards", use.pay.cards))
    return takes


def gives_of(use: CardUse) -> Said:
    """Return what a use gives."""
    gives = gains(use.gain)
    if use.gain_x:
        gives.append(Text("X {kind}", kind=Name(use.gain_x)))
    gives += [
        Text("{gives} by {low}-{high}", gives=gains(one.gain), low=one.faces[0], high=one.faces[-1])
        for one in use.by_face
    ]
    if use.one_of:
        choice = either([gains(gain) for gain in use.one_of])
        gives.append(Text("and {choice}", choice=choice) if gives else choice)
    if use.effect:
        gives.append(effect_of(use))
    return gives


def effect_of(use: CardUse) -> Text:
    """Return what a use does besides plain gains."""
    effects = {
        "raise": Text("a die +1"),
        "lower": Text("a die -1"),
        "flip": Text("a die upside down"),
        "reroll": Text("roll dice again"),
        "summon": Text("an extra die X"),
        "roll": Text("roll an extra die"),
        "conjure": Text("an extra die of your choice"),
        "price": Text("its cost, at most {n}", n=use.at_most),
        "copy": Text("use a blueprint of the market"),
    }
    return effects[use.effect or ""]


def gains(gain: Amounts) -> Said:
    """Return plain gains."""
    said: Said = [*bundle(gain.metal, gain.energy, gain.goods)]
    if gain.draw:
        said.append(Count("draw {n} card", "draw {n} cards", gain.draw))
    return said


def either(gains: list[Said]) -> Text:
    """Return alternatives joined by `or`."""
    first, second, *rest = gains
    said = Text("{one} or {other}", one=first, other=second)
    for one in rest:
        said = Text("{one} or {other}", one=said, other=one)
    return said


def service(contractor: Contractor, other: Text | Who | None) -> Text:
    """Return what a contractor does, and gives another player, where there is one."""
    if contractor.gain and contractor.gift:
        gives, gift = gains(contractor.gain), gains(contractor.gift)
        if other is None:
            return Text("{gives}", gives=gives)
        return Text("{gives}; {who}: {gift}", gives=gives, who=other, gift=gift)
    services = {
        "build": Text("build the top blueprint for free"),
        "set": Text("set up to {n} dice instead of rolling", n=contractor.dice),
        "roll": Text("roll {n} extra dice", n=contractor.dice),
        "price": Text("gain the cost of the top blueprint"),
        "face": Text("an extra die of your choice"),
    }
    return services[contractor.effect or ""]


def find_gifted(view: Mapping[str, Any]) -> Text | Who | None:
    """Return who gets the gifts of the contractors that the reader of a view hires; alone there is nobody."""
    others = [seat for seat in range(len(view["players"])) if seat != view["you"]]
    if len(view["players"]) == 1:
        return None
    if view["you"] is None:
        return Text("an opponent")
    return Who(others[0]) if len(others) == 1 else Text("an opponent of your choice")
