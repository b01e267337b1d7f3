"""What players do in Imaginarium, in the order of a round."""

from typing import Annotated, ClassVar, Literal

import msgspec

from engine.core.arguments import CardArg, Goods, Joined, Position, SeatArg, StacksArg
from engine.core.types import Move
from engine.games.imaginarium.cards import RESOURCES, RING, card_key, stack_key

GoodsArg = Annotated[tuple[str, ...], Goods(*RESOURCES)]
BeltArg = Annotated[int, Position("belt")]
SpaceArg = Annotated[int, Position("workshop")]
PairArg = Annotated[tuple[str, ...], Joined(*RING)]
Resource = Literal["wood", "copper", "crystal"]


class PublicMove(Move, frozen=True):
    """A move that is done in the open."""

    public: ClassVar[bool] = True


class Reserve(PublicMove, frozen=True, tag="reserve"):
    """Reserve the machine on a belt space; you buy it in your turn."""

    aliases: ClassVar = ("réserver",)

    space: BeltArg


class Extractor(PublicMove, frozen=True, tag="extractor"):
    """Take a place at a charcoalium extractor."""

    aliases: ClassVar = ("extracteur",)

    space: int


class Sabotage(PublicMove, frozen=True, tag="sabotage"):
    """Send your saboteur to a machine, which will go to the crusher."""

    aliases: ClassVar = ("saboter",)

    space: BeltArg


class Block(PublicMove, frozen=True, tag="block"):
    """Send your saboteur to an extractor, which nobody can use this round."""

    aliases: ClassVar = ("bloquer",)

    space: int


class Use(PublicMove, frozen=True, tag="use"):
    """Use a machine or stack of your workshop, naming a Flamelleur's kind or the resources to transform."""

    aliases: ClassVar = ("utiliser",)

    space: SpaceArg
    goods: GoodsArg = ()


class Borrow(PublicMove, frozen=True, tag="borrow"):
    """Use an opponent's single production or transformation machine (Borrower)."""

    aliases: ClassVar = ("emprunter",)

    seat: SeatArg
    space: int
    goods: GoodsArg = ()


class Acquire(PublicMove, frozen=True, tag="acquire"):
    """Pay for your reserved machine, naming the resources that stand in for missing charcoalium."""

    aliases: ClassVar = ("acquérir",)

    goods: GoodsArg = ()


class Collect(PublicMove, frozen=True, tag="collect"):
    """Take the charcoalium of your extractor."""

    aliases: ClassVar = ("collecter",)


class Topdeck(PublicMove, frozen=True, tag="topdeck"):
    """Buy the unseen top machine of the deck (Deck Buyer)."""

    aliases: ClassVar = ("piocher",)


class Dial(PublicMove, frozen=True, tag="dial"):
    """Turn the hands to a pair of actions."""

    aliases: ClassVar = ("cadran",)

    pair: PairArg

    def __post_init__(self) -> None:
        """A pair has one spelling: ring direction where the two are neighbours, else ring order."""
        ordered = ring_order(self.pair)
        if ordered != self.pair:
            msgspec.structs.force_setattr(self, "pair", ordered)


class Repair(PublicMove, frozen=True, tag="repair"):
    """Repair a machine of your yard onto a free space; its effect works at once."""

    aliases: ClassVar = ("réparer",)

    card: CardArg


class NameGoods(PublicMove, frozen=True, tag="effect"):
    """Use the effect of the machine you just repaired, naming the goods if it asks for any."""

    aliases: ClassVar = ("effet",)

    goods: GoodsArg = ()


class TangleSpace(PublicMove, frozen=True, tag="tangle"):
    """Turn one workshop space of an opponent face down (Tanglette)."""

    aliases: ClassVar = ("embrouiller",)

    seat: SeatArg
    space: int


class CancelProject(PublicMove, frozen=True, tag="cancel"):
    """Take a project out of the game (Neutralizeur)."""

    aliases: ClassVar = ("annuler",)

    project: CardArg


class RecoverMachine(PublicMove, frozen=True, tag="recover"):
    """Bring a machine back from the crusher, repaired (Recyclateur)."""

    aliases: ClassVar = ("récupérer",)

    card: CardArg


class Skip(PublicMove, frozen=True, tag="skip"):
    """Do without the effect that is open."""

    aliases: ClassVar = ("passer",)
    idle: ClassVar = True


class Scrap(PublicMove, frozen=True, tag="scrap"):
    """Dismantle a broken machine of your yard for resources out of its repair list."""

    aliases: ClassVar = ("ferrailler",)

    card: CardArg
    goods: GoodsArg


class Dismantle(PublicMove, frozen=True, tag="dismantle"):
    """Dismantle a repaired single machine for twice its repair list, or for points."""

    aliases: ClassVar = ("démonter",)

    space: SpaceArg
    gain: Literal["parts", "points"]


class Reorganise(PublicMove, frozen=True, tag="reorganise"):
    """Lay out your whole workshop anew, from space 1 on, machines of a stack joined by +."""

    aliases: ClassVar = ("réorganiser", "reorganize")

    stacks: StacksArg

    def __post_init__(self) -> None:
        """A layout has one spelling: machines and stacks in the order of the data."""
        ordered = in_data_order(self.stacks)
        if ordered != self.stacks:
            msgspec.structs.force_setattr(self, "stacks", ordered)


class Buy(PublicMove, frozen=True, tag="buy"):
    """Buy one resource or one point at the market."""

    aliases: ClassVar = ("acheter",)

    good: Literal["wood", "copper", "crystal", "point"]


class Sell(PublicMove, frozen=True, tag="sell"):
    """Sell one resource at the market."""

    aliases: ClassVar = ("vendre",)

    good: Resource


class Extract(PublicMove, frozen=True, tag="extract"):
    """Take charcoalium from the extractor of your workshop."""

    aliases: ClassVar = ("extraire",)


class Recruit(PublicMove, frozen=True, tag="recruit"):
    """Recruit an assistant of the meeting room."""

    aliases: ClassVar = ("recruter",)

    assistant: CardArg


class Complete(PublicMove, frozen=True, tag="complete"):
    """Complete a project whose condition you fulfil."""

    aliases: ClassVar = ("valider",)

    project: CardArg


class End(PublicMove, frozen=True, tag="end"):
    """Finish your turn."""

    aliases: ClassVar = ("finir", "fin")
    idle: ClassVar = True


def ring_order(pair: tuple[str, ...]) -> tuple[str, ...]:
    """Return actions in their one order; words that are no actions stay where they are."""
    if len(pair) != 2 or any(action not in RING for action in pair):  # noqa: PLR2004 - a pair
        return pair
    first, second = sorted(pair, key=RING.index)
    return (second, first) if (first, second) == (RING[0], RING[-1]) else (first, second)


def in_data_order(stacks: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
    """Return a layout in its one order."""
    return tuple(sorted((tuple(sorted(stack, key=card_key)) for stack in stacks), key=stack_key))
