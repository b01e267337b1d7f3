"""The figures: what share of its waits a game is spared, and how long it takes with the rest."""

from collections.abc import Iterator, Sequence
from statistics import mean, median
from typing import NamedTuple

from bench.rows import Row
from bench.waits.counting import Habit, Length, measure_length
from bench.waits.people import People
from bench.waits.traces import Slip, Tracer

BY_HAND = Habit()
HABITS = {
    "one note ahead": Habit(1),
    "two notes ahead": Habit(2),
    "one note ahead, all that fire": Habit(1, any_firing=True),
    "one note ahead, the next left when it fired": Habit(1, reads=True),
}
BARS = {
    ("imaginarium", 2): (0.40, None),
    ("imaginarium", 4): (0.40, None),
    ("nicodemus", 2): (0.35, None),
    ("fantastic_factories", 2): (0.20, None),
    ("fantastic_factories", 4): (0.10, None),
    ("mech_a_dream", 2): (0.35, None),
    ("mech_a_dream", 4): (0.35, 0.55),
}
"""For each game and number of seats, what one note ahead and what two ahead have to save."""
BY_MAIL = Habit(by_mail=True)
MAILED, MAILED_SEATS, MOST_MAILED = "fantastic_factories", 4, 45 / 79
DRAWS = 8
Games = Sequence[Sequence[Slip]]


class Mean(NamedTuple):
    """How long games were: their waits on average, their days in the middle."""

    waits: float
    days: float


def measure(games: int, wanted: Sequence[str] = ()) -> Iterator[Row]:
    """Yield what notes save in each game (or in some), and what tails save where it is played by mail."""
    for (game, seats), bars in BARS.items():
        if wanted and game not in wanted:
            continue
        tracers = [Tracer(game, seats, number) for number in range(games)]
        yield from compare(f"{game}, {seats} seats", [one.play() for one in tracers], bars)
        if (game, seats) == (MAILED, MAILED_SEATS):
            yield from compare_tails(tracers)


def compare(where: str, traced: Games, bars: Sequence[float | None]) -> Iterator[Row]:
    """Yield what each habit saves of the waits of some games."""
    without = find_mean(traced, BY_HAND)
    for (name, habit), bar in zip(HABITS.items(), (*bars, None, None), strict=True):
        saved = find_mean(traced, habit)
        detail = f"{_say(without)} become {_say(saved)}"
        yield Row(f"{where}: {name}", 1 - saved.waits / without.waits, bar, detail)


def compare_tails(without_tails: Sequence[Tracer]) -> Iterator[Row]:
    """Yield how many waits are left by mail where turns have tails, those that are right and those that are just played; and what the latter cost."""
    with_tails = [Tracer(MAILED, MAILED_SEATS, number, tails_act=True) for number in range(len(without_tails))]
    traced, played = [one.slips for one in without_tails], [one.play() for one in with_tails]
    without = find_mean(traced, BY_MAIL)
    ways = {
        "right tails": (traced, BY_MAIL._replace(tails=True), None),
        "every tail played": (played, BY_MAIL, MOST_MAILED),
    }
    for name, (games, habit, bar) in ways.items():
        left = find_mean(games, habit)
        detail = f"{_say(without)} become {_say(left)}"
        yield Row(f"{MAILED}, by mail: {name}", left.waits / without.waits, bar, detail, more_is_better=False)
    by_hand, by_tails = mean_points(without_tails), mean_points(with_tails)
    detail = f"{by_hand:.1f} points become {by_tails:.1f}"
    yield Row(f"{MAILED}, by mail: points with every tail played", by_tails / by_hand, None, detail)


def mean_points(tracers: Sequence[Tracer]) -> float:
    """Return how many points a seat has at the end of games."""
    results = [one.table.result for one in tracers]
    return mean(points for result in results if result is not None for points in result.scores)


def find_mean(games: Games, habit: Habit) -> Mean:
    """Return how long games are, each played by several tables of people."""
    lengths: list[Length] = [
        measure_length(slips, habit, People(f"{number}:{draw}"))
        for number, slips in enumerate(games)
        for draw in range(DRAWS)
    ]
    return Mean(mean(one.waits for one in lengths), median(one.days for one in lengths))


def _say(length: Mean) -> str:
    return f"{length.waits:.1f} waits in {length.days:.0f} days"
