"""What a game may tell of a position besides its rules: how far it has come, and what each seat has in it, in whole numbers."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from engine.core.types import Seat

FINISHED = 16
"""How far a game has come that is about to end."""


class GameParts(NamedTuple):
    """What a chance to win is worked out from: for each seat as many whole numbers as there are names.

    Whoever weighs them does so on imagined positions, thousands of times for a decision: no view is built for it.
    """

    guesses: Mapping[str, tuple[int, int]]
    """By name, what one more is worth early in a game and at its end, in thousandths of a logit: how parts compare."""
    weigh: Callable[[Any, Any, Seat], Sequence[int]]
    """Book, state, seat: how much of each part the seat has."""
    find_progress: Callable[[Any, Any], int]
    """Book, state: how far the game has come, from 0 to FINISHED; what a seat does in its own turn must not change it."""
