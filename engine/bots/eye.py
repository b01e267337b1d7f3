"""How good an imagined position looks for a seat, in whole numbers: a chance to win where the game tells its parts."""

from functools import lru_cache
from operator import mul
from typing import Protocol

from engine.bots.exponents import LOGIT, ONE, share
from engine.bots.fits import MILLION, Weights, find_fit, weigh_by_progress
from engine.core.chance import Chance
from engine.core.parts import FINISHED
from engine.core.rules import AnyRules
from engine.core.table import Table
from engine.core.types import Options, Result, Seat, State

NUDGE, MOST_NUDGED = ONE >> 12, 64
"""Of two games that are won alike, the one with the higher lead is better by so much for each point, up to a limit."""
DECIDED = 1 << 80
"""More than any appraisal that is no chance."""
FINE = 1 << 16
GREAT = 30 * FINE
"""A lead in appraisals that is half of what a win is above an even game."""
NO_CHANCE = Chance(b"")


class Eye(Protocol):
    """Sees imagined positions whole, so it must never be shown the true one."""

    def strength(self, state: State, seat: Seat) -> int:
        """Return how strong a seat is by itself, to compare its moves in a hurry."""

    def chance(self, state: State, seat: Seat) -> int:
        """Return what a position is worth to a seat: more is better."""


class PartsEye:
    """Weighs the parts that a game tells, by a fit; the worth of a position is the chance to win it, of ONE."""

    def __init__(self, rules: AnyRules, seats: int, weights: Weights, hasty: Weights | None = None) -> None:
        assert rules.parts is not None
        self._rules, self._book, self._seats = rules, rules.book, range(seats)
        self._weigh, self._find_progress = rules.parts.weigh, rules.parts.find_progress
        self._weights, self._hasty = weights, hasty or weights

    def strength(self, state: State, seat: Seat) -> int:
        """Return the logit of a seat's parts, as they count for who looks no further than the next move."""
        weights = self._hasty[self._find_progress(self._book, state)]
        return sum(map(mul, weights, self._weigh(self._book, state, seat)))

    def logits(self, state: State) -> list[int]:
        """Return the logit of each seat, in LOGITs."""
        weights, weigh = self._weights[self._find_progress(self._book, state)], self._weigh
        found = [sum(map(mul, weights, weigh(self._book, state, seat))) for seat in self._seats]
        return [logit * LOGIT // (FINISHED * MILLION) for logit in found]

    def chance(self, state: State, seat: Seat) -> int:
        """Return the chance to win, of ONE; a decided game counts as it ended."""
        result = self._rules.result(state)
        if result is None:
            return share(self.logits(state), seat)
        return count_win(result, seat) + NUDGE * count_lead(result, seat)


class ViewEye:
    """Appraises views by the game's own word; a decided game counts for more than all."""

    def __init__(self, rules: AnyRules, seats: int, options: Options) -> None:
        self._rules, self._seats, self._options = rules, seats, options

    def strength(self, state: State, seat: Seat) -> int:
        """Return the appraisal of the seat's view."""
        table = Table(self._rules, state, NO_CHANCE, self._seats, self._options)
        return round(self._rules.appraise(table.view(seat), seat) * FINE)

    def chance(self, state: State, seat: Seat) -> int:
        """Return the seat's appraisal less the best of the others."""
        result = self._rules.result(state)
        if result is not None:
            return DECIDED * count_win(result, seat) + count_lead(result, seat)
        others = (self.strength(state, other) for other in range(self._seats) if other != seat)
        return self.strength(state, seat) - max(others, default=0)


class FlatEye(ViewEye):
    """Appraises views, but so that games that are decided and others can be averaged: a lead counts for less the greater it is, and never for a win."""

    def chance(self, state: State, seat: Seat) -> int:
        """Return what a position is worth, from 0 to ONE."""
        result = self._rules.result(state)
        if result is not None:
            return count_win(result, seat) + NUDGE * count_lead(result, seat)
        lead = super().chance(state, seat)
        return ONE // 2 + ONE * lead // (2 * (GREAT + abs(lead)))


def count_win(result: Result, seat: Seat) -> int:
    """Return how much of the win is a seat's, of ONE."""
    return ONE // len(result.winners) if seat in result.winners else 0


def count_lead(result: Result, seat: Seat) -> int:
    """Return by how many points a seat is before the best of the others, within limits."""
    others = max((score for other, score in enumerate(result.scores) if other != seat), default=0)
    return max(-MOST_NUDGED, min(MOST_NUDGED, result.scores[seat] - others))


@lru_cache(64)
def open_eye(rules: AnyRules, seats: int, options: Options, fit: int, *, flat: bool = False) -> Eye:
    """Return what bots look at a game with: by a fit where there is one that they play by."""
    found = open_fit(rules, seats, fit) if is_played(rules, fit) else None
    return found or (FlatEye if flat else ViewEye)(rules, seats, options)


@lru_cache(64)
def open_fit(rules: AnyRules, seats: int, fit: int) -> PartsEye | None:
    """Return who tells chances to win by a fit; None of a game that has none, or of somebody who plays alone."""
    found = find_fit(rules, fit)
    if rules.parts is None or found is None or seats == 1:
        return None
    weights = weigh_by_progress(found.table, rules.parts, seats)
    hasty = weigh_by_progress(found.hasty, rules.parts, seats) if found.hasty else None
    return PartsEye(rules, seats, weights, hasty)


def is_played(rules: AnyRules, fit: int) -> bool:
    """Tell whether bots play by a fit."""
    found = find_fit(rules, fit)
    return found is not None and found.plays
