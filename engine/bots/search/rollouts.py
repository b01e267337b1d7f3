"""How a position may go on: everybody plays the move that looks best at once, for some rounds."""

from collections.abc import Sequence

from engine.bots.desk import Desk
from engine.bots.eye import Eye
from engine.bots.worlds import count_rounds, find_next, play_move
from engine.core.chance import Chance
from engine.core.rules import AnyRules
from engine.core.types import Move, Seat, State

MOST_MOVES = 120
"""A game without rounds is looked into so far, and one with rounds no further than so many moves for each."""
TRIED = b"tried"
"""What a move would bring is tried on a chance of its own, so that nobody sees the dice before they fall."""


class Rollouts:
    """Plays imagined positions on, and counts the moves that this takes."""

    def __init__(self, desk: Desk, eye: Eye, rounds: int, *, from_now: bool = False) -> None:
        self._desk, self._rules, self._eye, self._rounds = desk, desk.rules, eye, rounds
        self._from_now, self._most = from_now, MOST_MOVES * rounds
        self.imagined = 0

    def value(self, moves: tuple[Move, ...], seed: bytes) -> int:
        """Return what a line of moves is worth to the seat on one deal, once everybody has played on for some rounds."""
        seat = self._desk.seat
        state, chance = self._desk.deal(seed), Chance(b"future:" + seed)
        tried, begun = Chance(TRIED + seed), count_rounds(self._rules, state)
        for move in moves:
            self._play(state, seat, move, chance)
        if not self._from_now:
            begun = count_rounds(self._rules, state)
        self._play_on(state, seat, chance, tried, begun + self._rounds)
        return self._eye.chance(state, seat)

    def _play_on(self, state: State, seat: Seat, chance: Chance, tried: Chance, last: int) -> None:
        left = self._most
        mover = find_next(self._rules, state, seat)
        while mover is not None and left and count_rounds(self._rules, state) < last:
            self._play(state, mover, self._choose(state, mover, tried), chance)
            mover = find_next(self._rules, state, mover)
            left -= 1

    def _choose(self, state: State, seat: Seat, tried: Chance) -> Move:
        legal = self._rules.legal(state, seat)
        self.imagined += len(legal) if len(legal) > 1 else 0
        return choose_at_once(self._rules, self._eye, state, seat, legal, tried)

    def _play(self, state: State, seat: Seat, move: Move, chance: Chance) -> None:
        self.imagined += 1
        play_move(self._rules, state, seat, move, chance)


def choose_at_once(rules: AnyRules, eye: Eye, state: State, seat: Seat, legal: Sequence[Move], tried: Chance) -> Move:
    """Return the legal move after which the seat looks strongest; of equal ones the first."""
    if len(legal) == 1:
        return legal[0]
    best, most, packed = legal[0], None, rules.pack(state)
    for move in legal:
        after = rules.unpack(packed)
        play_move(rules, after, seat, move, tried)
        strength = eye.strength(after, seat)
        if most is None or strength > most:
            best, most = move, strength
    return best
