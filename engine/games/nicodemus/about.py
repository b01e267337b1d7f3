"""What is known of a machine or a project of Nicodemus, in the game's words."""

from engine.core.language import Amount, Count, Name, Text, name_all
from engine.games.nicodemus.book import NicodemusBook
from engine.games.nicodemus.cards import Machine, Project
from engine.games.nicodemus.prices import unfold
from engine.games.nicodemus.words import bundle_price


def about(book: NicodemusBook, card: str) -> list[Text]:
    """Return all that is known of a machine or a project."""
    if card in book.machines:
        return about_machine(book, book.machines[card])
    if card not in book.projects:
        return []
    project = book.projects[card]
    said = {"points": Count("{n} point", "{n} points", project.points), "takes": about_project(project)}
    return [Text("Project, {points}: takes {takes}, the newest machine of your workshop among them.", **said)]


def about_machine(book: NicodemusBook, machine: Machine) -> list[Text]:
    """Return what a machine is worth, what it costs, and what it gives played or repaired."""
    cost = bundle_price(unfold(book.costs[machine.id]))
    made = (
        Text("1 resource of any kind") if machine.production == "any" else Text("{n}", n=Amount(machine.production, 1))
    )
    return [
        Count(
            "Machine ({colour}), {n} point; {copies} in the game.",
            "Machine ({colour}), {n} points; {copies} in the game.",
            machine.points,
            colour=Name(machine.colour),
            copies=machine.copies,
        ),
        Text("To repair: {cost}, and 1 charcoalium for each newer machine of the bric-a-brac.", cost=cost),
        Text(
            "Played from your hand: {coins} (coins), {made} (make), or its effect: {does}.",
            coins=Amount("charcoalium", machine.points),
            made=made,
            does=Name(machine.effect),
        ),
        Text("In your workshop it takes {made} off each repair.", made=made),
    ]


def about_project(project: Project) -> Text:
    """Return the machines that a project takes."""
    if project.kind == "colours" and len(project.needs) > 1:
        return Text("one machine of each colour: {colours}", colours=name_all(project.needs))
    if project.kind == "colours":
        ((colour, n),) = project.needs.items()
        return about_colour(colour, n)
    if project.kind == "symbols" and len(project.needs) > 1:
        *kinds, last = name_all(project.needs)
        return Text("machines that make {kinds} and {last}", kinds=kinds, last=last)
    if project.kind == "symbols":
        return Count(
            "{n} machine that makes {kind}",
            "{n} machines that make {kind}",
            *project.needs.values(),
            kind=Name(*project.needs),
        )
    if project.kind == "points":
        return Text(
            "{n} machines worth exactly {value}", n=project.count, value=Count("{n} point", "{n} points", project.value)
        )
    return Text("{n} identical machines", n=project.count)


def about_colour(colour: str, n: int) -> Text:
    """Return a number of machines of one colour."""
    said = {
        "blue": Count("{n} blue machine", "{n} blue machines", n),
        "purple": Count("{n} purple machine", "{n} purple machines", n),
        "red": Count("{n} red machine", "{n} red machines", n),
        "yellow": Count("{n} yellow machine", "{n} yellow machines", n),
    }
    return said[colour]
