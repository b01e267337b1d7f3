"""A position of Nicodemus."""

from typing import Literal

import msgspec

from engine.core.types import Options, Pending, Seat, State


class NicodemusOptions(Options, frozen=True, kw_only=True, omit_defaults=True):
    """Who begins, and the rulings that the rulebook leaves open (docs/rules/nicodemus.md)."""

    first_player: Literal["random", "p1", "p2"] = "random"
    purge: Literal["end_of_turn", "at_once"] = "end_of_turn"
    exchange: Literal["three_in_total", "three_each_way"] = "three_in_total"
    any_discount: Literal["forced", "waivable"] = "forced"
    any_counts_as_resource: bool = False
    drawn_projects: Literal["hidden", "open"] = "hidden"


class Stock(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """Tokens of each kind, a player's or the reserve's."""

    wood: int = 0
    copper: int = 0
    crystal: int = 0
    charcoalium: int = 0

    def add(self, kind: str, n: int) -> None:
        """Put in n tokens of a kind, or take out -n."""
        setattr(self, kind, getattr(self, kind) + n)

    @property
    def resources(self) -> tuple[int, int, int]:
        """How much wood, copper and crystal there is."""
        return self.wood, self.copper, self.crystal

    @property
    def cubes(self) -> int:
        """How many resources there are of all kinds."""
        return self.wood + self.copper + self.crystal


class Player(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """What a player has; only the hand is hidden, but for what the opponent saw of it, and what went to the box unseen."""

    stock: Stock
    hand: list[str]
    known: list[str] = []
    """Machines of the hand that the opponent knows, because they were stolen."""
    workshop: list[str] = []
    """Repaired machines, the newest last."""
    aside: list[str] = []
    private: list[str] = []
    """Projects that this player alone can claim."""
    claimed: list[str] = []
    rejected: list[str] = []
    """Projects that went back to the box and that this player alone has seen."""
    score: int = 0


class KindChoice(Pending, tag="kind"):
    """One kind of resource is to be chosen."""

    effect: str


class DiscardChoice(Pending, tag="discard"):
    """A machine of the hand is to be discarded."""

    effect: str


class ScrapChoice(Pending, tag="scrap"):
    """One of the machines before the last is to be discarded."""

    effect: str


class SwapChoice(Pending, tag="swap"):
    """Tokens can be swapped; `back` counts swaps for charcoalium where they are counted apart."""

    left: int
    back: int | None = None


class StealChoice(Pending, tag="steal"):
    """A kind of the opponent's resources is to be chosen."""

    effect: str


class RuinChoice(Pending, tag="ruin"):
    """The opponent's lost resources are to be chosen."""

    effect: str


class KeepChoice(Pending, tag="keep"):
    """One of the drawn projects is to be kept; whether both players see them is a ruling."""

    drawn: list[str]


class CopyChoice(Pending, tag="copy"):
    """The machine whose effect is copied is to be chosen."""


Choice = KindChoice | DiscardChoice | ScrapChoice | SwapChoice | StealChoice | RuinChoice | KeepChoice | CopyChoice


class Claimed(msgspec.Struct, omit_defaults=True):
    """A project claimed this turn and the machines that leave for it besides the one just repaired."""

    project: str
    others: list[str] = []


class NicodemusState(State, kw_only=True):
    """The whole table. Piles have their top last; the row has its oldest machine first."""

    players: list[Player]
    reserve: Stock
    deck: list[str]
    pile: list[str]
    projects: list[str]
    row: list[str]
    coins: list[int]
    """Charcoalium on each machine of the row."""
    first: Seat
    turn: Seat
    pending: list[list[Choice]]
    discard: list[str] = []
    box: list[str] = []
    """Projects that were drawn for both to see, and not kept."""
    claims: list[Claimed] = []
    round: int = 1
    ending: Literal["points", "deck"] | None = None
    options: NicodemusOptions = NicodemusOptions()
