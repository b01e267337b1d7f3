"""What players do in Nicodemus."""

from typing import Annotated, ClassVar, Literal

from engine.core.arguments import CardArg, CardsArg, Goods, Position
from engine.core.types import Move

RESOURCES = ("wood", "copper", "crystal")
KINDS = (*RESOURCES, "charcoalium")
Resource = Literal["wood", "copper", "crystal"]
Kind = Literal["wood", "copper", "crystal", "charcoalium"]
PositionArg = Annotated[int, Position("bric-a-brac")]
GoodsArg = Annotated[tuple[str, ...], Goods(*RESOURCES)]


class Play(Move, frozen=True, tag="play"):
    """Play a machine from your hand for charcoalium, for what it makes, or for its effect."""

    aliases: ClassVar = ("jouer",)
    public: ClassVar = True

    card: CardArg
    choice: Literal["coins", "make", "effect"]
    kind: Kind | None = None


class Repair(Move, frozen=True, tag="repair"):
    """Repair the machine at a position; goods say where your `any` discounts go, if you can choose."""

    aliases: ClassVar = ("réparer",)
    public: ClassVar = True

    position: PositionArg
    goods: GoodsArg = ()


class Pass(Move, frozen=True, tag="pass"):
    """Do nothing: only with an empty hand and nothing that you could repair."""

    aliases: ClassVar = ("passer",)
    idle: ClassVar = True
    public: ClassVar = True


class Claim(Move, frozen=True, tag="claim"):
    """Claim a project; cards are the other machines that you set aside for it, if you can choose."""

    aliases: ClassVar = ("valider",)
    public: ClassVar = True

    project: CardArg
    cards: CardsArg = ()


class End(Move, frozen=True, tag="end"):
    """End your turn after a repair and its projects."""

    aliases: ClassVar = ("fin", "finir")
    idle: ClassVar = True
    public: ClassVar = True


class Choose(Move, frozen=True, tag="kind"):
    """Choose the one kind of resource that you gain."""

    aliases: ClassVar = ("sorte",)
    public: ClassVar = True

    kind: Resource


class Discard(Move, frozen=True, tag="discard"):
    """Discard a machine from your hand and gain resources out of its cost."""

    aliases: ClassVar = ("défausser",)
    public: ClassVar = True

    card: CardArg
    goods: GoodsArg


class Scrap(Move, frozen=True, tag="scrap"):
    """Discard the machine at a position and gain resources out of its cost."""

    aliases: ClassVar = ("ferrailler",)
    public: ClassVar = True

    position: PositionArg
    goods: GoodsArg


class Swap(Move, frozen=True, tag="swap"):
    """Give one token to the reserve and take another: charcoalium for a resource or the reverse."""

    aliases: ClassVar = ("échanger",)
    public: ClassVar = True

    give: Kind
    take: Kind


class Skip(Move, frozen=True, tag="skip"):
    """Stop swapping."""

    aliases: ClassVar = ("arrêter",)
    idle: ClassVar = True
    public: ClassVar = True


class Steal(Move, frozen=True, tag="steal"):
    """Steal a resource of this kind from your opponent."""

    aliases: ClassVar = ("voler",)
    public: ClassVar = True

    kind: Resource


class Ruin(Move, frozen=True, tag="ruin"):
    """Choose the resources that your opponent gives back to the reserve."""

    aliases: ClassVar = ("ruiner",)
    public: ClassVar = True

    goods: GoodsArg


class Keep(Move, frozen=True, tag="keep"):
    """Keep one of the drawn projects; you alone can claim it."""

    aliases: ClassVar = ("garder",)
    public: ClassVar = True

    project: CardArg


class Copy(Move, frozen=True, tag="copy"):
    """Copy the effect of the machine at a position."""

    aliases: ClassVar = ("copier",)
    public: ClassVar = True

    position: PositionArg
