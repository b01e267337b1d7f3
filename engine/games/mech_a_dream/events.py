"""What happens in Mech A Dream, from the screens to the last night."""

from typing import Literal

from engine.core.language import Amount, Count, Name, Text, Who
from engine.core.types import Event, Seat

KINDS = ("flower", "ink", "rainbow", "points")
Changes = dict[tuple[Seat, str], int]


def say_change(kind: str, n: int) -> Text:
    """Return what somebody gained or lost of a kind: `+2 flowers`, `-1 ink`."""
    return Text("{sign}{amount}", sign="+" if n > 0 else "-", amount=Amount(kind, abs(n)))


class Dealt(Event, frozen=True, kw_only=True):
    """An event by which a seat gains or loses goods, rainbows or points."""

    seat: Seat
    flower: int = 0
    ink: int = 0
    rainbow: int = 0
    points: int = 0

    def changes(self) -> Changes:
        """Return what was gained (or lost, where it is negative)."""
        return {(self.seat, kind): n for kind in KINDS if (n := getattr(self, kind))}

    @property
    def balance(self) -> list[Text]:
        """What changed, as it is said: `+2 ink`."""
        amounts = [(kind, getattr(self, kind)) for kind in KINDS]
        return [say_change(kind, n) for kind, n in amounts if n]


class ScreenSealed(Event, frozen=True, tag="screen_sealed"):
    """A screen was chosen, face down."""

    seat: Seat

    def text(self) -> Text:
        """Tell it."""
        return Text("{who} chose a screen.", who=Who(self.seat))


class ScreenOpened(Dealt, frozen=True, tag="screen_opened"):
    """A screen was opened, with the goods that it starts with in place of the printed ones."""

    robot: str

    def text(self) -> Text:
        """Tell it."""
        return Text("{who} has the screen {robot}.", who=Who(self.seat), robot=Name(self.robot))


class FirstNamed(Event, frozen=True, tag="first_named"):
    """The first player was drawn by lot."""

    seat: Seat

    def text(self) -> Text:
        """Tell it."""
        return Text("{who} is the first player.", who=Who(self.seat))


class Drafted(Event, frozen=True, tag="drafted"):
    """A specialist was chosen to start with."""

    seat: Seat
    card: str

    def text(self) -> Text:
        """Tell it."""
        return Text("{who} starts with the specialist {card}.", who=Who(self.seat), card=Name(self.card))


class Stored(Dealt, frozen=True, tag="stored"):
    """An assistant came back from the storage."""

    def text(self) -> Text:
        """Tell it."""
        return Text("{who} went to the storage: {balance}.", who=Who(self.seat), balance=self.balance)


class Poached(Event, frozen=True, tag="poached"):
    """A specialist was taken from an opponent or from the centre."""

    seat: Seat
    card: str
    owner: Seat | None
    price: int

    def text(self) -> Text:
        """Tell it."""
        who, card = Who(self.seat), Name(self.card)
        if self.owner is None:
            return Count(
                "{who} took {card} from the centre for {n} rainbow.",
                "{who} took {card} from the centre for {n} rainbows.",
                self.price,
                who=who,
                card=card,
            )
        return Count(
            "{who} took {card} from {owner} for {n} rainbow.",
            "{who} took {card} from {owner} for {n} rainbows.",
            self.price,
            who=who,
            card=card,
            owner=Who(self.owner),
        )

    def changes(self) -> Changes:
        """The owner is paid; the centre pays into the supply."""
        paid = {(self.seat, "rainbow"): -self.price}
        return paid if self.owner is None else {**paid, (self.owner, "rainbow"): self.price}


class Docked(Dealt, frozen=True, tag="docked"):
    """An assistant was sent to the dock."""

    def text(self) -> Text:
        """Tell it."""
        if not self.flower:
            return Text("{who} went to the dock for nothing.", who=Who(self.seat))
        return Count(
            "{who} went to the dock for {n} flower.",
            "{who} went to the dock for {n} flowers.",
            -self.flower,
            who=Who(self.seat),
        )


class ParcelOpened(Dealt, frozen=True, tag="parcel_opened"):
    """A parcel was opened."""

    hourglass: int = 0
    activation: int = 0

    def text(self) -> Text:
        """Tell it."""
        found: list[Text] = self.balance
        if self.hourglass:
            found.append(say_change("hourglass", self.hourglass))
        if self.activation:
            found.append(say_change("activation", self.activation))
        return Text("{who} opened a parcel: {balance}.", who=Who(self.seat), balance=found)


class Acquired(Dealt, frozen=True, tag="acquired"):
    """A tile was paid for; slot 0 means that it is built at once."""

    tile: str
    slot: int
    bought: bool = False

    def text(self) -> Text:
        """Tell it."""
        who, tile = Who(self.seat), Name(self.tile)
        if not self.slot:
            return self.at_once()
        if self.bought:
            return Text(
                "{who} bought {tile} without an assistant, for slot {slot} ({balance}).",
                who=who,
                tile=tile,
                slot=self.slot,
                balance=self.balance,
            )
        return Text(
            "{who} acquired {tile} for slot {slot} ({balance}).",
            who=who,
            tile=tile,
            slot=self.slot,
            balance=self.balance,
        )

    def at_once(self) -> Text:
        """Tell of a tile that never lay on the belt."""
        who, tile = Who(self.seat), Name(self.tile)
        if self.bought:
            return Text(
                "{who} bought {tile} without an assistant, to be built at once ({balance}).",
                who=who,
                tile=tile,
                balance=self.balance,
            )
        return Text("{who} acquired {tile}, to be built at once ({balance}).", who=who, tile=tile, balance=self.balance)


