"""The components of Fantastic Factories as its edition file has them."""

from typing import Literal

import msgspec

from engine.core.editions import Component, Edition

Tool = Literal["hammer", "gear", "shovel", "wrench"]
Type = Literal["production", "utility", "training", "special", "monument"]
TYPES: tuple[Type, ...] = ("production", "utility", "training", "special", "monument")
Pattern = Literal["none", "any", "exact", "pair", "triple", "run", "sum"]
Effect = Literal["raise", "lower", "flip", "reroll", "summon", "roll", "conjure", "price", "copy"]
Colour = Literal["red", "blue", "purple", "yellow"]


class Amounts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is paid or gained; `cards` leave the hand, `draw` come from the deck."""

    metal: int = 0
    energy: int = 0
    goods: int = 0
    cards: int = 0
    draw: int = 0


class FaceGain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A gain that depends on the die that is placed."""

    faces: tuple[int, ...]
    gain: Amounts


class CardUse(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a card takes and gives when it is activated.

    `pay_x` and `gain_x` name what is paid or gained as often as the die shows (for `summon`: the face that is chosen).
    """

    dice: Pattern = "none"
    faces: tuple[int, ...] = ()
    at_least: int = 0
    pay: Amounts = Amounts()
    pay_x: Literal["metal", "energy"] | None = None
    gain: Amounts = Amounts()
    gain_x: Literal["metal", "energy"] | None = None
    one_of: tuple[Amounts, ...] = ()
    by_face: tuple[FaceGain, ...] = ()
    effect: Effect | None = None
    at_most: int = 0


class Trigger(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a card gives by itself, once a round."""

    on: Literal["build", "goods"]
    gain: Amounts


class Blueprint(Component, frozen=True):
    """A blueprint card."""

    type: Type
    tool: Tool
    copies: int
    cost: Amounts
    prestige: int = 0
    prestige_by_copy: tuple[int, ...] = ()
    repeatable: bool = False
    metal_off_per_monument: int = 0
    use: CardUse | None = None
    trigger: Trigger | None = None


class Contractor(Component, frozen=True):
    """A contractor card: what it gives at once, what an opponent gets, or what it does for the work to come."""

    copies: int
    energy: int = 0
    gain: Amounts | None = None
    gift: Amounts | None = None
    effect: Literal["build", "set", "roll", "price", "face"] | None = None
    dice: int = 0


class FloorRow(Component, frozen=True):
    """A floor of the headquarters."""

    faces: tuple[int, ...]
    gives: Literal["draw", "energy", "metal"]
    by_face: bool = False


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What everybody starts with, and what is laid out."""

    source: str
    dice: int
    metal: int
    energy: int
    hand: int
    blueprints: int
    tools: tuple[Tool, ...]


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How far hands, stores and floors go."""

    source: str
    hand: int
    resources: int
    floor_spaces: int
    team_bonus: int
    refresh_cost: int


class Ending(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What brings the last round."""

    source: str
    goods: int
    buildings: int


class StartCards(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many cards the Machine starts with."""

    easy: int
    medium: int
    hard: int
    expert: int


class Solo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The Machine."""

    source: str
    start: StartCards
    goods: dict[Colour, Type]
    end_goods: int
    card_points: int
    monument_points: int


class FactoriesEdition(Edition, frozen=True):
    """Blueprints, contractors, floors and the few figures of the rules."""

    order = ("red", "blue", "purple", "yellow")
    setup: Setup
    limits: Limits
    end: Ending
    solo: Solo
    floor: tuple[FloorRow, ...]
    blueprint: tuple[Blueprint, ...]
    contractor: tuple[Contractor, ...]
