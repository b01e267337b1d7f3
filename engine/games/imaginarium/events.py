"""What happens in Imaginarium; deeds are public, totals behind the screens are in no event."""

from engine.core.language import Amount, Count, Name, Text, Who, name_all
from engine.core.types import Event, Seat
from engine.games.imaginarium.words import list_goods, name_stack

Change = dict[str, int]


class Done(Event, frozen=True, kw_only=True):
    """Something a seat did, and what its screen gained or lost by it."""

    seat: Seat
    change: Change = {}

    def changes(self) -> dict[tuple[Seat, str], int]:
        """What the seat gained and lost."""
        return {(self.seat, good): n for good, n in self.change.items()}

    @property
    def gained(self) -> list[Amount | Text]:
        """What came in."""
        return list_goods({good: n for good, n in self.change.items() if n > 0})

    @property
    def paid(self) -> list[Amount | Text]:
        """What went out."""
        return list_goods({good: n for good, n in self.change.items() if n < 0})


class Placed(Done, frozen=True, tag="placed"):
    """A piece took a place on the Bric-a-brac."""

    space: int
    machine: str | None = None
    saboteur: bool = False

    def text(self) -> Text:
        who, machine = Who(self.seat), Name(self.machine or "")
        if self.machine and self.saboteur:
            return Text(
                "{who} sent a saboteur to {machine} on space {space}.", who=who, machine=machine, space=self.space
            )
        if self.machine:
            return Text("{who} reserved {machine} on space {space}.", who=who, machine=machine, space=self.space)
        if self.saboteur:
            return Text("{who} sent a saboteur to extractor {space}.", who=who, space=self.space)
        return Text("{who} went to extractor {space}.", who=who, space=self.space)


class FoundNoPlace(Done, frozen=True, tag="found_no_place"):
    """Every place was taken when a piece was to be placed."""

    def text(self) -> Text:
        return Text("{who} found no free place and plays last.", who=Who(self.seat))


class Spoiled(Done, frozen=True, tag="spoiled"):
    """A saboteur did its work."""

    machine: str | None = None

    def text(self) -> Text:
        if self.machine is None:
            return Text("{who}'s saboteur went home.", who=Who(self.seat))
        return Text(
            "{who}'s saboteur threw {machine} into the crusher.", who=Who(self.seat), machine=Name(self.machine)
        )


class Used(Done, frozen=True, tag="used"):
    """Machines were used, one's own or an opponent's."""

    machines: tuple[str, ...]
    owner: Seat | None = None

    def text(self) -> Text:
        told = {"who": Who(self.seat), "machines": name_all(self.machines), "gained": self.gained}
        if self.owner is not None:
            told["owner"] = Who(self.owner)
            return Text("{who} borrowed {machines} of {owner} and made {gained}.", **told)
        if any(n < 0 for n in self.change.values()):
            return Text("{who} used {machines} and turned {paid} into {gained}.", paid=self.paid, **told)
        return Text("{who} used {machines} and made {gained}.", **told)


class Acquired(Done, frozen=True, tag="acquired"):
    """A reserved machine was paid for."""

    machine: str

    def text(self) -> Text:
        return Text(
            "{who} bought {machine} for {paid}.", who=Who(self.seat), machine=Name(self.machine), paid=self.paid
        )


class LostMachine(Done, frozen=True, tag="lost_machine"):
    """A reserved machine could not be paid for: everything is lost."""

    machine: str

    def text(self) -> Text:
        return Text(
            "{who} could not pay for {machine}, lost {paid}, and the machine went into the crusher.",
            who=Who(self.seat),
            machine=Name(self.machine),
            paid=self.paid,
        )


class Collected(Done, frozen=True, tag="collected"):
    """An extractor paid."""

    def text(self) -> Text:
        return Text("{who} collected {gained}.", who=Who(self.seat), gained=self.gained)


class Topdecked(Done, frozen=True, tag="topdecked"):
    """The top machine of the deck was bought unseen."""

    machine: str

    def text(self) -> Text:
        return Text("{who} bought the top of the deck: {machine}.", who=Who(self.seat), machine=Name(self.machine))


class Dialled(Done, frozen=True, tag="dialled"):
    """The hands were turned."""

    pair: tuple[str, str]

    def text(self) -> Text:
        return Text("{who} chose to {pair}.", who=Who(self.seat), pair=name_all(self.pair))


class Repaired(Done, frozen=True, tag="repaired"):
    """A machine of the yard was repaired."""

    machine: str
    space: int

    def text(self) -> Text:
        return Text(
            "{who} repaired {machine} onto space {space} for {paid}.",
            who=Who(self.seat),
            machine=Name(self.machine),
            space=self.space,
            paid=self.paid,
        )


class Stole(Done, frozen=True, tag="stole"):
    """Everybody unprotected gave up goods; the thief kept some of them."""

    machine: str
    good: str
    gave: tuple[int, ...]
    kept: int

    def text(self) -> Text:
        gave = [Text("{who} {n}", who=Who(seat), n=n) for seat, n in enumerate(self.gave) if n]
        return Text(
            "{who} stole {good} with {machine} and kept {kept}; given up: {gave}.",
            who=Who(self.seat),
            good=Name(self.good),
            machine=Name(self.machine),
            kept=self.kept,
            gave=gave,
        )

    def changes(self) -> dict[tuple[Seat, str], int]:
        """The victims lost more than the thief gained."""
        lost = {(seat, self.good): -n for seat, n in enumerate(self.gave) if n}
        return {**lost, (self.seat, self.good): self.kept}


class Tangled(Done, frozen=True, tag="tangled"):
    """A Tanglette turned a space face down."""

    victim: Seat
    space: int

    def text(self) -> Text:
        return Text(
            "{who} turned space {space} of {victim} face down.",
            who=Who(self.seat),
            space=self.space,
            victim=Who(self.victim),
        )


