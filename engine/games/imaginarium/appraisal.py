"""How good a view looks for a seat: points, what the workshop will still make, and what is nearly done."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from engine.core.types import Seat
from engine.games.imaginarium.book import ImaginariumBook
from engine.games.imaginarium.cards import GOODS, Machine
from engine.games.imaginarium.projects import Spaces
from engine.games.imaginarium.seen import seen_player
from engine.games.imaginarium.stacks import REMEMBERED
from engine.games.imaginarium.state import Player, Stack

POINT = 10.0
WORTH = {"wood": 0.9, "copper": 1.3, "crystal": 1.7, "charcoalium": 1.3, "points": POINT}
"""What one unit is worth; a point costs five charcoalium, so charcoalium is worth a little less than two."""
RESOURCE = 1.1
PLENTY = 8
SURPLUS = 0.3
"""Beyond plenty, units of a kind are worth this share."""
GOAL = 30.0
"""What it is worth to be able to end the game."""
TALENTS = {
    "free_actions": 12,
    "scrap_pay": 6,
    "repeat_work": 10,
    "project_bonus": 14,
    "base_price": 10,
    "extra_spaces": 9,
    "top_of_deck": 4,
    "private_projects": 18,
    "point_price": 14,
    "transactions": 8,
    "double_effect": 6,
    "borrow": 7,
    "majority_value": 6,
}
SPARE_SPACE = 1.5
STEP = 2.0
"""A repaired machine is a step towards some project."""
SHARES = (1.0, 0.5, 0.3, 0.1, 0.1)
"""How much the best, second, ... broken machine counts."""
MET = 8.0
"""A point of a project that is fulfilled but not yet completed."""
NEARLY = 3.0
"""A point of a project in proportion to how far it is fulfilled."""


def appraise(book: ImaginariumBook, view: Mapping[str, Any], seat: Seat) -> float:
    """Return the worth of points, goods, machines, assistants, projects and the place that was taken."""
    player = seen_player(view, seat)
    rounds = max(1.5, 7 - int(view["round"]) / 3)
    worth = _goods(book, view["screen"]) + _workshop(book, player, rounds) + value_yard(book, player, rounds)
    worth += sum(TALENTS[book.assistants[one].effect] for one in player.assistants) * rounds / 7
    worth += _still_to_use(book, view, player) + _projects(book, view, player)
    return worth + _planned(book, view, player, rounds)


def _goods(book: ImaginariumBook, screen: Mapping[str, int]) -> float:
    worth: float = POINT * screen["points"] + (GOAL if screen["points"] >= book.edition.figures.goal else 0.0)
    for kind in GOODS:
        n = screen[kind]
        worth += WORTH[kind] * (n if n <= PLENTY else PLENTY + (n - PLENTY) * SURPLUS)
    return worth


@lru_cache(REMEMBERED)
def income(book: ImaginariumBook, stack: Stack) -> float:
    """Return the worth of one use of a stack."""
    making = book.stacks.find_making(stack)
    if making is None:
        return 0.0
    made = sum(WORTH[good] * n for good, n in making.gives) + making.choice * WORTH["crystal"]
    return max(0.0, made - making.input * RESOURCE)


def _workshop(book: ImaginariumBook, player: Player, rounds: float) -> float:
    made = sum(income(book, stack) for stack in player.spaces if stack)
    parts = sum(_remains(book.machines[card]) for stack in player.spaces for card in stack)
    return made * rounds + parts + SPARE_SPACE * min(2, player.spaces.count(()))


def _still_to_use(book: ImaginariumBook, view: Mapping[str, Any], player: Player) -> float:
    """What the machines will make this round, as long as they can still be used: closing the step forgoes it."""
    turn, you = view["turn"], view["you"]
    if turn is None or any(piece["done"] and piece["seat"] == you and not piece["saboteur"] for piece in view["order"]):
        return 0.0
    is_mine = view["step"] != "plan" and turn["seat"] == you
    if is_mine and view["step"] != "use":
        return 0.0
    used = turn["used"] if is_mine else ()
    spaces = enumerate(player.spaces, start=1)
    return 0.9 * sum(income(book, stack) for space, stack in spaces if stack and space not in used)


def _remains(machine: Machine) -> float:
    """What a repaired machine is good for besides its use: points when dismantled, protection, the tie-break."""
    return 3.0 * machine.level if machine.dismantles else 1.0


@lru_cache(REMEMBERED)
def promise(book: ImaginariumBook, card: str, rounds: float) -> float:
    """Return what a broken machine will be worth once it is repaired, less the repair."""
    machine = book.machines[card]
    cost = sum(WORTH[good] * n for good, n in machine.repair.items())
    return max(0.5 * machine.level, income(book, (card,)) * rounds + _remains(machine) + STEP - cost)


def readiness(book: ImaginariumBook, card: str, player: Player) -> float:
    """Return how near a repair is: resources at hand, and a free space."""
    ready = _value_resources(book.repair_costs[card], player.wood, player.copper, player.crystal)
    return ready if () in player.spaces else ready / 2


@lru_cache(REMEMBERED)
def _value_resources(cost: tuple[int, int, int], *purse: int) -> float:
    return 0.2 + 0.65 * sum(map(min, cost, purse)) / sum(cost)


def value_yard(book: ImaginariumBook, player: Player, rounds: float) -> float:
    """The best broken machines count; hoarding more hardly does."""
    if not player.yard:
        return 0
    worths = [promise(book, card, rounds) * readiness(book, card, player) for card in player.yard]
    return sum(worth * share for worth, share in zip(sorted(worths, reverse=True), SHARES, strict=False))


def _projects(book: ImaginariumBook, view: Mapping[str, Any], player: Player) -> float:
    you, worth = view["you"], 0.0
    near = _near_by_machines(book, tuple(player.spaces))
    for one in view["projects"]:
        completed, project = one["completed"], one["id"]
        if you not in completed:
            nearness = near[project] if project in near else _nearness(book.projects.progress(project, player))
            worth += (one["points"] - bool(completed)) * nearness
    for private in view["private"]:
        worth += book.projects.by_id[private].points * _nearness(book.projects.progress(private, player))
    return worth


@lru_cache(REMEMBERED)
def _near_by_machines(book: ImaginariumBook, spaces: Spaces) -> dict[str, float]:
    """Return how near each project is that asks for nothing but machines."""
    return {project: _nearness(progress) for project, progress in book.projects.progress_by_machines(spaces).items()}


def _nearness(progress: float) -> float:
    return MET if progress == 1 else NEARLY * progress


def _planned(book: ImaginariumBook, view: Mapping[str, Any], player: Player, rounds: float) -> float:
    """The place that was taken: what the machine will be worth less its price, or the extractor's charcoalium."""
    place = next((one["place"] for one in view["order"] if one["seat"] == view["you"] and not one["saboteur"]), None)
    turn = view["turn"]
    if place is None or (turn and turn["seat"] == view["you"] and turn["picked_up"]):
        return 0.0
    if place >= len(view["belt"]):
        return WORTH["charcoalium"] * int(view["extractors"][place - len(view["belt"])]["gives"])
    one = view["belt"][place]
    return bargain(book, one["machine"], int(one["price"]), player, rounds)


def bargain(book: ImaginariumBook, machine: str, price: int, player: Player, rounds: float) -> float:
    """Return what a reserved machine will be worth in the yard, less its price."""
    coming = sum(book.stacks.coal(stack) for stack in player.spaces)
    lacking = max(0, price - player.charcoalium - coming)
    resources = player.wood + player.copper + player.crystal
    if 2 * lacking > resources:
        return -12.0
    with_it = Player(player.workshop, player.spaces, yard=[*player.yard, machine])
    without = Player(player.workshop, player.spaces, yard=player.yard)
    gain = value_yard(book, with_it, rounds) - value_yard(book, without, rounds)
    return gain - WORTH["charcoalium"] * (price - lacking) - 2 * RESOURCE * lacking
