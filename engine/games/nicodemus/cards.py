"""The components of Nicodemus as its edition file has them."""

from typing import Literal

import msgspec

from engine.core.editions import Component, Edition

Symbol = Literal["wood", "copper", "crystal", "charcoalium", "any"]
Colour = Literal["blue", "purple", "red", "yellow"]
EffectKind = Literal[
    "gain_per_symbol",
    "scrap_hand",
    "scrap_row",
    "exchange",
    "steal",
    "sabotage_hand",
    "sabotage_resources",
    "private_project",
    "copy",
]
Owed = tuple[int, int, int]
"""Wood, copper and crystal, in this order."""


class Amounts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Tokens of each kind."""

    wood: int = 0
    copper: int = 0
    crystal: int = 0
    charcoalium: int = 0


class TokenKind(Component, frozen=True):
    """A kind of token and how many there are."""

    count: int


class Effect(Component, frozen=True):
    """What a machine does when it is played from the hand; figures that its kind does not use stay 0."""

    kind: EffectKind
    symbol: Symbol | None = None
    window: int = 0
    resources: int = 0
    charcoalium: int = 0
    machines: int = 0
    times: int = 0
    hand_kept: int = 0
    draw: int = 0


class Machine(Component, frozen=True):
    """A machine card."""

    colour: Colour
    points: int
    production: Symbol
    cost: Amounts
    effect: str
    copies: int


class Project(Component, frozen=True):
    """A project tile: the machines that it needs in a workshop."""

    points: int
    kind: Literal["colours", "symbols", "points", "identical"]
    needs: dict[str, int] = {}
    value: int = 0
    count: int = 0


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is laid out and dealt."""

    source: str
    projects_face_up: int
    machines_face_up: int
    hand: int
    first_player: Amounts
    second_player: Amounts


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How far hands, rows and workshops go."""

    source: str
    hand_refill_to: int
    row_length: int
    purge_at: int
    workshop_trigger: int
    workshop_keep: int


class Ending(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What ends the game."""

    source: str
    score_trigger: int


class NicodemusEdition(Edition, frozen=True):
    """Tokens, effects, machines, projects and the few figures of the rules."""

    order = ("charcoalium", "wood", "copper", "crystal", "blue", "purple", "red", "yellow")
    setup: Setup
    limits: Limits
    end: Ending
    token: tuple[TokenKind, ...]
    effect: tuple[Effect, ...]
    machine: tuple[Machine, ...]
    project: tuple[Project, ...]
