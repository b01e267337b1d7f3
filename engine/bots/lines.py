"""Whole turns of one's own, found by following the few best lines of moves on one imagined deal."""

from typing import NamedTuple

from engine.bots.eye import Eye
from engine.bots.worlds import copy_state, play_move
from engine.core.chance import Chance, Stream
from engine.core.rules import AnyRules
from engine.core.types import Move, Seat, State

BEAM = 4
MOST_IMAGINED = 240


class Course(NamedTuple):
    """Moves of one's own turn, where they lead to on the imagined deal, and what that is worth."""

    moves: tuple[Move, ...]
    state: State
    drawn: dict[str, int]
    known: int
    """How many of the moves can be played before one of them shows something new."""
    has_learned: bool
    worth: int
    legal: tuple[Move, ...]
    """What can follow; nothing where the turn is over."""

    @property
    def playable(self) -> tuple[Move, ...]:
        """The moves up to the first that shows the seat something new."""
        return self.moves[: self.known]


class Planner:
    """Follows lines of moves of a seat on one deal; nothing in it depends on what the seat may not know."""

    def __init__(self, rules: AnyRules, eye: Eye, seat: Seat, stream: Stream) -> None:
        self._rules, self._eye, self._seat, self._stream = rules, eye, seat, stream
        self.imagined = 0

    def plan(self, state: State, seed: bytes, legal: tuple[Move, ...]) -> list[Course]:
        """Return the courses that were followed to their end, the best first; equal ones stay in their order."""
        self._seed = seed
        finished: list[Course] = []
        frontier = [Course((), state, {}, 0, has_learned=False, worth=0, legal=legal)]
        while frontier and self.imagined < MOST_IMAGINED:
            most = max(1, (MOST_IMAGINED - self.imagined) // len(frontier))
            grown = [course for parent in frontier for course in self._grow(parent, most)]
            finished += [course for course in grown if not course.legal]
            frontier = sorted((course for course in grown if course.legal), key=_worth, reverse=True)[:BEAM]
        return sorted([*finished, *frontier], key=_worth, reverse=True)

    def _grow(self, parent: Course, most: int) -> list[Course]:
        moves = list(parent.legal)
        if len(moves) > most:
            self._stream.shuffle(moves)
        return [self._follow(parent, move) for move in moves[:most]]

    def _follow(self, parent: Course, move: Move) -> Course:
        self.imagined += 1
        state, chance = copy_state(self._rules, parent.state), Chance(self._seed, parent.drawn)
        play_move(self._rules, state, self._seat, move, chance)
        return Course(
            (*parent.moves, move),
            state,
            chance.positions,
            parent.known + (parent.known == len(parent.moves) and not parent.has_learned),
            has_learned=self._seat in chance.learned_by,
            worth=self._eye.chance(state, self._seat),
            legal=tuple(self._rules.legal(state, self._seat)),
        )


def _worth(course: Course) -> int:
    return course.worth
