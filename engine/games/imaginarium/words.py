"""What is on the table, said in short."""

from collections.abc import Mapping, Sequence
from functools import cache

from engine.core.language import Amount, Name, Text, join_resources, list_amounts, name_all
from engine.games.imaginarium.cards import RESOURCES, Assistant, Project

ASKED = {
    "plan": Text("Reserve a machine or take an extractor."),
    "use": Text("Use your machines, then pick up what you planned."),
    "pick_up": Text("Pick up what you planned, then turn the hands with `dial`."),
    "actions": Text("Do your actions, complete projects, and end your turn."),
    "complete": Text("Complete projects, or end your turn."),
    "effect": Text("Name the goods for the effect, or skip it."),
    "offer": Text("Use the effect with `effect`, or skip it."),
    "tangle": Text("Turn one space of each opponent face down, or skip."),
    "cancel": Text("Cancel a project, or skip."),
    "recover": Text("Bring a machine back from the crusher, or skip."),
}

PHASES = {"plan": Text("planning"), "over": Text("the end")}
IMPLEMENTATION = Text("implementation")


def list_goods(goods: Mapping[str, int]) -> list[Amount | Text]:
    """Return goods as they are told, given or taken: `2 wood`, `1 of each resource`."""
    return join_resources(list_amounts({good: abs(n) for good, n in goods.items()}), RESOURCES)


def name_each(things: Sequence[str]) -> list[Name]:
    """Return things by their names, each once."""
    return name_all(dict.fromkeys(things))


def name_stack(stack: Sequence[str]) -> Name | Text:
    """Return the machines of one space as they are named together: `Carpenteur + Combusteur`."""
    named: Name | Text = Name(stack[0])
    for card in stack[1:]:
        named = Text("{cards} + {card}", cards=named, card=Name(card))
    return named


@cache
def about_assistant(assistant: Assistant) -> Text:
    """Return what an assistant does, in a few words."""
    n, coal = assistant.amount, Amount("charcoalium", assistant.amount)
    return {
        "free_actions": Text("from your next turn on, any two actions"),
        "scrap_pay": Text("{coal} per level of the machine that the reset discards", coal=coal),
        "repeat_work": Text("repair and dismantle {n} times a turn", n=n),
        "project_bonus": Text("{n} point more for each project", n=n),
        "base_price": Text("reserved machines cost the base cost only"),
        "extra_spaces": Text("{n} more workshop spaces", n=n),
        "top_of_deck": Text("once a turn, buy the top of the deck for {coal}", coal=coal),
        "private_projects": Text("draw {n} private projects, score one", n=n),
        "point_price": Text("points cost {coal}", coal=coal),
        "transactions": Text("{n} transactions a turn", n=n),
        "double_effect": Text("use a machine {n} times when you repair it", n=n),
        "borrow": Text("each turn, use a single machine of an opponent"),
        "majority_value": Text("each majority is worth {n} points", n=n),
    }[assistant.effect]


@cache
def about_project(project: Project) -> Text:
    """Return what a project asks for, in a few words."""
    n = project.count
    return {
        "spaces_with": Text("production machines on {n} spaces", n=n),
        "family": Text("{n} machines for {family}", n=n, family=Name(project.family)),
        "families": Text("an attack and a defence machine"),
        "identical_stack": Text("a stack of {n} identical machines", n=n),
        "machines": Text("{n} repaired machines", n=n),
        "level": Text("{n} machines of level {level}", n=n, level=project.level),
        "output_total": Text("make {n} resources a turn, of {kinds} kinds", n=n, kinds=project.kinds),
        "output_each": Text("make wood, copper and crystal each turn"),
        "output_alike": Text("make {n} equal resources a turn", n=n),
        "assistants": Text("{n} assistants", n=n),
        "charcoalium": Text("show {coal}", coal=Amount("charcoalium", n)),
    }[project.condition]
