"""What players do in Mech A Dream."""

from typing import ClassVar, Literal

from engine.core.arguments import CardArg, SeatArg
from engine.core.types import Move

Good = Literal["flower", "ink"]
GOODS: tuple[Good, ...] = ("flower", "ink")


class Screen(Move, frozen=True, tag="screen"):
    """Choose one of your two control screens; all are opened together."""

    aliases: ClassVar = ("écran", "ecran")

    robot: CardArg


class Draft(Move, frozen=True, tag="specialist"):
    """Choose the specialist with whom you start."""

    aliases: ClassVar = ("spécialiste", "specialiste")
    public: ClassVar = True

    card: CardArg


class Storage(Move, frozen=True, tag="storage"):
    """Send the assistant to the storage and take flowers or ink as its last goods."""

    aliases: ClassVar = ("stockage", "magasin")
    public: ClassVar = True

    good: Good


class Poach(Move, frozen=True, tag="poach"):
    """Send the assistant to the storage and take a specialist there, paying its owner."""

    aliases: ClassVar = ("débaucher", "debaucher")
    public: ClassVar = True

    card: CardArg
    good: Good | None = None


class Dock(Move, frozen=True, tag="dock"):
    """Send the assistant to the dock, pay flowers and take this moment's parcels."""

    aliases: ClassVar = ("quai",)
    public: ClassVar = True


class Acquire(Move, frozen=True, tag="acquire"):
    """Pay for a tile of the factory and put it with the assistant on your belt."""

    aliases: ClassVar = ("acquérir", "acquerir")
    public: ClassVar = True

    tile: CardArg


class Assign(Move, frozen=True, tag="assign"):
    """Put the assistant on a machine of your belt."""

    aliases: ClassVar = ("affecter", "construire")
    public: ClassVar = True

    tile: CardArg


class Advance(Move, frozen=True, tag="advance"):
    """Spend one hourglass: a machine of your belt advances by one slot."""

    aliases: ClassVar = ("avancer",)
    public: ClassVar = True

    tile: CardArg


class Activate(Move, frozen=True, tag="activate"):
    """Use one of your purple machines."""

    aliases: ClassVar = ("activer",)
    public: ClassVar = True

    tile: CardArg


class UseRobot(Move, frozen=True, tag="robot"):
    """Use your robot; the number says which of its effects where it has several."""

    public: ClassVar = True

    effect: int | None = None


class Buy(Move, frozen=True, tag="buy"):
    """Buy a tile by a robot's effect: without an assistant, sooner built."""

    aliases: ClassVar = ("acheter",)
    public: ClassVar = True

    tile: CardArg


class Copy(Move, frozen=True, tag="copy"):
    """Pay a flower to use an opponent's purple machine or robot as if it were yours."""

    aliases: ClassVar = ("copier",)
    public: ClassVar = True

    seat: SeatArg
    what: CardArg
    effect: int | None = None


class Reward(Move, frozen=True, tag="reward"):
    """Choose what your specialist brings you."""

    aliases: ClassVar = ("récompense", "recompense")
    public: ClassVar = True

    good: Good


class Skip(Move, frozen=True, tag="skip"):
    """Decline the use that is offered."""

    aliases: ClassVar = ("passer",)
    idle: ClassVar = True
    public: ClassVar = True


class Sleep(Move, frozen=True, tag="sleep"):
    """End your night."""

    aliases: ClassVar = ("dormir",)
    idle: ClassVar = True
    public: ClassVar = True
