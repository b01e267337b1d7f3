"""What happens in Nicodemus."""

from typing import Literal

from engine.core.language import Amount, Count, Name, Text, Who, name_all
from engine.core.types import Event, Seat
from engine.games.nicodemus.words import bundle, bundle_price


class Played(Event, frozen=True, tag="played"):
    """A machine was added to the bric-a-brac."""

    seat: Seat
    card: str
    choice: Literal["coins", "make", "effect"]

    def text(self) -> Text:
        """Tell it."""
        sentences = {
            "coins": Text("{who} played {card} for charcoalium.", who=Who(self.seat), card=Name(self.card)),
            "make": Text("{who} played {card} for what it makes.", who=Who(self.seat), card=Name(self.card)),
            "effect": Text("{who} played {card} for its effect.", who=Who(self.seat), card=Name(self.card)),
        }
        return sentences[self.choice]


class Gained(Event, frozen=True, tag="gained"):
    """Tokens were gained; `taken` of them from the opponent, because the reserve was short."""

    seat: Seat
    kind: str
    n: int
    taken: int = 0

    def text(self) -> Text:
        """Tell it."""
        goods = bundle([self.kind] * self.n)
        if not self.n:
            return Text("There was no {kind} left for {who}.", kind=Name(self.kind), who=Who(self.seat))
        if self.taken:
            return Text(
                "{who} gained {goods}, {taken} of it from {victim}.",
                who=Who(self.seat),
                goods=goods,
                taken=self.taken,
                victim=Who(1 - self.seat),
            )
        return Text("{who} gained {goods}.", who=Who(self.seat), goods=goods)


class Copied(Event, frozen=True, tag="copied"):
    """An effect was copied."""

    seat: Seat
    card: str

    def text(self) -> Text:
        """Tell it."""
        return Text("{who} copied the effect of {card}.", who=Who(self.seat), card=Name(self.card))


class Discarded(Event, frozen=True, tag="discarded"):
    """A machine of one's own hand was discarded."""

    seat: Seat
    card: str

    def text(self) -> Text:
        """Tell it."""
        return Text("{who} discarded {card} from hand.", who=Who(self.seat), card=Name(self.card))


class Scrapped(Event, frozen=True, tag="scrapped"):
    """A machine of the row was discarded; charcoalium on it went to the reserve."""

    seat: Seat
    card: str
    coins: int = 0

    def text(self) -> Text:
        """Tell it."""
        who, card = Who(self.seat), Name(self.card)
        if not self.coins:
            return Text("{who} scrapped {card}.", who=who, card=card)
        return Text(
            "{who} scrapped {card}; the {coins} on it went to the reserve.",
            who=who,
            card=card,
            coins=Amount("charcoalium", self.coins),
        )


class Swapped(Event, frozen=True, tag="swapped"):
    """A token was given to the reserve for another."""

    seat: Seat
    give: str

    def text(self) -> Text:
        """Tell it."""
        return Text("{who} gave {give} to the reserve.", who=Who(self.seat), give=Name(self.give))


class Stolen(Event, frozen=True, tag="stolen"):
    """Tokens and machines of the hand changed hands."""

    seat: Seat
    goods: tuple[str, ...] = ()
    machines: int = 0

    def text(self) -> Text:
        """Tell it."""
        who, victim, goods = Who(self.seat), Who(1 - self.seat), bundle(self.goods)
        if self.goods and self.machines:
            return Text("{who} stole {goods} and a machine from {victim}.", who=who, goods=goods, victim=victim)
        if self.goods:
            return Text("{who} stole {goods} from {victim}.", who=who, goods=goods, victim=victim)
        if self.machines:
            return Text("{who} stole a machine from {victim}.", who=who, victim=victim)
        return Text("{who} found nothing to steal.", who=who)


class MachineStolen(Event, frozen=True, tag="machine_stolen"):
    """Which machine was stolen: the two players know."""

    card: str

    def text(self) -> Text:
        """Tell it."""
        return Text("The stolen machine is {card}.", card=Name(self.card))


class Sabotaged(Event, frozen=True, tag="sabotaged"):
    """The opponent lost tokens to the reserve and machines of the hand to the discard pile."""

    seat: Seat
    goods: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()

    def text(self) -> Text:
        """Tell it."""
        victim, goods, cards = Who(1 - self.seat), bundle(self.goods), name_all(self.cards)
        if self.goods and self.cards:
            return Text("{victim} lost {goods} and discarded {cards}.", victim=victim, goods=goods, cards=cards)
        if self.goods:
            return Text("{victim} lost {goods}.", victim=victim, goods=goods)
        if self.cards:
            return Text("{victim} discarded {cards}.", victim=victim, cards=cards)
        return Text("{victim} had nothing to lose.", victim=victim)


