"""A position of Fantastic Factories."""

from typing import Literal

import msgspec

from engine.core.types import Options, Pending, Seat, State

MACHINE_DICE = ("green", "red", "blue", "purple", "yellow")


class FactoriesOptions(Options, frozen=True, kw_only=True, omit_defaults=True):
    """Who begins, how strong the Machine is, and rulings (docs/rules/fantastic_factories.md)."""

    first_player: Literal["random", "p1"] = "random"
    tools: Literal["shuffled", "fixed"] = "shuffled"
    difficulty: Literal["easy", "medium", "hard", "expert"] = "medium"
    replicator: Literal["activated", "any"] = "activated"
    megalith: Literal["free_metal", "one_metal"] = "free_metal"


class Player(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """What a player has; only the hand is hidden, but for the cards that were seen to enter it."""

    hand: list[str]
    metal: int = 0
    energy: int = 0
    goods: int = 0
    built: list[str] = []
    known: list[str] = []
    """Cards of the hand that were taken from the market before everybody's eyes."""
    dice: list[int] = []
    """Dice that are not placed, in ascending order."""
    at: dict[str, list[int]] = {}
    """Dice placed this round, by floor or card."""
    used: list[str] = []
    """Cards that have worked this round."""
    echo: list[str] = []
    """Triggered cards of the market that the Replicator stands for (a ruling)."""
    hired: str = ""
    """The contractor whose dice are still to come."""
    refreshed: bool = False
    done: bool = False


class SoloMachine(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """The opponent of a lone player."""

    built: list[str]
    goods: int = 0
    rolled: list[int] = []
    """What each of its dice shows since its last turn, in the order of `MACHINE_DICE`."""


class GiftChoice(Pending, tag="gift"):
    """An opponent is to be chosen for the gift of the contractor in a slot (counted from 0)."""

    slot: int


class SetChoice(Pending, tag="set"):
    """A Foreman's dice: how many are still to be set or rolled, and how many of them may be set."""

    left: int
    free: int


class DiscardChoice(Pending, tag="discard"):
    """Cards of the hand that an activation still costs."""

    card: str
    left: int
    faces: list[int] = []
    choice: Literal["metal", "energy", "draw"] | None = None


class GainChoice(Pending, tag="gain"):
    """So many resources are to be chosen out of the cost of a discarded card."""

    by: str
    card: str
    n: int


class DieChoice(Pending, tag="die"):
    """The face of an extra die is to be chosen."""


class MarkChoice(Pending, tag="mark"):
    """Dice are being marked for another roll."""

    marked: list[int] = []


class DropChoice(Pending, tag="drop"):
    """What is above the limits is to be given up."""


Asked = GiftChoice | SetChoice | DiscardChoice | GainChoice | DieChoice | MarkChoice | DropChoice


class FactoriesState(State, kw_only=True):
    """The whole table. Piles have their top last; market rows have None where a space is empty."""

    players: list[Player]
    deck: list[str]
    contractor_deck: list[str]
    market: list[str | None]
    contractors: list[str | None]
    tools: list[str]
    """The tool above each contractor; it never moves."""
    first: Seat
    turn: Seat
    pending: list[list[Asked]]
    discard: list[str] = []
    contractor_discard: list[str] = []
    machine: SoloMachine | None = None
    round: int = 1
    ending: Literal["goods", "buildings", "machine"] | None = None
    """What will end the game, once it is decided."""
    last: bool = False
    """Whether this round is the last."""
    options: FactoriesOptions = FactoriesOptions()
