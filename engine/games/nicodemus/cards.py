"""The components of Nicodemus as its edition file has them, and what the steps need of them often."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Literal

import msgspec

from engine.core.editions import Component, Edition
from engine.core.errors import Refused
from engine.games.nicodemus.moves import RESOURCES, Play

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
CONDITIONAL = frozenset({"scrap_hand", "scrap_row", "exchange", "copy"})
"""The kinds of effect that can't always be done."""
Owed = tuple[int, int, int]
"""Wood, copper and crystal, in this order."""


class Amounts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Tokens of each kind."""

    wood: int = 0
    copper: int = 0
    crystal: int = 0
    charcoalium: int = 0


class Token(Component, frozen=True):
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


class End(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What ends the game."""

    source: str
    score_trigger: int


class NicodemusEdition(Edition, frozen=True):
    """Tokens, effects, machines, projects and the few figures of the rules."""

    setup: Setup
    limits: Limits
    end: End
    token: tuple[Token, ...]
    effect: tuple[Effect, ...]
    machine: tuple[Machine, ...]
    project: tuple[Project, ...]


class Book:
    """An edition with its answers worked out once: lookups, costs, and the moves that each card offers."""

    def __init__(self, edition: NicodemusEdition) -> None:
        """Index the edition, or refuse a club's edition that can't be played."""
        refuse_unplayable(edition)
        self.edition = edition
        self.limits = edition.limits
        self.machines = {machine.id: machine for machine in edition.machine}
        self.projects = {project.id: project for project in edition.project}
        self.effects = {effect.id: effect for effect in edition.effect}
        self.effect_of = {card: self.effects[machine.effect] for card, machine in self.machines.items()}
        self.makes: dict[str, str] = {card: machine.production for card, machine in self.machines.items()}
        self.points = {card: machine.points for card, machine in self.machines.items()}
        self.costs = {card: cost_of(machine) for card, machine in self.machines.items()}
        self.features = {
            kind: {card: show(machine) for card, machine in self.machines.items()} for kind, show in SHOWN.items()
        }
        # The plays that are always open; a machine whose effect depends on the position offers it besides.
        self.plays = {card: plays_of(machine) for card, machine in self.machines.items()}
        self.effect_plays = {card: Play(card, "effect") for card in self.machines}
        self.conditional = {card for card, effect in self.effect_of.items() if effect.kind in CONDITIONAL}
        for card in self.machines.keys() - self.conditional:
            self.plays[card] += (self.effect_plays[card],)


SHOWN: dict[str, Callable[[Machine], str]] = {
    "colours": lambda machine: machine.colour,
    "symbols": lambda machine: machine.production,
    "points": lambda machine: str(machine.points),
    "identical": lambda machine: machine.id,
}
"""What each kind of project looks at in a machine."""


def refuse_unplayable(edition: NicodemusEdition) -> None:
    """Refuse an edition whose figures don't fit together."""
    effects = {effect.id for effect in edition.effect}
    for machine in edition.machine:
        if machine.effect not in effects:
            raise Refused(
                "broken_edition", "The edition gives {machine} the effect `{effect}`, which the game does not have.",
                machine=machine.id, effect=machine.effect,
            )  # fmt: skip
    machines = sum(machine.copies for machine in edition.machine)
    dealt = 2 * edition.setup.hand + edition.setup.machines_face_up
    if dealt > machines or edition.setup.projects_face_up > len(edition.project):
        raise Refused("broken_edition", "The edition deals more than there is: {dealt} of {n} machines, {shown} of {tiles} projects.",
                      dealt=dealt, n=machines, shown=edition.setup.projects_face_up, tiles=len(edition.project))  # fmt: skip


def cost_of(machine: Machine) -> Owed:
    """Return what a repair takes before discounts."""
    return machine.cost.wood, machine.cost.copper, machine.cost.crystal


def plays_of(machine: Machine) -> tuple[Play, ...]:
    """Return the choices A and B of a machine."""
    coins = Play(machine.id, "coins")
    if machine.production != "any":
        return coins, Play(machine.id, "make")
    return (
        coins,
        Play(machine.id, "make", "wood"),
        Play(machine.id, "make", "copper"),
        Play(machine.id, "make", "crystal"),
    )


def unfold(amounts: Sequence[int]) -> tuple[str, ...]:
    """Return amounts of wood, copper and crystal as goods, one by one."""
    return tuple(kind for kind, n in zip(RESOURCES, amounts, strict=True) for _ in range(n))


@lru_cache(maxsize=1 << 12)
def parts_of(amounts: Owed, n: int) -> tuple[tuple[str, ...], ...]:
    """Return every choice of n goods out of these amounts, each once, in order."""
    return tuple(dict.fromkeys(combinations(unfold(amounts), n)))
