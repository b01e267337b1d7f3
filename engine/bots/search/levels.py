"""The bots that search, by level: how many moves each imagines for a decision."""

from typing import NamedTuple

from engine.bots.desk import Desk
from engine.bots.eye import open_eye
from engine.bots.lines import Course, Planner
from engine.bots.search.halving import Trial, halve
from engine.bots.search.rollouts import Rollouts
from engine.core.chance import Stream
from engine.core.editions import Label
from engine.core.types import Move


class Effort(NamedTuple):
    """How much a level looks at: moves that it imagines for a decision, lines that it compares, rounds that it plays on."""

    moves: int
    lines: int
    rounds: int
    even: bool = False
    """Whether all lines are looked at at the same moment, and decided games counted as others are.

    The first versions counted rounds from where a line led, and where they looked at views one win outweighed everything.
    """


class Considered(NamedTuple):
    """A line of moves and what it brought on each deal."""

    moves: tuple[Move, ...]
    trial: Trial


class SearchBot:
    """Compares its own best turns by how the rounds after them may go on, on deals that it can't tell from the true one."""

    def __init__(self, name: str, title: Label, effort: Effort, *, version: int = 1, fit: int = 1) -> None:
        self.name, self.title, self.version = name, title, version
        self._effort, self._fit = effort, fit

    def choose(self, desk: Desk, stream: Stream) -> list[Move]:
        """Return the best line, up to its first reveal."""
        if len(desk.legal) == 1:
            return desk.legal[:1]
        return list(self.consider(desk, stream)[0].moves)

    def consider(self, desk: Desk, stream: Stream) -> list[Considered]:
        """Return the lines that were compared, the best first."""
        eye = open_eye(desk.rules, desk.seats, desk.options, self._fit, flat=self._effort.even)
        seed = stream.word().to_bytes(4, "big")
        planner = Planner(desk.rules, eye, desk.seat, stream)
        courses = planner.plan(desk.deal(b"plan:" + seed), b"plan:" + seed, tuple(desk.legal))
        lines = pick_lines(courses, self._effort.lines)
        rollouts = Rollouts(desk, eye, self._effort.rounds, from_now=self._effort.even)
        trials = halve(
            len(lines),
            lambda line, deal: rollouts.value(lines[line], b"%s:%d" % (seed, deal)),
            lambda number, rounds: rollouts.imagined >= self._effort.moves * number // rounds,
        )
        return [Considered(lines[trial.place], trial) for trial in trials]


def pick_lines(courses: list[Course], most: int) -> list[tuple[Move, ...]]:
    """Return distinct lines: the best with each first move, the best of them first, then others."""
    seen: dict[tuple[Move, ...], None] = {}
    for is_new in (True, False):
        first: set[Move] = set()
        for course in courses:
            if not is_new or course.moves[0] not in first:
                first.add(course.moves[0])
                seen.setdefault(course.playable)
    return list(seen)[:most]


JOURNEYMAN = Label("journeyman", "compagnon")
EVEN = Effort(moves=12000, lines=8, rounds=2, even=True)
EARLIER = (
    SearchBot("journeyman", JOURNEYMAN, Effort(moves=6000, lines=8, rounds=1)),
    SearchBot("journeyman", JOURNEYMAN, EVEN, version=2),
)
"""Versions that begun games keep."""
LEVELS = (
    SearchBot("apprentice", Label("apprentice", "apprenti"), Effort(moves=1000, lines=5, rounds=1)),
    SearchBot("journeyman", JOURNEYMAN, EVEN, version=3, fit=3),
)
UNPROVEN = (SearchBot("master", Label("master", "maître"), Effort(moves=30000, lines=12, rounds=2, even=True), fit=3),)
"""What nobody can choose before `make strength` has shown that it beats the level below."""
