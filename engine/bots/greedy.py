"""The bot that looks for the best end of its own turn."""

from typing import NamedTuple

from engine.bots.desk import Desk
from engine.bots.eye import is_played, open_eye
from engine.bots.lines import Planner
from engine.core.chance import Stream
from engine.core.editions import Label
from engine.core.types import Move

PLANNED = b"imagine"


class Plan(NamedTuple):
    """Moves of one's own turn and the desk they lead to."""

    moves: tuple[Move, ...]
    desk: Desk
    known: int
    """How many of the moves can be played before one of them shows something new."""


class GreedyBot:
    """Follows the few best lines to the end of its turn, within a budget of imagined moves."""

    name = "greedy"
    version = 1
    title = Label("greedy", "glouton")

    def __init__(self, beam: int = 4, budget: int = 240) -> None:
        self.beam = beam
        self.budget = budget

    def choose(self, desk: Desk, stream: Stream) -> list[Move]:
        """Return the best line, up to its first reveal; equal lines are drawn by lot."""
        if len(desk.legal) == 1:
            return desk.legal[:1]
        best = self._best(desk, stream)
        return list(best.moves[: best.known])

    def _best(self, desk: Desk, stream: Stream) -> Plan:
        finished: list[Plan] = []
        frontier = [Plan((), desk, 0)]
        left = self.budget
        while frontier and left > 0:
            share = max(1, left // len(frontier))
            grown = [line for parent in frontier for line in _grow(parent, share, stream)]
            left -= len(grown)
            finished += [line for line in grown if not line.desk.legal]
            open_lines = sorted((line for line in grown if line.desk.legal), key=_worth, reverse=True)
            frontier = open_lines[: self.beam]
        return max([*finished, *frontier], key=_worth)


class PlanningBot:
    """The greedy bot that plays by the chance to win, where a game has a fit for that: it follows its lines on one deal of what it can't know."""

    name = "greedy"
    title = GreedyBot.title

    def __init__(self, *, version: int = 2, fit: int = 1) -> None:
        self.version, self._fit = version, fit

    def choose(self, desk: Desk, stream: Stream) -> list[Move]:
        """Return the best line, up to its first reveal; of equal lines the first."""
        if len(desk.legal) == 1:
            return desk.legal[:1]
        if not is_played(desk.rules, self._fit):
            return GreedyBot().choose(desk, stream)
        eye = open_eye(desk.rules, desk.seats, desk.options, self._fit)
        planner = Planner(desk.rules, eye, desk.seat, stream)
        return list(planner.plan(desk.deal(PLANNED), PLANNED, tuple(desk.legal))[0].playable)


def _worth(line: Plan) -> float:
    return line.desk.worth


def _grow(parent: Plan, most: int, stream: Stream) -> list[Plan]:
    moves = list(parent.desk.legal)
    if len(moves) > most:
        stream.shuffle(moves)
    return [_follow(parent, move) for move in moves[:most]]


def _follow(parent: Plan, move: Move) -> Plan:
    desk = parent.desk.imagine(move)
    still_known = parent.known == len(parent.moves) and not (parent.moves and parent.desk.has_learned)
    return Plan((*parent.moves, move), desk, parent.known + still_known)
