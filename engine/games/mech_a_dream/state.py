"""A position of Mech A Dream."""

from typing import Literal

import msgspec

from engine.core.types import Options, Pending, Seat, State
from engine.games.mech_a_dream.cards import Action, Amounts


class DreamOptions(Options, frozen=True, kw_only=True, omit_defaults=True):
    """The two variants, who begins, and rulings (docs/rules/mech_a_dream.md)."""

    robots: bool = False
    specialists: bool = False
    first_player: Literal["random", "p1"] = "random"
    specialist_mode: Literal["replaces_choice", "replaces_all", "in_addition"] = "replaces_choice"
    centre_price: Literal["unchanged", "falls"] = "unchanged"


class Parcel(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A gain that waits for open choices; `chained` when it came by a robot that fetches parcels."""

    gain: Amounts
    chained: bool = False


class Player(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """What a player has; nothing of it is hidden but the screens before they are opened."""

    flower: int = 0
    ink: int = 0
    rainbow: int = 0
    points: int = 0
    robot: str = ""
    belt: dict[str, int] = {}
    """Machines under construction with their slots."""
    built: list[str] = []
    """Built machines in the order of their slots."""
    assistants: list[str] = []
    """Where today's assistants stand, in the order of the moments: storage, dock or a tile."""
    specialists: dict[str, int] = {}
    """Specialists with the rainbows that they cost another player."""
    used: list[str] = []
    """Machines (and `robot`) that have worked this night."""
    asleep: bool = False
    waiting: list[Parcel] = []
    dealt: list[str] = []
    chosen: str = ""


class Hourglasses(Pending, tag="hourglasses"):
    """So many steps are to be given to machines on one's belt."""

    n: int


class Activation(Pending, tag="activation"):
    """The robot or a purple machine may be used; `chained`: not to fetch a parcel again."""

    chained: bool = False


class Purchase(Pending, tag="purchase"):
    """A tile may be bought without an assistant, to be placed so many slots sooner."""

    sooner: int


class Rewards(Pending, tag="rewards"):
    """Specialists whose rewards need a choice, in the order that their owner likes."""

    cards: list[str]


Asked = Hourglasses | Activation | Purchase | Rewards


class DreamState(State, kw_only=True):
    """The whole table. Piles have their top last; of each belt's open tiles the first lies on the pile."""

    players: list[Player]
    market: dict[str, list[str]]
    piles: dict[str, list[str]]
    delivery: str
    deliveries: list[str]
    removed: list[str]
    pending: list[list[Asked]]
    past: list[str] = []
    """Deliveries of earlier days."""
    first: Seat | None = None
    """The first player; nobody before the screens are opened."""
    turn: Seat = 0
    day: int = 1
    moment: int = 0
    action: Action | None = None
    """The action whose rewards are still to come."""
    dusk: list[int] = []
    """How many machines each player had when night fell."""
    centre: dict[str, int] = {}
    """Specialists that nobody has, with what they cost."""
    screens: list[str] = []
    """Screens in the box."""
    unused: list[str] = []
    """Specialists in the box."""
    ended: Literal["week", "machines"] | None = None
    options: DreamOptions = DreamOptions()
