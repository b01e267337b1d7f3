"""What players do in Foundry."""

from typing import Annotated, ClassVar

from engine.core.arguments import CardArg, Goods
from engine.core.types import Move

METALS = ("iron", "tin")
MetalArg = Annotated[tuple[str, ...], Goods(*METALS)]


class Bid(Move, frozen=True, tag="bid"):
    """Offer coins for this round's smelt; all bids open together."""

    aliases: ClassVar = ("miser",)

    coins: int


class Keep(Move, frozen=True, tag="keep"):
    """Keep one of the two designs you drew; the other is discarded face up."""

    aliases: ClassVar = ("garder",)

    card: CardArg


class Cast(Move, frozen=True, tag="cast"):
    """Cast a design from your hand, paying its cost in any metals."""

    aliases: ClassVar = ("couler",)
    public: ClassVar = True

    card: CardArg
    metals: MetalArg


class Pass(Move, frozen=True, tag="pass"):
    """Cast nothing this round."""

    aliases: ClassVar = ("passer",)
    public: ClassVar = True
