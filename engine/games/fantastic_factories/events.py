"""What happens in Fantastic Factories, in the market and at work."""

from typing import Literal

from engine.core.language import Amount, Count, Name, Text, Who, name_all
from engine.core.types import Event, Seat
from engine.games.fantastic_factories.words import KINDS, bundle, show_dice

Changes = dict[tuple[Seat, str], int]


class Dealt(Event, frozen=True, kw_only=True):
    """An event by which a seat gains or loses metal, energy or goods."""

    seat: Seat
    metal: int = 0
    energy: int = 0
    goods: int = 0

    def changes(self) -> Changes:
        """Return what was gained (or lost, where it is negative)."""
        amounts = zip(KINDS, (self.metal, self.energy, self.goods), strict=True)
        return {(self.seat, kind): n for kind, n in amounts if n}

    @property
    def paid(self) -> list[Amount]:
        """What was lost, as it is said."""
        return bundle(-self.metal, -self.energy)


class Refreshed(Dealt, frozen=True, tag="refreshed"):
    """A row of the market was swept."""

    row: Literal["blueprints", "contractors"]

    def text(self) -> Text:
        """Tell it."""
        return Text(
            "{who} paid {paid} to replace all {row} of the market.",
            who=Who(self.seat),
            paid=self.paid,
            row=Name(self.row),
        )


class LaidOut(Event, frozen=True, tag="laid_out"):
    """Cards were laid out in the market."""

    cards: tuple[str, ...]

    def text(self) -> Text:
        """Tell it."""
        return Text("New in the market: {cards}.", cards=name_all(self.cards))


class Reshuffled(Event, frozen=True, tag="reshuffled"):
    """A discard pile became the new deck."""

    row: Literal["blueprints", "contractors"]

    def text(self) -> Text:
        """Tell it."""
        return Text("The discarded {row} were shuffled into a new deck.", row=Name(self.row))


class Took(Event, frozen=True, tag="took"):
    """A blueprint was taken from the market."""

    seat: Seat
    card: str

    def text(self) -> Text:
        """Tell it."""
        return Text("{who} took {card} from the market.", who=Who(self.seat), card=Name(self.card))


class Hired(Dealt, frozen=True, tag="hired"):
    """A contractor was hired."""

    contractor: str
    discarded: str

    def text(self) -> Text:
        """Tell it."""
        who, contractor, discarded = Who(self.seat), Name(self.contractor), Name(self.discarded)
        if self.paid:
            return Text(
                "{who} hired {contractor} for {paid}, discarding {discarded}.",
                who=who,
                contractor=contractor,
                paid=self.paid,
                discarded=discarded,
            )
        return Text(
            "{who} hired {contractor}, discarding {discarded}.", who=who, contractor=contractor, discarded=discarded
        )


class Passed(Event, frozen=True, tag="passed"):
    """Nothing could be taken or hired."""

    seat: Seat

    def text(self) -> Text:
        """Tell it."""
        return Text("{who} found nothing in the market.", who=Who(self.seat))


class Gained(Dealt, frozen=True, tag="gained"):
    """Resources or goods were gained by a floor, a card or a contractor."""

    by: str

    def text(self) -> Text:
        """Tell it."""
        what = bundle(self.metal, self.energy, self.goods)
        return Text("{who} gained {what} by {by}.", who=Who(self.seat), what=what, by=Name(self.by))


class DrewSome(Event, frozen=True, tag="drew_some"):
    """Blueprints were drawn, as everybody may know."""

    seat: Seat
    n: int

    def text(self) -> Text:
        """Tell it."""
        return Count("{who} drew {n} blueprint.", "{who} drew {n} blueprints.", self.n, who=Who(self.seat))


class Drew(Event, frozen=True, tag="drew"):
    """Which blueprints were drawn; their owner alone knows."""

    seat: Seat
    cards: tuple[str, ...]

    def text(self) -> Text:
        """Tell it."""
        return Text("{who} drew {cards}.", who=Who(self.seat), cards=name_all(self.cards))


class Revealed(Event, frozen=True, tag="revealed"):
    """A blueprint was turned up and discarded."""

    card: str

    def text(self) -> Text:
        """Tell it."""
        return Text("{card} was turned up and discarded.", card=Name(self.card))


class Built(Dealt, frozen=True, tag="built"):
    """A blueprint was built; an Engineer's costs nothing."""

    card: str
    discarded: str = ""

    def text(self) -> Text:
        """Tell it."""
        if not self.discarded:
            return Text("{who} built {card} for free.", who=Who(self.seat), card=Name(self.card))
        return Text(
            "{who} built {card} for {paid}, discarding {discarded}.",
            who=Who(self.seat),
            card=Name(self.card),
            paid=self.paid,
            discarded=Name(self.discarded),
        )


class Rolled(Event, frozen=True, tag="rolled"):
    """Dice were rolled."""

    seat: Seat
    dice: tuple[int, ...]

    def text(self) -> Text:
        """Tell it."""
        return Text("{who} rolled {dice}.", who=Who(self.seat), dice=show_dice(self.dice))


class DieChosen(Event, frozen=True, tag="die_chosen"):
    """A die shows the face that its owner chose."""

    seat: Seat
    face: int

    def text(self) -> Text:
        """Tell it."""
        return Text("{who} has a die showing {face}.", who=Who(self.seat), face=show_dice([self.face]))


