"""What players do in Fantastic Factories."""

from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal

from engine.core.arguments import After, CardArg, Goods, Numbers, Position, Recogniser, SeatArg, Thing
from engine.core.types import Move

Row = Literal["blueprints", "contractors"]
Resource = Literal["metal", "energy"]
Floor = Literal["research", "generate", "mine"]
Choice = Literal["metal", "energy", "draw"]
FACES = range(1, 7)


class Dice(Numbers):
    """The faces of dice; equal dice are alike, so they are always written in ascending order."""

    def take(self, words: Sequence[str], reader: Recogniser) -> tuple[tuple[int, ...], int] | None:  # type: ignore[override]
        """Take as many faces as there are, and put them in order."""
        taken = super().take(words, reader)
        return (tuple(sorted(taken[0])), taken[1]) if taken else None


DiceArg = Annotated[tuple[int, ...], Dice()]
MarketArg = Annotated[int, Position("market")]
ContractorArg = Annotated[int, Position("contractors")]
ToolArg = Annotated[str, Thing(), After("discard")]


class Refresh(Move, frozen=True, tag="refresh"):
    """Pay 1 metal or 1 energy to replace a whole row of the market, once a round, before you choose."""

    aliases: ClassVar = ("renouveler",)
    public: ClassVar = True

    row: Row
    pay: Resource


class Take(Move, frozen=True, tag="take"):
    """Take a blueprint of the market into your hand, for free."""

    aliases: ClassVar = ("prendre",)
    public: ClassVar = True

    slot: MarketArg


class Hire(Move, frozen=True, tag="hire"):
    """Hire a contractor: discard a blueprint with the tool above it, and pay its energy."""

    aliases: ClassVar = ("engager",)
    public: ClassVar = True

    slot: ContractorArg
    discard: ToolArg


class Pass(Move, frozen=True, tag="pass"):
    """Choose nothing in the market, only when nothing can be taken or hired."""

    aliases: ClassVar = ("passer",)
    idle: ClassVar = True
    public: ClassVar = True


class Gift(Move, frozen=True, tag="gift"):
    """Say which opponent gets the gift of the contractor that you hired."""

    aliases: ClassVar = ("offrir",)
    public: ClassVar = True

    seat: SeatArg


class Set(Move, frozen=True, tag="set"):
    """Choose the face of one of your dice instead of rolling it (Foreman)."""

    aliases: ClassVar = ("fixer",)
    public: ClassVar = True

    face: int


class Roll(Move, frozen=True, tag="roll"):
    """Roll the dice that are left (Foreman) or marked (Temp Agency)."""

    aliases: ClassVar = ("lancer",)
    public: ClassVar = True


class UseSpecialist(Move, frozen=True, tag="specialist"):
    """Choose the face of the extra die that your Specialist brought."""

    aliases: ClassVar = ("spécialiste",)
    public: ClassVar = True

    face: int


class Place(Move, frozen=True, tag="place"):
    """Place a die on a floor of your headquarters."""

    aliases: ClassVar = ("placer",)
    public: ClassVar = True
    spreads: ClassVar = True

    face: int
    floor: Floor


class Build(Move, frozen=True, tag="build"):
    """Build a blueprint of your hand: pay its cost and discard another one with the same tool."""

    aliases: ClassVar = ("bâtir",)
    public: ClassVar = True

    card: CardArg
    discard: ToolArg


class Activate(Move, frozen=True, tag="activate"):
    """Use a card of your compound, once a round: name the dice it takes, and what you gain where it gives a choice."""

    aliases: ClassVar = ("activer",)
    public: ClassVar = True

    card: CardArg
    faces: DiceArg = ()
    choice: Choice | None = None


class Replicate(Move, frozen=True, tag="replicate"):
    """Use a blueprint of the market with your Replicator, as if it stood in your compound."""

    aliases: ClassVar = ("répliquer",)
    public: ClassVar = True

    slot: MarketArg
    faces: DiceArg = ()
    choice: Choice | None = None


class Discard(Move, frozen=True, tag="discard"):
    """Discard a blueprint of your hand as part of a cost."""

    aliases: ClassVar = ("défausser",)
    public: ClassVar = True

    card: CardArg


class Gain(Move, frozen=True, tag="gain"):
    """Say which resources of the discarded blueprint's cost you gain (Black Market)."""

    aliases: ClassVar = ("gagner",)
    public: ClassVar = True

    goods: Annotated[tuple[str, ...], Goods("metal", "energy")]


class Die(Move, frozen=True, tag="die"):
    """Choose the face of the extra die that you gain (Mega Factory)."""

    aliases: ClassVar = ("dé",)
    public: ClassVar = True

    face: int


class Mark(Move, frozen=True, tag="mark"):
    """Mark a die that you want to roll again (Temp Agency)."""

    aliases: ClassVar = ("marquer",)
    public: ClassVar = True

    face: int


class End(Move, frozen=True, tag="end"):
    """End your work of this round."""

    aliases: ClassVar = ("fin", "finir")
    idle: ClassVar = True
    public: ClassVar = True


class Drop(Move, frozen=True, tag="drop"):
    """Give up a blueprint or a resource above the limit."""

    aliases: ClassVar = ("céder",)
    public: ClassVar = True

    what: CardArg
