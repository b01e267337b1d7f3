"""What each player of Imaginarium has in a position, in whole numbers: what a chance to win is worked out from."""

from collections.abc import Sequence
from functools import lru_cache
from operator import le
from typing import NamedTuple

from engine.core.parts import FINISHED, GameParts
from engine.core.types import Seat
from engine.games.imaginarium.appraisal import (
    PLENTY,
    TALENTS,
    bargain,
    income,
    promise,
    value_yard,
)
from engine.games.imaginarium.book import ImaginariumBook
from engine.games.imaginarium.cards import GOODS
from engine.games.imaginarium.prices import price_of, unit_price
from engine.games.imaginarium.projects import Spaces
from engine.games.imaginarium.scoring import majority_value
from engine.games.imaginarium.stacks import REMEMBERED
from engine.games.imaginarium.state import ImaginariumState, Player, Turn

GUESSES = {
    "points": (250, 450),
    "wood": (22, 10),
    "copper": (32, 12),
    "crystal": (42, 15),
    "charcoalium": (35, 60),
    "surplus": (10, 10),
    "making": (14, 2),
    "pointing": (120, 80),
    "unused": (2, 3),
    "levels": (100, 120),
    "spare": (35, 5),
    "yard": (3, 1),
    "talents": (25, 5),
    "met": (200, 350),
    "near": (5, 4),
    "majorities": (20, 120),
    "planned": (3, 2),
    "goal": (0, 500),
    "reserved": (0, 0),
    "ready": (0, 0),
    "repairing": (0, 0),
    "buying": (0, 0),
    "dismantling": (0, 0),
    "extracting": (0, 0),
    "recruiting": (0, 0),
}
TENTHS, TWELFTHS = 10, 12
MOST_SPARE = 2
NOTHING_OPEN = 0, 0, 0, 0, 0
USUAL_ROUNDS = 16


class WorkshopWorth(NamedTuple):
    """What a layout of machines makes in one round (in tenths, and points), what it can be dismantled for, and its room."""

    making: int
    pointing: int
    levels: int
    spare: int


@lru_cache(REMEMBERED)
def weigh_workshop(book: ImaginariumBook, spaces: Spaces) -> WorkshopWorth:
    """Return what a layout is good for."""
    points = sum(_points_of(book, stack) for stack in spaces if stack)
    made = sum(income(book, stack) for stack in spaces if stack)
    cards = [book.machines[card] for stack in spaces for card in stack]
    levels = sum(machine.level for machine in cards if machine.dismantles)
    return WorkshopWorth(int(TENTHS * made) - 100 * points, points, levels, min(MOST_SPARE, spaces.count(())))


def _points_of(book: ImaginariumBook, stack: tuple[str, ...]) -> int:
    making = book.stacks.find_making(stack)
    return 0 if making is None else dict(making.gives).get("points", 0)


def weigh_parts(book: ImaginariumBook, state: ImaginariumState, seat: Seat) -> Sequence[int]:
    """Return points and goods, the workshop, the yard, assistants, projects, majorities and the place that was taken."""
    player, rounds = state.players[seat], max(1.5, 7 - state.round / 3)
    workshop, ready = weigh_workshop(book, tuple(player.spaces)), _list_ready(book, player)
    place = _find_place(state, seat)
    goods = [min(getattr(player, good), PLENTY) for good in GOODS]
    held = player.wood + player.copper + player.crystal + player.charcoalium
    return (
        player.points,
        *goods,
        held - sum(goods),
        workshop.making,
        workshop.pointing,
        _weigh_unused(book, state, player, seat),
        workshop.levels,
        workshop.spare,
        int(TENTHS * value_yard(book, player, rounds)),
        sum(TALENTS[book.assistants[one].effect] for one in player.assistants),
        *_weigh_projects(book, state, player, seat),
        _weigh_majorities(book, state, player),
        int(TENTHS * _weigh_planned(book, state, player, seat, place, rounds)),
        player.points >= book.edition.figures.goal,
        place is not None and place < len(state.belt),
        len(ready),
        *_weigh_dial(book, state, player, seat, ready, rounds),
    )


def _weigh_unused(book: ImaginariumBook, state: ImaginariumState, player: Player, seat: Seat) -> int:
    """Value what the machines will still make this round: closing the step forgoes it."""
    if state.step == "over":
        return 0
    is_planning = state.step == "plan"
    turn = next((at for at, piece in enumerate(state.track) if piece.seat == seat and not piece.saboteur), -1)
    if not is_planning and (turn < state.at or (turn == state.at and state.step != "use")):
        return 0
    used = state.now.used if not is_planning and turn == state.at else ()
    return sum(int(TENTHS * income(book, stack)) for n, stack in enumerate(player.spaces) if stack and n not in used)


