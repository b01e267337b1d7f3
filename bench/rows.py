"""A line of the table: what was measured, the ratio, the bar it should hold, and the figures behind it."""

import gc
import time
from collections.abc import Callable
from typing import Any, NamedTuple


class Row(NamedTuple):
    """One measured ratio; `bar` is a lower bound when `more_is_better`, else an upper one."""

    name: str
    ratio: float
    bar: float | None
    detail: str
    more_is_better: bool = True

    @property
    def holds(self) -> bool:
        """Whether the bar is held."""
        if self.bar is None:
            return True
        return self.ratio >= self.bar if self.more_is_better else self.ratio <= self.bar


def seconds(work: Callable[[], Any], rounds: int = 5) -> float:
    """Return the best of several timings: the one that the rest of the machine disturbed least."""
    best = float("inf")
    for _ in range(rounds):
        gc.collect()
        began = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - began)
    return best
