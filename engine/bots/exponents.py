"""Chances out of logits in whole numbers, so that every machine comes to the same decision."""

from collections.abc import Sequence
from decimal import Decimal, localcontext
from functools import cache

ONE = 1 << 32
"""A chance of one."""
LOGIT = 1 << 16
"""A logit of one."""
STEPS = 16
"""So many steps of the table are one logit; between them it is straight."""
FURTHEST = 16
"""Beyond so many logits nothing changes any more."""
_STEP = LOGIT // STEPS
_LOWEST, _HIGHEST = -FURTHEST * LOGIT, FURTHEST * LOGIT - 1


@cache
def _list_exponents() -> tuple[int, ...]:
    with localcontext() as context:
        context.prec = 40
        return tuple(int(ONE * (Decimal(n) / STEPS).exp()) for n in range(-FURTHEST * STEPS, FURTHEST * STEPS + 1))


def share(logits: Sequence[int], one: int) -> int:
    """Return the chance of one among several, of ONE."""
    table, mine, others = _list_exponents(), logits[one], 0
    for other, logit in enumerate(logits):
        if other != one:
            more = min(max(logit - mine, _LOWEST), _HIGHEST) - _LOWEST
            step, rest = divmod(more, _STEP)
            others += table[step] + (table[step + 1] - table[step]) * rest // _STEP
    return ONE * ONE // (ONE + others)
