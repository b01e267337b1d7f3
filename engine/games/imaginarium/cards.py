"""The components of Imaginarium as its edition file has them."""

from typing import Literal

import msgspec

from engine.core.editions import Component, Edition

RESOURCES = ("wood", "copper", "crystal")
GOODS = (*RESOURCES, "charcoalium")
HOLDINGS = (*GOODS, "points")
RING = ("recruit", "extract", "repair", "transact", "dismantle", "reorganise")
USABLE = ("produce", "produce_choice", "transform")
"""Effects that work again each turn; the others are single or permanent."""
SEATS = range(2, 6)
TWO_PLAYERS = 2
"""With two, each player has a saboteur."""
FAMILIES = ("production", "transformation", "attack", "defense", "special")

Family = Literal["production", "transformation", "attack", "defense", "special"]
MachineEffect = Literal[
    "produce", "produce_choice", "transform", "steal", "cancel_project", "tangle", "protect", "recover"
]
Talent = Literal[
    "free_actions",
    "scrap_pay",
    "repeat_work",
    "project_bonus",
    "base_price",
    "extra_spaces",
    "top_of_deck",
    "private_projects",
    "point_price",
    "transactions",
    "double_effect",
    "borrow",
    "majority_value",
]
Condition = Literal[
    "spaces_with",
    "family",
    "families",
    "identical_stack",
    "machines",
    "level",
    "output_total",
    "output_each",
    "output_alike",
    "assistants",
    "charcoalium",
]


class Machine(Component, frozen=True):
    """A kind of machine card."""

    family: Family
    level: int
    copies: int
    repair: dict[str, int]
    effect: MachineEffect
    input: int = 0
    """How many resources a transformation takes when no production machine feeds it."""
    output: dict[str, int] = {}
    """What is made, to be multiplied."""
    multipliers: tuple[int, ...] = ()
    """By the number of identical machines in the stack."""
    steal: dict[str, int] = {}
    blocks: tuple[str, ...] = ()
    combines_with: tuple[str, ...] = ()
    lightning: bool = False
    dismantles: bool = True


class Assistant(Component, frozen=True):
    """An assistant; `amount` is the figure of the effect."""

    cost: int
    effect: Talent
    amount: int = 0


class Project(Component, frozen=True):
    """A project tile and what it asks for."""

    points: int
    condition: Condition
    count: int
    family: str = ""
    families: tuple[str, ...] = ()
    level: int = 0
    kinds: int = 0


class Workshop(Component, frozen=True):
    """A player board: start place, machines delivered repaired, goods."""

    initiative: int
    machines: tuple[str, ...]
    goods: dict[str, int]
    designed: tuple[str, ...] = ()


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The Bric-a-brac; belt costs from the deck side, then the extractors along the arrows."""

    belt: tuple[int, ...]
    extractors: tuple[int, ...]
    assistants_shown: int
    projects: dict[str, int]
    source: dict[str, str]
    designed: tuple[str, ...] = ()


class Bench(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What every workshop has room for."""

    spaces: int
    assistants: int
    source: str


class Market(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Prices of one unit, and how many transactions an action allows."""

    transactions: int
    buy: dict[str, int]
    sell: dict[str, int]
    source: str


class Figures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Single figures of the rules that stand on no card."""

    extract: int
    resources_per_missing: int
    later_project: int
    goal: int
    majority: int
    source: str


class ImaginariumEdition(Edition, frozen=True):
    """All components."""

    told = Edition.told | {"designed"}
    order = ("charcoalium", *RESOURCES, "points", "point", *map(str, SEATS))
    board: Board
    bench: Bench
    market: Market
    figures: Figures
    machine: tuple[Machine, ...]
    assistant: tuple[Assistant, ...]
    project: tuple[Project, ...]
    workshop: tuple[Workshop, ...]


def card_key(card: str) -> tuple[int, str]:
    """Sort machines in the order of the data: production, transformation, attack, defence, special."""
    return "PTADS".find(card[:1]) % 9, card


def stack_key(stack: tuple[str, ...]) -> list[tuple[int, str]]:
    """Sort stacks by their machines, in the order of the data."""
    return [card_key(card) for card in stack]
