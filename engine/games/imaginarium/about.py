"""What the machines of Imaginarium do, in one line: where a card lies, its reader need not look it up."""

from engine.core.language import Amount, Name, Text, list_amounts, name_all
from engine.games.imaginarium.book import ImaginariumBook
from engine.games.imaginarium.cards import Machine
from engine.games.imaginarium.effects import remains_of
from engine.games.imaginarium.gloss import does, makes
from engine.games.imaginarium.stacks import Making
from engine.games.imaginarium.state import Stack
from engine.games.imaginarium.words import about_assistant, about_project, list_goods


def about(book: ImaginariumBook, card: str) -> list[Text]:
    """Return all that is known of a machine, an assistant or a project."""
    if card in book.machines:
        return all_of_machine(book, book.machines[card])
    if card in book.assistants:
        assistant = book.assistants[card]
        cost = Amount("charcoalium", assistant.cost)
        return [Text("Assistant, costs {cost}: {does}.", cost=cost, does=about_assistant(assistant))]
    if card not in book.projects.by_id:
        return []
    project = book.projects.by_id[card]
    said = {"points": Amount("points", project.points), "later": book.edition.figures.later_project}
    return [Text("Project, {points}, {later} less after somebody else: {asks}.", asks=about_project(project), **said)]


def all_of_machine(book: ImaginariumBook, machine: Machine) -> list[Text]:
    """Return a machine's level, repair list and effect, its neighbours, and what is left of it."""
    told = [
        Text("Machine of level {level}; {copies} in the game.", level=machine.level, copies=machine.copies),
        Text("{does}.", does=about_machine(book, machine.id)),
        Text("To repair: {goods}.", goods=list_goods(machine.repair)),
    ]
    if machine.combines_with:
        told.append(Text("Can share a space with {cards}.", cards=name_all(machine.combines_with)))
    if machine.dismantles:
        parts, points = remains_of(machine, "parts"), remains_of(machine, "points")
        told.append(Text("Dismantled: {parts}, or {points}.", parts=list_goods(parts), points=list_amounts(points)))
    return told


def about_machine(book: ImaginariumBook, card: str) -> Text:
    """Return the family of a machine, what it does, and what it does beside its like."""
    machine = book.machines[card]
    said = {"family": Name(machine.family), "does": does(book, machine)}
    if machine.lightning:
        return Text("{family} · {does}, once", **said)
    more = [amount_together(book, card, n) for n in range(2, len(machine.multipliers) + 1)]
    if not more:
        return Text("{family} · {does}", **said)
    return Text("{family} · {does} (together {more})", **said, more=more)


def amount_together(book: ImaginariumBook, card: str, n: int) -> Text:
    """Return how much so many identical machines make on one space: `×2: 3`."""
    making: Making = book.stacks.making((card,) * n)
    return Text("×{n}: {made}", n=n, made=making.choice or making.gives[0][1])


def about_stack(book: ImaginariumBook, stack: Stack) -> Text:
    """Return what the machines of one space do together each turn; of what has worked once, that it has."""
    if book.stacks.find_making(stack) is not None:
        return makes(book, stack)
    blocked = dict.fromkeys(attack for card in stack for attack in book.machines[card].blocks)
    if blocked:
        return Text("protects from {cards}", cards=[Name(card) for card in blocked])
    return Text("worked when it was repaired")
