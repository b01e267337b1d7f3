"""How a decision compares with the best that its player could have seen, and what was luck in it: both with their errors."""

from collections.abc import Sequence
from statistics import fmean, stdev
from typing import NamedTuple

from engine.analysis.decisions import Decision
from engine.bots.desk import Desk
from engine.bots.exponents import ONE
from engine.bots.eye import Eye, PartsEye
from engine.bots.fits import MILLION
from engine.bots.search.levels import Effort, SearchBot
from engine.bots.search.rollouts import Rollouts
from engine.bots.worlds import play_move
from engine.core.chance import Chance, Stream
from engine.core.editions import Label
from engine.core.parts import FINISHED
from engine.core.types import Move, Seat, State

GLANCE = Effort(moves=800, lines=4, rounds=2, even=True)
"""What is looked at to find a better line, and how far lines are played on: to the end of the next round."""
DEALS = 24
"""So many deals two lines are compared on, none of which was used to find them; and as many tell what was luck."""
WAVER, STEPS = FINISHED * MILLION // 4, 100
"""By so much of a logit, a quarter, those who play on may be wrong about a move, in so many steps each way."""
BEYOND = 2
"""Of what is within so many standard errors nothing is said."""


class Estimate(NamedTuple):
    """A difference in the chance to win, from -1 to 1, and its standard error."""

    mean: float
    error: float

    @property
    def is_clear(self) -> bool:
        """Whether it can be told from nothing."""
        return abs(self.mean) > BEYOND * self.error


NOTHING = Estimate(0.0, 0.0)


class Judgement(NamedTuple):
    """What would have been better than what was played, and by how much; and what its outcome brought besides."""

    better: tuple[Move, ...] = ()
    lost: Estimate = NOTHING
    luck: Estimate = NOTHING


class Wavering:
    """An eye that sees a little wrong, each time anew: nobody plays on exactly as one would think."""

    def __init__(self, eye: Eye, stream: Stream) -> None:
        self._eye, self._stream = eye, stream

    def strength(self, state: State, seat: Seat) -> int:
        """Return how strong a seat is, more or less."""
        return self._eye.strength(state, seat) + WAVER * (self._stream.below(2 * STEPS + 1) - STEPS) // STEPS

    def chance(self, state: State, seat: Seat) -> int:
        """Return what a position is worth to a seat."""
        return self._eye.chance(state, seat)


class Judge:
    """Looks at decisions with one eye, from what their players knew; it draws nothing from the game's own chance."""

    def __init__(self, eye: Eye, fit: int) -> None:
        self._eye = eye
        self._bot = SearchBot("judge", Label("judge", "juge"), GLANCE, fit=fit)

    def judge(self, decision: Decision) -> Judgement:
        """Return what a decision was worth; nothing is found at one that was none."""
        desk = Desk(decision.before, decision.seat, memory=decision.memory)
        luck = self._find_luck(desk, decision) if decision.has_drawn else NOTHING
        if len(desk.legal) == 1:
            return Judgement(luck=luck)
        best = self._bot.consider(desk, Chance(b"glance:%d" % decision.n))[0].moves
        if best == decision.moves:
            return Judgement(luck=luck)
        return Judgement(best, self._compare(desk, best, decision), luck)

    def _compare(self, desk: Desk, best: tuple[Move, ...], decision: Decision) -> Estimate:
        """Return by how much another line is better, both played on the same deals."""
        seeds = [b"compare:%d:%d" % (decision.n, deal) for deal in range(DEALS)]
        return estimate([self._value(desk, best, seed) - self._value(desk, decision.moves, seed) for seed in seeds])

    def _value(self, desk: Desk, moves: tuple[Move, ...], seed: bytes) -> int:
        return try_line(desk, self._eye, moves, seed)

    def _find_luck(self, desk: Desk, decision: Decision) -> Estimate:
        """Return how much better its player stood once the outcome was seen than could be expected before."""
        after = Desk(decision.after, decision.seat, memory=decision.later)
        expected = estimate([self._expect(desk, decision.moves, b"before:%d" % deal) for deal in range(DEALS)])
        came = estimate([self._eye.chance(after.deal(b"after:%d" % deal), desk.seat) for deal in range(DEALS)])
        return Estimate(came.mean - expected.mean, (came.error**2 + expected.error**2) ** 0.5)

    def _expect(self, desk: Desk, moves: Sequence[Move], seed: bytes) -> int:
        """Return what moves are worth on one deal, as soon as they are played."""
        state, chance = desk.deal(seed), Chance(b"future:" + seed)
        for move in moves:
            play_move(desk.rules, state, desk.seat, move, chance)
        return self._eye.chance(state, desk.seat)


def try_line(desk: Desk, eye: Eye, moves: tuple[Move, ...], seed: bytes) -> int:
    """Return what a line is worth on one deal, if everybody plays on and sees a little wrong."""
    sees = Wavering(eye, Chance(b"wavering:" + seed)) if isinstance(eye, PartsEye) else eye
    return Rollouts(desk, sees, GLANCE.rounds, from_now=GLANCE.even).value(moves, seed)


def estimate(values: Sequence[int]) -> Estimate:
    """Return the mean of some chances, of ONE, with its standard error."""
    spread = stdev(values) / len(values) ** 0.5
    return Estimate(fmean(values) / ONE, spread / ONE)