class ProjectsLookedAt(Event, frozen=True, tag="projects_looked_at"):
    """Projects were drawn that their drawer alone sees."""

    seat: Seat
    n: int

    def text(self) -> Text:
        """Tell it."""
        return Count("{who} drew {n} project.", "{who} drew {n} projects.", self.n, who=Who(self.seat))


class ProjectsDrawn(Event, frozen=True, tag="projects_drawn"):
    """Which projects were drawn: for both players to see, or for their drawer alone."""

    seat: Seat
    projects: tuple[str, ...] = ()

    def text(self) -> Text:
        """Tell it."""
        if not self.projects:
            return Text("There was no project left to draw for {who}.", who=Who(self.seat))
        return Text("{who} drew the projects {projects}.", who=Who(self.seat), projects=name_all(self.projects))


class ProjectKept(Event, frozen=True, tag="project_kept"):
    """A drawn project became a player's own."""

    seat: Seat
    project: str

    def text(self) -> Text:
        """Tell it."""
        return Text("{who} kept the project {project}.", who=Who(self.seat), project=Name(self.project))


class Refilled(Event, frozen=True, tag="refilled"):
    """A hand was refilled."""

    seat: Seat
    n: int

    def text(self) -> Text:
        """Tell it."""
        return Count("{who} drew {n} machine.", "{who} drew {n} machines.", self.n, who=Who(self.seat))


class Drew(Event, frozen=True, tag="drew"):
    """Which machines were drawn: their owner knows."""

    cards: tuple[str, ...]

    def text(self) -> Text:
        """Tell it."""
        return Text("You drew {cards}.", cards=name_all(self.cards))


class Purged(Event, frozen=True, tag="purged"):
    """The oldest machines of a full bric-a-brac were discarded."""

    cards: tuple[str, ...]
    coins: int = 0

    def text(self) -> Text:
        """Tell it."""
        return Text(
            "The bric-a-brac was full: {cards} were discarded, {coins} went to the reserve.",
            cards=name_all(self.cards),
            coins=Amount("charcoalium", self.coins),
        )


class Repaired(Event, frozen=True, tag="repaired"):
    """A machine was paid for, taken with the charcoalium on it, and scored."""

    seat: Seat
    card: str
    points: int
    paid: tuple[str, ...] = ()
    found: int = 0

    def text(self) -> Text:
        """Tell it."""
        said = {"who": Who(self.seat), "card": Name(self.card), "paid": bundle_price(self.paid)}
        if self.found:
            return Count(
                "{who} repaired {card} for {n} point, paid {paid} and found {found} on it.",
                "{who} repaired {card} for {n} points, paid {paid} and found {found} on it.",
                self.points,
                found=Amount("charcoalium", self.found),
                **said,
            )
        if not self.paid:
            return Count(
                "{who} repaired {card} for {n} point and paid nothing.",
                "{who} repaired {card} for {n} points and paid nothing.",
                self.points,
                **said,
            )
        return Count(
            "{who} repaired {card} for {n} point and paid {paid}.",
            "{who} repaired {card} for {n} points and paid {paid}.",
            self.points,
            **said,
        )


class ProjectClaimed(Event, frozen=True, tag="project_claimed"):
    """A project was claimed."""

    seat: Seat
    project: str
    points: int

    def text(self) -> Text:
        """Tell it."""
        return Count(
            "{who} claimed {project} for {n} point.",
            "{who} claimed {project} for {n} points.",
            self.points,
            who=Who(self.seat),
            project=Name(self.project),
        )


class SetAside(Event, frozen=True, tag="set_aside"):
    """Machines left a workshop for good."""

    seat: Seat
    cards: tuple[str, ...]

    def text(self) -> Text:
        """Tell it."""
        return Text("{who} set aside {cards}.", who=Who(self.seat), cards=name_all(self.cards))


class Passed(Event, frozen=True, tag="passed"):
    """A player could do nothing."""

    seat: Seat

    def text(self) -> Text:
        """Tell it."""
        return Text("{who} passed.", who=Who(self.seat))


class EndTriggered(Event, frozen=True, tag="end_triggered"):
    """The game ends with this round."""

    seat: Seat
    how: Literal["points", "deck"]

    def text(self) -> Text:
        """Tell it."""
        if self.how == "points":
            return Text("{who} reached the final score: the game ends with this round.", who=Who(self.seat))
        return Text("The deck could not refill the hand of {who}: the game ends with this round.", who=Who(self.seat))


EVENTS = (
    Played,
    Gained,
    Copied,
    Discarded,
    Scrapped,
    Swapped,
    Stolen,
    MachineStolen,
    Sabotaged,
    ProjectsLookedAt,
    ProjectsDrawn,
    ProjectKept,
    Refilled,
    Drew,
    Purged,
    Repaired,
    ProjectClaimed,
    SetAside,
    Passed,
    EndTriggered,
)
