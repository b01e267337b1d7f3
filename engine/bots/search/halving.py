"""Which of several lines is best: all are tried on the same deals, and after each round the weaker half drops out."""

from collections.abc import Callable, Sequence
from typing import NamedTuple


class Trial(NamedTuple):
    """A line by its place among those that were tried, what it brought on each deal."""

    place: int
    values: list[int]

    @property
    def mean(self) -> int:
        """What it brought on average."""
        return sum(self.values) // len(self.values)


def halve(lines: int, value: Callable[[int, int], int], is_spent: Callable[[int, int], bool]) -> list[Trial]:
    """Return all lines, the best first: those that stayed longest, then by what they brought, then by place.

    `value(line, deal)` tries a line on a deal; `is_spent(round, rounds)` tells whether a round may take no more.
    """
    alive = [Trial(place, []) for place in range(lines)]
    out: list[Trial] = []
    rounds, deal = max(1, (lines - 1).bit_length()), 0
    for number in range(rounds):
        while deal == 0 or not is_spent(number + 1, rounds):
            for trial in alive:
                trial.values.append(value(trial.place, deal))
            deal += 1
        alive = sort_trials(alive)
        keep = (len(alive) + 1) // 2
        out = alive[keep:] + out
        alive = alive[:keep]
    return alive + out


def sort_trials(trials: Sequence[Trial]) -> list[Trial]:
    """Return trials by what they brought, more first; equal ones in their order."""
    return sorted(trials, key=lambda one: (-one.mean, one.place))
