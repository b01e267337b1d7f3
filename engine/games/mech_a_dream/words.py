"""What machines, parcels, robots and specialists do, said in short."""

from collections.abc import Mapping
from typing import Any

from engine.core.language import Amount, Count, Text, list_amounts
from engine.games.mech_a_dream.cards import Amounts, Effect, Machine, Specialist

KINDS = ("flower", "ink", "rainbow", "points", "hourglass", "activation")


def goods(amounts: Amounts | Mapping[str, Any]) -> list[Amount]:
    """Return amounts as they are said: `2 ink`."""
    read = amounts.get if isinstance(amounts, Mapping) else lambda kind, _: getattr(amounts, kind)
    return list_amounts({kind: read(kind, 0) for kind in KINDS})


def effect_text(effect: Effect) -> Text:
    """Return what a use takes and gives."""
    if effect.special == "purchase":
        return Count(
            "buy a tile without an assistant, {n} slot sooner",
            "buy a tile without an assistant, {n} slots sooner",
            effect.sooner,
        )
    if effect.special == "evening_parcel":
        return Text("the evening's parcel of the dock, for nothing")
    if effect.special == "copy":
        return Text("{cost}: copy an opponent's purple machine or robot", cost=goods(effect.inputs))
    if goods(effect.inputs):
        return Text("{cost} → {gain}", cost=goods(effect.inputs), gain=goods(effect.outputs))
    return Text("{gain}", gain=goods(effect.outputs))


def machine_text(machine: Machine) -> Text:
    """Return what a machine does, or brings once."""
    if machine.power is not None:
        return Text("{gain} once; {power}", gain=goods(machine.outputs), power=power_text(machine))
    if machine.colour == "yellow":
        return Text("{gain} once", gain=goods(machine.outputs))
    return effect_text(Effect(machine.inputs, machine.outputs))


def power_text(machine: Machine) -> Text:
    """Return what a green machine makes cheaper or quicker."""
    assert machine.power is not None
    n = machine.power.by
    if machine.power.reduces == "ink":
        return Text("tiles cost {price} less", price=Amount("ink", n))
    if machine.power.reduces == "rainbow":
        return Text("yellow tiles cost {price} less", price=Amount("rainbow", n))
    if machine.power.reduces == "time":
        return Count("tiles enter {n} slot sooner", "tiles enter {n} slots sooner", n)
    return Text("the dock costs {price} less", price=Amount("flower", n))


def specialist_text(card: Specialist) -> Text:
    """Return what a specialist rewards and how."""
    gains = [Text("{gain}", gain=goods(gain)) for gain in card.gains]
    gain = gains[0] if len(gains) == 1 else Text("{one} or {other}", one=gains[0], other=gains[1])
    if card.after == ("storage",):
        return Text("after the storage: {gain}", gain=gain)
    if card.after == ("dock",):
        return Text("after the dock: {gain}", gain=gain)
    if card.after == ("acquire",):
        return Text("after `acquire`: {gain}", gain=gain)
    if card.after == ("acquire", "assign"):
        return Text("after `acquire` or `assign`: {gain}", gain=gain)
    return Text("after {actions}: {gain}", actions=[f"`{action}`" for action in card.after], gain=gain)
