"""How many waits and days a game takes: the longest chain of answers that had to be waited for."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from bench.waits.people import People
from bench.waits.traces import Slip


class Habit(NamedTuple):
    """How people use notes, and which of those that fire are counted."""

    ahead: int = 0
    """How many notes a list has that is left with a turn played by hand."""
    any_firing: bool = False
    """Whether a note counts that plays something else than its player would choose."""
    by_mail: bool = False
    """Whether each continuation after one's own reveal is a mail of its own."""
    tails: bool = False
    """Whether a turn by mail says how it goes on after a reveal."""
    reads: bool = False
    """Whether the next list is left when the mail is read that says that one fired."""


class Length(NamedTuple):
    """How long a game was."""

    waits: int
    days: float


def measure_length(slips: Sequence[Slip], habit: Habit, people: People) -> Length:
    """Return how many waits the longest chain of a game has, and how many days the game takes."""
    latest, deepest = [0.0], [0]
    times: list[float] = []
    depths: list[int] = []
    fired: Counter[int] = Counter()
    for index, slip in enumerate(slips):
        at, depth = latest[slip.after], deepest[slip.after]
        if slip.goes_on and slip.previous is not None:
            at, depth = times[slip.previous], depths[slip.previous]
        left = _find_left(slip, fired[slip.seat], habit, people, times, at)
        if left is not None and _counts(slip, left, habit):
            fired[slip.seat] += 1
        elif slip.goes_on and not fired[slip.seat] and ((slip.by_tail and habit.tails) or not habit.by_mail):
            pass
        else:
            at, depth = people.answer(index, slip.seat, at), depth + 1
            fired[slip.seat] = 0
        times.append(at)
        depths.append(depth)
        latest.append(max(latest[-1], at))
        deepest.append(max(deepest[-1], depth))
    return Length(deepest[-1], latest[-1] / 24)


def _find_left(slip: Slip, fired: int, habit: Habit, people: People, times: Sequence[float], at: float) -> int | None:
    """Return which note of which list is left for an ask: the first of the last one, the second of the one before."""
    if slip.goes_on:
        return None
    if fired < habit.ahead:
        return fired
    if habit.reads and slip.previous is not None:
        read = people.answer(f"read {slip.previous}", slip.seat, times[slip.previous])
        return 0 if read <= at else None
    return None


def _counts(slip: Slip, left: int, habit: Habit) -> bool:
    fitness = slip.notes[left] if left < len(slip.notes) else None
    return fitness is not None and (fitness.fires if habit.any_firing else fitness.true)
