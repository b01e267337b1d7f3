"""The components of Mech A Dream as its edition file has them."""

from typing import Annotated, Literal

import msgspec

from engine.core.editions import Component, Edition

Colour = Literal["blue", "green", "red", "yellow"]
Moment = Literal["morning", "afternoon", "evening"]
MOMENTS: tuple[Moment, ...] = ("morning", "afternoon", "evening")
Action = Literal["storage", "dock", "acquire", "assign"]
Reduced = Literal["ink", "rainbow", "time", "flower"]
Special = Literal["evening_parcel", "purchase", "copy"]
Natural = Annotated[int, msgspec.Meta(ge=0, le=99)]
Positive = Annotated[int, msgspec.Meta(ge=1, le=99)]
AT_LEAST_ONE = msgspec.Meta(min_length=1)
PURPLE = ("blue", "red")
"""The colours whose built side is purple: those machines can be used."""


class Amounts(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is paid or gained; an hourglass is a step of a machine, an activation a use of robot or machine."""

    flower: Natural = 0
    ink: Natural = 0
    rainbow: Natural = 0
    points: Natural = 0
    hourglass: Natural = 0
    activation: Natural = 0


NOTHING = Amounts()


class Row(Component, frozen=True, kw_only=True):
    """A component; `parts` names figures that are better attested than the row's `source` says."""

    parts: dict[str, str] = {}


class Bonus(Row, frozen=True, kw_only=True):
    """Points for the machine that takes one of the last slots of a workshop."""

    machine: Positive
    points: Natural


class Belt(Row, frozen=True, kw_only=True):
    """A belt of the factory with its pile."""

    colours: tuple[Colour, ...]
    visible: Positive


class Floor(Row, frozen=True, kw_only=True):
    """A floor of the storage: fixed goods, then so many flowers or ink."""

    side: Literal["green", "yellow"]
    moment: Moment
    fixed: Amounts
    choice: Natural
    specialist: bool = False


class Power(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a green machine makes cheaper or quicker."""

    reduces: Reduced
    by: Positive


class Machine(Row, frozen=True, kw_only=True):
    """A tile; blue, red and green cost ink, yellow costs rainbows."""

    colour: Colour
    cost: Natural
    time: Positive
    outputs: Amounts
    inputs: Amounts = NOTHING
    power: Power | None = None


class Delivery(Row, frozen=True, kw_only=True):
    """A delivery card: its price in flowers and the parcels of each moment, nearest the barrier first."""

    cost: Natural
    morning: tuple[Amounts, ...]
    afternoon: tuple[Amounts, ...]
    evening: tuple[Amounts, ...]


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a use takes and gives; `special` names what figures can't say, `sooner` how much time a purchase saves."""

    inputs: Amounts = NOTHING
    outputs: Amounts = NOTHING
    special: Special | None = None
    sooner: Natural = 0


class Robot(Row, frozen=True, kw_only=True):
    """A control screen: what its owner starts with, and its effects, one of which is chosen each time."""

    start: Amounts
    effects: Annotated[tuple[Effect, ...], AT_LEAST_ONE]
    printed: bool = False


class Specialist(Row, frozen=True, kw_only=True):
    """A specialist: the actions that are rewarded, and the gains, one of which is chosen."""

    after: tuple[Action, ...]
    gains: Annotated[tuple[Amounts, ...], AT_LEAST_ONE]


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The figures of the boards and of the end."""

    source: str
    belt_slots: Positive
    flower_max: Positive
    ink_max: Positive
    days: Positive
    end_machines: Positive
    deliveries_removed: Natural
    rainbow_points: Natural
    resources_per_point: Positive
    extra_machine_points: Natural


class RevealedCards(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many specialists are revealed for how many players."""

    two: Positive
    three: Positive
    four: Positive


class SpecialistRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The figures of the specialists' variant."""

    source: str
    revealed: RevealedCards
    first_token: Natural
    token_after_taking: Natural


class DreamEdition(Edition, frozen=True):
    """All components."""

    told = Edition.told | {"parts"}
    board: Board
    specialist_rules: SpecialistRules
    bonus: tuple[Bonus, ...]
    belt: tuple[Belt, ...]
    floor: tuple[Floor, ...]
    machine: tuple[Machine, ...]
    delivery: tuple[Delivery, ...]
    robot: tuple[Robot, ...]
    specialist: tuple[Specialist, ...]
