"""An edition of Nicodemus with its answers worked out once: lookups, costs, and the moves that each card offers."""

from collections.abc import Callable

from engine.core.books import Book, Corrected
from engine.core.errors import Refused
from engine.games.nicodemus.cards import Machine, NicodemusEdition, Owed
from engine.games.nicodemus.moves import Play
from engine.games.nicodemus.state import NicodemusOptions

CONDITIONAL = frozenset({"scrap_hand", "scrap_row", "exchange", "copy"})
"""The kinds of effect that can't always be done."""


class NicodemusBook(Book[NicodemusEdition]):
    """An edition with its answers worked out once: lookups, costs, and the moves that each card offers."""

    def __init__(self, edition: NicodemusEdition, corrected: Corrected) -> None:
        """Index the edition, or refuse a club's edition that can't be played."""
        refuse_unplayable(edition)
        super().__init__(edition, corrected)
        self.limits = edition.limits
        self.machines = {machine.id: machine for machine in edition.machine}
        self.projects = {project.id: project for project in edition.project}
        self.effects = {effect.id: effect for effect in edition.effect}
        self.effect_of = {card: self.effects[machine.effect] for card, machine in self.machines.items()}
        self.makes: dict[str, str] = {card: machine.production for card, machine in self.machines.items()}
        self.points = {card: machine.points for card, machine in self.machines.items()}
        self.costs = {card: cost_of(machine) for card, machine in self.machines.items()}
        self.features = {
            kind: {card: show(machine) for card, machine in self.machines.items()} for kind, show in SHOWN.items()
        }
        # The plays that are always open; a machine whose effect depends on the position offers it besides.
        self.plays = {card: plays_of(machine) for card, machine in self.machines.items()}
        self.effect_plays = {card: Play(card, "effect") for card in self.machines}
        self.conditional = {card for card, effect in self.effect_of.items() if effect.kind in CONDITIONAL}
        for card in self.machines.keys() - self.conditional:
            self.plays[card] += (self.effect_plays[card],)

    def hides_drawn(self, options: NicodemusOptions) -> bool:
        """Tell whether drawn projects are seen by their drawer alone (the ruling `drawn_projects`)."""
        return self.corrected["drawn_unseen"] and options.drawn_projects == "hidden"


SHOWN: dict[str, Callable[[Machine], str]] = {
    "colours": lambda machine: machine.colour,
    "symbols": lambda machine: machine.production,
    "points": lambda machine: str(machine.points),
    "identical": lambda machine: machine.id,
}
"""What each kind of project looks at in a machine."""


def refuse_unplayable(edition: NicodemusEdition) -> None:
    """Refuse an edition whose figures don't fit together."""
    effects = {effect.id for effect in edition.effect}
    for machine in edition.machine:
        if machine.effect not in effects:
            raise Refused(
                "broken_edition",
                "The edition gives {machine} the effect `{effect}`, which the game does not have.",
                machine=machine.id,
                effect=machine.effect,
            )
    machines = sum(machine.copies for machine in edition.machine)
    dealt = 2 * edition.setup.hand + edition.setup.machines_face_up
    if dealt > machines or edition.setup.projects_face_up > len(edition.project):
        raise Refused(
            "broken_edition",
            "The edition deals more than there is: {dealt} of {n} machines, {shown} of {tiles} projects.",
            dealt=dealt,
            n=machines,
            shown=edition.setup.projects_face_up,
            tiles=len(edition.project),
        )


def cost_of(machine: Machine) -> Owed:
    """Return what a repair takes before discounts."""
    return machine.cost.wood, machine.cost.copper, machine.cost.crystal


def plays_of(machine: Machine) -> tuple[Play, ...]:
    """Return the choices A and B of a machine."""
    coins = Play(machine.id, "coins")
    if machine.production != "any":
        return coins, Play(machine.id, "make")
    return (
        coins,
        Play(machine.id, "make", "wood"),
        Play(machine.id, "make", "copper"),
        Play(machine.id, "make", "crystal"),
    )