class LaidOut(Event, frozen=True, tag="laid_out"):
    """The next tile of a pile came to light."""

    tile: str

    def text(self) -> Text:
        """Tell it."""
        return Text("New in the factory: {tile}.", tile=Name(self.tile))


class Assigned(Event, frozen=True, tag="assigned"):
    """An assistant was put on a machine."""

    seat: Seat
    tile: str

    def text(self) -> Text:
        """Tell it."""
        return Text("{who} put an assistant on {tile}.", who=Who(self.seat), tile=Name(self.tile))


class Advanced(Event, frozen=True, tag="advanced"):
    """A machine advanced; slot 0 means that it left the belt."""

    seat: Seat
    tile: str
    slot: int

    def text(self) -> Text:
        """Tell it."""
        if not self.slot:
            return Text("{who}: {tile} left the belt.", who=Who(self.seat), tile=Name(self.tile))
        return Text("{who}: {tile} advanced to slot {slot}.", who=Who(self.seat), tile=Name(self.tile), slot=self.slot)


class Built(Dealt, frozen=True, tag="built"):
    """A machine was built, with what it and its slot bring at once."""

    tile: str
    number: int

    def text(self) -> Text:
        """Tell it."""
        who, tile = Who(self.seat), Name(self.tile)
        if self.balance:
            return Text(
                "{who} built {tile}, machine number {number}: {balance}.",
                who=who,
                tile=tile,
                number=self.number,
                balance=self.balance,
            )
        return Text("{who} built {tile}, machine number {number}.", who=who, tile=tile, number=self.number)


class Used(Dealt, frozen=True, tag="used"):
    """A machine or a robot was used; `whose` is an opponent's when it was copied."""

    thing: str
    whose: Seat | None = None

    def text(self) -> Text:
        """Tell it."""
        who, thing = Who(self.seat), Name(self.thing)
        if self.whose is not None:
            return Text(
                "{who} copied {thing} of {whose}: {balance}.",
                who=who,
                thing=thing,
                whose=Who(self.whose),
                balance=self.balance,
            )
        if not self.balance:
            return Text("{who} used {thing}.", who=who, thing=thing)
        return Text("{who} used {thing}: {balance}.", who=who, thing=thing, balance=self.balance)


class Rewarded(Dealt, frozen=True, tag="rewarded"):
    """A specialist rewarded its owner."""

    card: str

    def text(self) -> Text:
        """Tell it."""
        who, card = Who(self.seat), Name(self.card)
        if not self.balance:
            return Text("{card} helped {who}.", card=card, who=who)
        return Text("{card} brought {who}: {balance}.", card=card, who=who, balance=self.balance)


class HourglassesLost(Event, frozen=True, tag="hourglasses_lost"):
    """Hourglasses found nothing on the belt."""

    seat: Seat
    n: int

    def text(self) -> Text:
        """Tell it."""
        return Count(
            "{who} lost {n} hourglass: the belt is empty.",
            "{who} lost {n} hourglasses: the belt is empty.",
            self.n,
            who=Who(self.seat),
        )


class Skipped(Event, frozen=True, tag="skipped"):
    """An offered use was declined."""

    seat: Seat

    def text(self) -> Text:
        """Tell it."""
        return Text("{who} declined.", who=Who(self.seat))


class NightFell(Event, frozen=True, tag="night_fell"):
    """All assistants went home."""

    day: int

    def text(self) -> Text:
        """Tell it."""
        return Text("Night {day} falls; all assistants are back.", day=self.day)


class Slept(Event, frozen=True, tag="slept"):
    """A player's night is over."""

    seat: Seat

    def text(self) -> Text:
        """Tell it."""
        return Text("{who} went to sleep.", who=Who(self.seat))


class DayBegan(Event, frozen=True, tag="day_began"):
    """A new day with its first player and its delivery."""

    day: int
    first: Seat
    delivery: str

    def text(self) -> Text:
        """Tell it."""
        return Text(
            "Day {day} begins with {who}; at the dock: {delivery}.",
            day=self.day,
            who=Who(self.first),
            delivery=Name(self.delivery),
        )


class WorkEnded(Event, frozen=True, tag="work_ended"):
    """The last night is over."""

    how: Literal["week", "machines"]

    def text(self) -> Text:
        """Tell it."""
        if self.how == "week":
            return Text("The week is over.")
        return Text("A workshop is full: the game is over.")


EVENTS = (
    ScreenSealed,
    ScreenOpened,
    FirstNamed,
    Drafted,
    Stored,
    Poached,
    Docked,
    ParcelOpened,
    Acquired,
    LaidOut,
    Assigned,
    Advanced,
    Built,
    Used,
    Rewarded,
    HourglassesLost,
    Skipped,
    NightFell,
    Slept,
    DayBegan,
    WorkEnded,
)