def _weigh_projects(book: ImaginariumBook, state: ImaginariumState, player: Player, seat: Seat) -> tuple[int, int]:
    """Return the points of projects that are fulfilled, and in twelfths those of others as far as they are."""
    known, met, near = book.projects.progress_by_machines(tuple(player.spaces)), 0, 0
    wanted = [(one.id, bool(one.completed)) for one in state.projects if seat not in one.completed]
    for project, is_later in (*wanted, *((private, False) for private in player.private)):
        progress = known[project] if project in known else book.projects.progress(project, player)
        points = book.projects.by_id[project].points - is_later
        if progress == 1:
            met += points
        else:
            near += points * int(TWELFTHS * progress)
    return met, near


def _weigh_majorities(book: ImaginariumBook, state: ImaginariumState, player: Player) -> int:
    leads = 0
    for good in GOODS:
        mine = getattr(player, good)
        leads += mine > 0 and all(getattr(other, good) <= mine for other in state.players)
    return leads * majority_value(book, player)


def _weigh_planned(
    book: ImaginariumBook, state: ImaginariumState, player: Player, seat: Seat, place: int | None, rounds: float
) -> float:
    """Value the place that was taken: what the machine will be worth less its price, or the extractor's charcoalium."""
    if place is None:
        return 0.0
    if place >= len(state.belt):
        return 1.3 * book.extractors[place - len(state.belt)]
    machine = state.belt[place]
    return bargain(book, machine, price_of(book, state, seat, place), player, rounds) if machine else 0.0


def _find_place(state: ImaginariumState, seat: Seat) -> int | None:
    """Return the place that a seat's handyman has taken and not been served at yet."""
    at, piece = next((at, one) for at, one in enumerate(state.track) if one.seat == seat and not one.saboteur)
    is_served = state.step != "plan" and (at < state.at or (at == state.at and state.now.picked_up))
    return None if is_served else piece.place


def _list_ready(book: ImaginariumBook, player: Player) -> list[str]:
    """Return the broken machines each of which could be repaired with what is there."""
    if not player.yard or () not in player.spaces:
        return []
    purse = player.wood, player.copper, player.crystal
    return [card for card in player.yard if all(map(le, book.repair_costs[card], purse))]


def _weigh_dial(
    book: ImaginariumBook, state: ImaginariumState, player: Player, seat: Seat, ready: Sequence[str], rounds: float
) -> Sequence[int]:
    """Return what the actions that the hands point to can still bring: turning the hands brings nothing by itself."""
    if state.step != "actions" or state.track[state.at].seat != seat:
        return NOTHING_OPEN
    left, coal = _list_left(state.now), player.charcoalium
    helpers = [book.assistants[one] for one in state.assistants] if "recruit" in left else []
    bought = state.now.times if state.now.action == "transact" else 0
    points = coal // unit_price(book, player.assistants, "point")
    return (
        max((int(TENTHS * promise(book, card, rounds)) for card in ready), default=0) * ("repair" in left),
        max(0, min(book.edition.market.transactions - bought, points)) * ("transact" in left),
        _find_highest(book, tuple(player.spaces)) * ("dismantle" in left),
        "extract" in left,
        max((TALENTS[one.effect] for one in helpers if one.cost <= coal), default=0),
    )


def _list_left(now: Turn) -> list[str]:
    """Return the actions that can still be begun, and a market that was not left."""
    actions = now.pair or ()
    return [one for one in actions if one not in now.finished and (one != now.action or one == "transact")]


@lru_cache(REMEMBERED)
def _find_highest(book: ImaginariumBook, spaces: Spaces) -> int:
    """Return the highest level of what can be dismantled for points."""
    alone = [book.machines[stack[0]] for stack in spaces if len(stack) == 1]
    return max((machine.level for machine in alone if machine.dismantles), default=0)


def find_progress(book: ImaginariumBook, state: ImaginariumState) -> int:
    """Return how near the end usually is by now; what a seat does in its turn must not change how its parts are weighed."""
    return min(FINISHED, FINISHED * state.round // USUAL_ROUNDS)


PARTS = GameParts(GUESSES, weigh_parts, find_progress)
