"""How good a position looks: points, what becomes points, and what machines will bring in the nights to come."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from engine.games.mech_a_dream.book import DreamBook
from engine.games.mech_a_dream.cards import MOMENTS, PURPLE, Amounts, Machine

USE = {"flower": 0.4, "ink": 0.35, "rainbow": 1.0, "points": 1.0, "hourglass": 0.8, "activation": 1.0}
"""What one of each is worth while there is time to use it."""
POWERS = {"ink": 0.7, "rainbow": 0.5, "time": 1.1, "flower": 0.4}
"""What a green machine is worth for each day that is left."""
PATIENCE = 0.82
"""How much of a machine's worth is left for each step that it still needs."""
STEPS_A_DAY = 3
MACHINES_A_DAY = 2
"""How quickly a workshop fills up towards its end."""
SPECIALIST = 0.5
EDITIONS_KEPT = 16


def appraise(book: DreamBook, view: Mapping[str, Any], seat: int) -> float:
    """Return about how many points a seat will have in the end."""
    return appraiser_of(book).worth(view, seat)


class Appraiser:
    """Weighs a view; what a use of each machine is worth is worked out once."""

    def __init__(self, book: DreamBook) -> None:
        self.book = book
        self.by_night = {machine.id: per_night(machine) for machine in book.edition.machine}
        self.at_once = {machine.id: once(machine) for machine in book.edition.machine}
        self.robots = {
            robot.id: max(
                max(worth(one.outputs) - worth(one.inputs), 0.8 if one.special else 0) for one in robot.effects
            )
            for robot in book.edition.robot
        }

    def worth(self, view: Mapping[str, Any], seat: int) -> float:
        """Return about how many points a seat will have in the end."""
        mine = view["players"][seat]
        left = self.days_left(view)
        nights = left + (0 if view["step"] == "over" else not mine["asleep"])
        time = min(1.0, left / 4)
        total: float = mine["points"] + mine["rainbow"] * (1 + 0.4 * time)
        total += self.goods(mine["flower"], time) + self.goods(mine["ink"], time) * 1.1
        total += self.workshop(mine, nights, left, at_night=view["step"] == "night")
        total += sum(self.machine_to_come(mine, tile, view, left) for tile in mine["belt"])
        return float(total + self.screen(view, mine) + SPECIALIST * len(mine["specialists"]) * left)

    def days_left(self, view: Mapping[str, Any]) -> int:
        """Return about how many days follow this one: a workshop that is nearly full ends the game."""
        board = self.book.board
        most = max(len(player["built"]) for player in view["players"])
        wanting = max(board.end_machines - most, 0)
        return int(min(board.days - view["day"], (wanting + MACHINES_A_DAY - 1) // MACHINES_A_DAY))

    def goods(self, n: int, time: float) -> float:
        """Return what flowers or ink are worth; the last before the limit are worth little."""
        return n * 0.2 + time * (0.35 * min(n, 6) + 0.05 * max(n - 6, 0))

    def screen(self, view: Mapping[str, Any], mine: Mapping[str, Any]) -> float:
        """Return what the chosen or opened screen promises."""
        robot = mine["robot"] or view["chosen"]
        return float(self.robots.get(robot, 0.0) * (self.book.board.days - view["day"]))

    def workshop(self, mine: Mapping[str, Any], nights: int, left: int, *, at_night: bool) -> float:
        """Return what built machines will bring; what has worked tonight works again tomorrow."""
        used = mine["used"] if at_night else ()
        return sum(self.by_night[tile] * (left if tile in used else nights) for tile in mine["built"])

    def machine_to_come(self, mine: Mapping[str, Any], tile: str, view: Mapping[str, Any], left: int) -> float:
        """Return what a machine on the belt will bring, less for each step that nobody makes yet."""
        moments = len(MOMENTS) - view["moment"] if view["step"] == "day" else 0
        steps = max(mine["belt"][tile] - mine["assistants"].count(tile) * moments, 0)
        wait = (steps + STEPS_A_DAY - 1) // STEPS_A_DAY
        nights = left + (view["step"] == "day") - wait
        if nights < 0:
            return 0.0
        bonus = self.book.slot_points(len(mine["built"]) + 1)
        return float((self.at_once[tile] + bonus + self.by_night[tile] * nights) * PATIENCE**steps)


@lru_cache(EDITIONS_KEPT)
def appraiser_of(book: DreamBook) -> Appraiser:
    """Return the appraiser of an edition."""
    return Appraiser(book)


def worth(amounts: Amounts) -> float:
    """Return what some goods are worth."""
    return float(sum(each * getattr(amounts, kind) for kind, each in USE.items()))


def per_night(machine: Machine) -> float:
    """Return what a built machine is worth for each night."""
    if machine.colour in PURPLE:
        return max(worth(machine.outputs) - worth(machine.inputs), 0.3)
    return POWERS[machine.power.reduces] * machine.power.by if machine.power else 0.0


def once(machine: Machine) -> float:
    """Return what a machine is worth when it is built."""
    return 0.0 if machine.colour in PURPLE else worth(machine.outputs)
