"""What each player of Mech A Dream has in a position, in whole numbers: what a chance to win is worked out from."""

from collections.abc import Sequence
from functools import lru_cache

from engine.core.parts import FINISHED, GameParts
from engine.core.types import Seat
from engine.games.mech_a_dream.appraisal import EDITIONS_KEPT, MACHINES_A_DAY, STEPS_A_DAY, appraiser_of
from engine.games.mech_a_dream.book import DreamBook
from engine.games.mech_a_dream.cards import MOMENTS
from engine.games.mech_a_dream.state import DreamState, Player

GUESSES = {
    "points": (100, 100),
    "rainbows": (120, 100),
    "flowers": (60, 20),
    "ink": (66, 20),
    "spare": (12, 20),
    "nights": (10, 10),
    "to_come": (13, 10),
    "screen": (10, 10),
    "specialists": (50, 50),
    "first": (0, 0),
}
TENTHS = 10
USEFUL = 6
"""Flowers and ink beyond so many are spare."""
PATIENCE: tuple[int, ...] = tuple(TENTHS * 82**steps // 100**steps for steps in range(16))
"""How many tenths of a machine's worth are left for each step that it still needs."""


class Weights:
    """What each machine and screen is worth, in tenths, worked out once for an edition."""

    def __init__(self, book: DreamBook) -> None:
        seen = appraiser_of(book)
        self.by_night = {tile: round(TENTHS * worth) for tile, worth in seen.by_night.items()}
        self.at_once = {tile: round(TENTHS * worth) for tile, worth in seen.at_once.items()}
        self.robots = {"": 0, **{robot: round(TENTHS * worth) for robot, worth in seen.robots.items()}}


@lru_cache(EDITIONS_KEPT)
def weights_of(book: DreamBook) -> Weights:
    """Return the weights of an edition."""
    return Weights(book)


def weigh_parts(book: DreamBook, state: DreamState, seat: Seat) -> Sequence[int]:
    """Return points, goods, what built machines and those on the belt will bring, the screen, specialists, who begins."""
    player, weights, left = state.players[seat], weights_of(book), count_days_left(book, state)
    flower, ink = min(player.flower, USEFUL), min(player.ink, USEFUL)
    return (
        player.points,
        player.rainbow,
        flower,
        ink,
        player.flower + player.ink - flower - ink,
        _weigh_nights(weights, state, player, left),
        sum(_weigh_to_come(book, state, player, tile, left) for tile in player.belt),
        weights.robots[player.robot or player.chosen] * (book.board.days - state.day),
        len(player.specialists) * left,
        state.first == seat,
    )


def count_days_left(book: DreamBook, state: DreamState) -> int:
    """Return about how many days follow this one: a workshop that is nearly full ends the game."""
    board = book.board
    wanting = max(0, board.end_machines - max(len(player.built) for player in state.players))
    return int(min(board.days - state.day, (wanting + MACHINES_A_DAY - 1) // MACHINES_A_DAY))


def _weigh_nights(weights: Weights, state: DreamState, player: Player, left: int) -> int:
    """Value what built machines will bring; what has worked tonight works again tomorrow."""
    nights = left + (state.step != "over" and not player.asleep)
    used = player.used if state.step == "night" else ()
    by_night = weights.by_night
    return sum(by_night[tile] * (left if tile in used else nights) for tile in player.built)


def _weigh_to_come(book: DreamBook, state: DreamState, player: Player, tile: str, left: int) -> int:
    """Value a machine on the belt, less for each step that nobody makes yet."""
    weights, is_day = weights_of(book), state.step == "day"
    moments = len(MOMENTS) - state.moment if is_day else 0
    steps = max(player.belt[tile] - player.assistants.count(tile) * moments, 0)
    nights = left + is_day - (steps + STEPS_A_DAY - 1) // STEPS_A_DAY
    if nights < 0:
        return 0
    bonus = TENTHS * book.slot_points(len(player.built) + 1)
    worth = weights.at_once[tile] + bonus + weights.by_night[tile] * nights
    return worth * PATIENCE[min(steps, len(PATIENCE) - 1)] // TENTHS


def find_progress(book: DreamBook, state: DreamState) -> int:
    """Return how much of the week is over; what a seat does in its turn must not change how its parts are weighed."""
    if state.step == "over":
        return FINISHED
    moment = state.moment if state.step == "day" else len(MOMENTS)
    return FINISHED * (len(MOMENTS) * (state.day - 1) + moment) // (len(MOMENTS) * book.board.days)


PARTS = GameParts(GUESSES, weigh_parts, find_progress)
