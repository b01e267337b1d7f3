"""When people answer: after hours that vary, never at night or at the weekend, each by the clock of where they live."""

import math
import random

MEDIAN_HOURS, SPREAD = 6.0, 1.0
MORNING, NIGHT, WEEK, WORKDAYS = 7, 23, 7, 5
ZONES = (0, -5, 8, 1, -8)
"""How far the clocks of the seats are from the first one's, in hours."""


class People:
    """The people at a table; what they are asked twice they answer after the same time."""

    def __init__(self, seed: str) -> None:
        """Choose when in a week the game begins."""
        self.seed = seed
        self.begin = random.Random(seed).uniform(0, 24 * WEEK)

    def answer(self, what: object, seat: int, asked: float) -> float:
        """Return when a seat answers, in hours since the game began, if it is asked at this hour."""
        rng = random.Random(f"{self.seed}:{what}")
        zone = ZONES[seat % len(ZONES)]
        local = self.begin + zone + asked + rng.lognormvariate(math.log(MEDIAN_HOURS), SPREAD)
        return _wake(local, rng.random()) - self.begin - zone


def _wake(local: float, late: float) -> float:
    """Return the moment itself, or when somebody who sleeps or is away then comes back: soon after a morning begins."""
    day, hour = divmod(local, 24)
    is_off = day % WEEK >= WORKDAYS
    if MORNING <= hour < NIGHT and not is_off:
        return local
    day += is_off or hour >= NIGHT
    while day % WEEK >= WORKDAYS:
        day += 1
    return day * 24 + MORNING + late