class Cancelled(Done, frozen=True, tag="cancelled"):
    """A Neutralizeur took a project out of the game."""

    project: str

    def text(self) -> Text:
        return Text("{who} cancelled the project {project}.", who=Who(self.seat), project=Name(self.project))


class Recycled(Done, frozen=True, tag="recycled"):
    """A Recyclateur went into the crusher, and perhaps brought a machine back."""

    machine: str | None = None

    def text(self) -> Text:
        if self.machine is None:
            return Text("{who}'s Recyclateur went into the crusher.", who=Who(self.seat))
        return Text("{who} brought {machine} back from the crusher.", who=Who(self.seat), machine=Name(self.machine))


class Skipped(Done, frozen=True, tag="skipped"):
    """An open effect was declined."""

    def text(self) -> Text:
        return Text("{who} did without the effect.", who=Who(self.seat))


class Dismantled(Done, frozen=True, tag="dismantled"):
    """A machine was taken apart and went into the crusher."""

    machine: str

    def text(self) -> Text:
        return Text(
            "{who} dismantled {machine} for {gained}.",
            who=Who(self.seat),
            machine=Name(self.machine),
            gained=self.gained,
        )


class Reorganised(Done, frozen=True, tag="reorganised"):
    """A workshop was laid out anew."""

    stacks: tuple[tuple[str, ...], ...]

    def text(self) -> Text:
        layout = [name_stack(stack) for stack in self.stacks]
        return Text("{who} reorganised the workshop: {layout}.", who=Who(self.seat), layout=layout)


class Traded(Done, frozen=True, tag="traded"):
    """One transaction at the market."""

    def text(self) -> Text:
        return Text("{who} gave {paid} for {gained}.", who=Who(self.seat), paid=self.paid, gained=self.gained)


class Extracted(Done, frozen=True, tag="extracted"):
    """The workshop's own extractor paid."""

    def text(self) -> Text:
        return Text("{who} extracted {gained}.", who=Who(self.seat), gained=self.gained)


class Recruited(Done, frozen=True, tag="recruited"):
    """An assistant was recruited."""

    assistant: str

    def text(self) -> Text:
        return Text(
            "{who} recruited {assistant} for {paid}.",
            who=Who(self.seat),
            assistant=Name(self.assistant),
            paid=self.paid,
        )


class DrewProjects(Done, frozen=True, tag="drew_projects"):
    """Private projects were drawn; only their owner sees them."""

    projects: tuple[str, ...]

    def text(self) -> Text:
        return Text("{who} drew the private projects {projects}.", who=Who(self.seat), projects=name_all(self.projects))


class Completed(Done, frozen=True, tag="completed"):
    """A project was completed."""

    project: str

    def text(self) -> Text:
        points = self.change.get("points", 0)
        return Count(
            "{who} completed {project} for {n} point.",
            "{who} completed {project} for {n} points.",
            points,
            who=Who(self.seat),
            project=Name(self.project),
        )


class DiscardedProjects(Done, frozen=True, tag="discarded_projects"):
    """What was left of the private projects went out of the game."""

    projects: tuple[str, ...]

    def text(self) -> Text:
        return Text(
            "{who} discarded the private project {projects}.", who=Who(self.seat), projects=name_all(self.projects)
        )


class TurnEnded(Done, frozen=True, tag="turn_ended"):
    """A turn was finished."""

    def text(self) -> Text:
        return Text("{who} finished the turn.", who=Who(self.seat))


class BeltMoved(Event, frozen=True, tag="belt_moved"):
    """The belt was reset: one machine out, the others to the right, new ones in."""

    discarded: str | None
    drawn: tuple[str, ...]

    def text(self) -> Text:
        return Text(
            "The belt moved: {discarded} went into the crusher; new: {drawn}.",
            discarded=name_all([self.discarded] if self.discarded else []),
            drawn=name_all(self.drawn),
        )


class ScrapPaid(Done, frozen=True, tag="scrap_paid"):
    """The Scrap Dealer was paid for the machine that left the belt."""

    def text(self) -> Text:
        return Text("{who}'s Scrap Dealer earned {gained}.", who=Who(self.seat), gained=self.gained)


class AssistantsCame(Event, frozen=True, tag="assistants_came"):
    """The meeting room was filled up."""

    assistants: tuple[str, ...]

    def text(self) -> Text:
        return Text("New in the meeting room: {assistants}.", assistants=name_all(self.assistants))


class GameEnded(Event, frozen=True, tag="game_ended"):
    """Somebody declared enough points; majorities were scored."""

    declared: tuple[Seat, ...]
    majorities: tuple[int, ...]

    def text(self) -> Text:
        scored = [Text("{who} {n}", who=Who(seat), n=n) for seat, n in enumerate(self.majorities)]
        return Text(
            "{declared} declared enough points to end the game; points for majorities: {scored}.",
            declared=[Who(seat) for seat in self.declared],
            scored=scored,
        )

    def changes(self) -> dict[tuple[Seat, str], int]:
        """Majorities are points."""
        return {(seat, "points"): n for seat, n in enumerate(self.majorities) if n}


EVENTS = (
    Placed,
    FoundNoPlace,
    Spoiled,
    Used,
    Acquired,
    LostMachine,
    Collected,
    Topdecked,
    Dialled,
    Repaired,
    Stole,
    Tangled,
    Cancelled,
    Recycled,
    Skipped,
    Dismantled,
    Reorganised,
    Traded,
    Extracted,
    Recruited,
    DrewProjects,
    Completed,
    DiscardedProjects,
    TurnEnded,
    BeltMoved,
    ScrapPaid,
    AssistantsCame,
    GameEnded,
)