class DieChanged(Event, frozen=True, tag="die_changed"):
    """A die was turned to another face."""

    seat: Seat
    before: int
    after: int

    def text(self) -> Text:
        """Tell it."""
        return Text(
            "{who} turned {before} into {after}.",
            who=Who(self.seat),
            before=show_dice([self.before]),
            after=show_dice([self.after]),
        )


class Placed(Event, frozen=True, tag="placed"):
    """A die was placed on a floor."""

    seat: Seat
    face: int
    floor: str

    def text(self) -> Text:
        """Tell it."""
        return Text(
            "{who} placed {face} on {floor}.", who=Who(self.seat), face=show_dice([self.face]), floor=Name(self.floor)
        )


class Activated(Dealt, frozen=True, tag="activated"):
    """A card was used; a Replicator uses one of the market."""

    card: str
    dice: tuple[int, ...] = ()
    replicated: bool = False

    def text(self) -> Text:
        """Tell it."""
        cost = [*([show_dice(self.dice)] if self.dice else []), *self.paid]
        who, card = Who(self.seat), Name(self.card)
        if self.replicated:
            return Text("{who} replicated {card} with {cost}.", who=who, card=card, cost=cost)
        if cost:
            return Text("{who} used {card} with {cost}.", who=who, card=card, cost=cost)
        return Text("{who} used {card}.", who=who, card=card)


class Discarded(Event, frozen=True, tag="discarded"):
    """A blueprint was discarded from a hand."""

    seat: Seat
    card: str

    def text(self) -> Text:
        """Tell it."""
        return Text("{who} discarded {card}.", who=Who(self.seat), card=Name(self.card))


class Marked(Event, frozen=True, tag="marked"):
    """A die was marked for another roll."""

    seat: Seat
    face: int

    def text(self) -> Text:
        """Tell it."""
        return Text("{who} will roll {face} again.", who=Who(self.seat), face=show_dice([self.face]))


class Dropped(Dealt, frozen=True, tag="dropped"):
    """A resource above the limit was given up."""

    def text(self) -> Text:
        """Tell it."""
        return Text("{who} gave up {paid}.", who=Who(self.seat), paid=self.paid)


class WorkEnded(Event, frozen=True, tag="work_ended"):
    """A player has finished the work of the round."""

    seat: Seat

    def text(self) -> Text:
        """Tell it."""
        return Text("{who} finished work.", who=Who(self.seat))


class RoundBegan(Event, frozen=True, tag="round_began"):
    """A new round began; the marker went to the next player."""

    round: int
    first: Seat
    last: bool = False

    def text(self) -> Text:
        """Tell it."""
        if self.last:
            return Text("Round {round}, the last one, begins with {who}.", round=self.round, who=Who(self.first))
        return Text("Round {round} begins with {who}.", round=self.round, who=Who(self.first))


class EndNeared(Event, frozen=True, tag="end_neared"):
    """Somebody reached what brings the last round; the Machine has no seat."""

    how: Literal["goods", "buildings", "machine"]
    seat: Seat | None = None

    def text(self) -> Text:
        """Tell it."""
        if self.seat is None:
            return Text("The Machine has made enough goods: one more round is played.")
        if self.how == "goods":
            return Text("{who} has made enough goods: one more round is played.", who=Who(self.seat))
        return Text("{who} has built enough: one more round is played.", who=Who(self.seat))


class MachineRolled(Event, frozen=True, tag="machine_rolled"):
    """The Machine's dice: green, red, blue, purple, yellow."""

    green: int
    red: int
    blue: int
    purple: int
    yellow: int

    def text(self) -> Text:
        """Tell it."""
        dice = (self.green, self.red, self.blue, self.purple, self.yellow)
        green, red, blue, purple, yellow = (show_dice([face]) for face in dice)
        return Text(
            "The Machine rolled green {green}, red {red}, blue {blue}, purple {purple}, yellow {yellow}.",
            green=green,
            red=red,
            blue=blue,
            purple=purple,
            yellow=yellow,
        )


class MachineBuilt(Event, frozen=True, tag="machine_built"):
    """The Machine got a card."""

    card: str

    def text(self) -> Text:
        """Tell it."""
        return Text("The Machine built {card}.", card=Name(self.card))


class MachineSwept(Event, frozen=True, tag="machine_swept"):
    """The Machine swept a row of the market."""

    row: Literal["blueprints", "contractors"]

    def text(self) -> Text:
        """Tell it."""
        return Text("The Machine discarded all {row} of the market.", row=Name(self.row))


class MachineMade(Event, frozen=True, tag="machine_made"):
    """The Machine made goods by these dice."""

    colours: tuple[str, ...]

    def text(self) -> Text:
        """Tell it."""
        return Count(
            "The Machine made {n} good ({colours}).",
            "The Machine made {n} goods ({colours}).",
            len(self.colours),
            colours=name_all(self.colours),
        )


EVENTS = (
    Refreshed,
    LaidOut,
    Reshuffled,
    Took,
    Hired,
    Passed,
    Gained,
    DrewSome,
    Drew,
    Revealed,
    Built,
    Rolled,
    DieChosen,
    DieChanged,
    Placed,
    Activated,
    Discarded,
    Marked,
    Dropped,
    WorkEnded,
    RoundBegan,
    EndNeared,
    MachineRolled,
    MachineBuilt,
    MachineSwept,
    MachineMade,
)
