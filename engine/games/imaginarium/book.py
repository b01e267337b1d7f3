"""An edition of Imaginarium with its answers worked out once: cards by id, and moves that depend on a card alone."""

from collections import Counter
from collections.abc import Iterator, Mapping

from engine.core.books import Book, Corrected
from engine.core.errors import Refused
from engine.games.imaginarium.cards import GOODS, HOLDINGS, RESOURCES, SEATS, USABLE, ImaginariumEdition, Machine
from engine.games.imaginarium.moves import Repair, Scrap
from engine.games.imaginarium.projects import Projects
from engine.games.imaginarium.stacks import Combinations, payments


class ImaginariumBook(Book[ImaginariumEdition]):
    """Cards by id, assistants by talent, and every move that depends on a card alone."""

    def __init__(self, edition: ImaginariumEdition, corrected: Corrected) -> None:
        """Index the edition, or refuse a club's edition that can't be played."""
        refuse_unplayable(edition)
        super().__init__(edition, corrected)
        self.machines = {machine.id: machine for machine in edition.machine}
        self.assistants = {assistant.id: assistant for assistant in edition.assistant}
        self.helper = {assistant.effect: assistant for assistant in edition.assistant}
        self.stacks = Combinations(self.machines)
        self.projects = Projects(edition.project, self.stacks)
        self.deliveries = {workshop.id: workshop.goods for workshop in edition.workshop}
        self.extractors = edition.board.extractors
        self.repairs = {machine.id: Repair(machine.id) for machine in edition.machine}
        self.repair_costs = {machine.id: repair_cost(machine) for machine in edition.machine}
        self.scraps = {machine.id: scraps(machine) for machine in edition.machine}


def repair_cost(machine: Machine) -> tuple[int, int, int]:
    """Return wood, copper and crystal for a repair."""
    wood, copper, crystal = (machine.repair.get(kind, 0) for kind in RESOURCES)
    return wood, copper, crystal


def scraps(machine: Machine) -> tuple[Scrap, ...]:
    """Return every way to dismantle a broken machine: as many units of its repair list as its level."""
    if not machine.dismantles:
        return ()
    return tuple(Scrap(machine.id, goods) for goods in payments(*repair_cost(machine), machine.level))


def refuse_unplayable(edition: ImaginariumEdition) -> None:
    """Refuse an edition that can't be played, naming the first problem."""
    problem = next(_problems(edition), None)
    if problem is not None:
        raise Refused("broken_edition", "The edition does not fit: {error}.", error=problem)


def _problems(edition: ImaginariumEdition) -> Iterator[str]:
    for machine in edition.machine:
        yield from (f"{problem} (`{machine.id}`)" for problem in _machine_problems(edition, machine))
    yield from _board_problems(edition)
    talents = [assistant.effect for assistant in edition.assistant]
    if len(set(talents)) != len(talents):
        yield "two assistants have the same effect"
    if any(assistant.cost < 0 or assistant.amount < 0 for assistant in edition.assistant):
        yield "an assistant's figure is below 0"
    if any(project.count < 1 or project.points < 1 for project in edition.project):
        yield "a project asks for less than 1 or is worth less than 1"
    if any((project.condition == "families") != bool(project.families) for project in edition.project):
        yield "families are named by the projects that ask for them, and by no others"
    market = edition.market
    if not _are_amounts(market.buy, (*RESOURCES, "point")) or not _are_amounts(market.sell, RESOURCES):
        yield "the market has other kinds or prices below 0"


def _machine_problems(edition: ImaginariumEdition, machine: Machine) -> Iterator[str]:
    known = {other.id for other in edition.machine}
    if machine.level < 1 or machine.copies < 0:
        yield "level or copies are too low"
    if not machine.repair or not _are_amounts(machine.repair, RESOURCES):
        yield "the repair list holds other kinds, or nothing"
    if not _are_amounts(machine.output, HOLDINGS) or not 0 <= machine.input <= 9:  # noqa: PLR2004 - lists stay short
        yield "input or output don't fit"
    if machine.effect in USABLE and not machine.multipliers:
        yield "a machine that is used needs a multiplier"
    if (machine.effect == "steal") != (len(machine.steal) == 1) or not _are_amounts(machine.steal, GOODS):
        yield "a theft is of one good"
    if not known.issuperset(machine.combines_with) or not known.issuperset(machine.blocks):
        yield "it names machines that there are not"


def _board_problems(edition: ImaginariumEdition) -> Iterator[str]:
    board = edition.board
    if not board.belt or not board.extractors or min(*board.belt, *board.extractors) < 0:
        yield "the board needs a belt and extractors"
    if not 0 <= board.assistants_shown <= len(edition.assistant):
        yield "there are not so many assistants to show"
    if any(not 0 <= board.projects.get(str(number), -1) <= len(edition.project) for number in SEATS):
        yield "projects must be given for each number of players, and there must be as many"
    if len(edition.workshop) < SEATS[-1] or edition.bench.spaces < 1:
        yield "there are too few workshops, or they have no space"
    yield from _delivery_problems(edition)


def _delivery_problems(edition: ImaginariumEdition) -> Iterator[str]:
    copies = Counter({machine.id: machine.copies for machine in edition.machine})
    for workshop in edition.workshop:
        copies.subtract(workshop.machines)
        if len(workshop.machines) > edition.bench.spaces or not _are_amounts(workshop.goods, GOODS):
            yield f"machines or goods don't fit (`{workshop.id}`)"
    if min(copies.values()) < 0:
        yield "the workshops take more machines than there are"
    peaceful = sum(max(0, copies[machine.id]) for machine in edition.machine if machine.family != "attack")
    if peaceful < len(edition.board.belt):
        yield "there are too few machines for the first belt"


def _are_amounts(goods: Mapping[str, int], kinds: tuple[str, ...]) -> bool:
    return all(kind in kinds and n >= 0 for kind, n in goods.items())
