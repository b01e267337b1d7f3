"""A whole turn as an example, and what can be done later in it: imagined by what the seat knows."""

from collections import Counter
from itertools import takewhile
from typing import Any, NamedTuple

from engine.core.table import Table
from engine.core.types import Move, Seat

MOST_MOVES = 12
MOST_TRIED, MOST_BESIDE = 3, 6
"""How many moves are tried out to find one that shows nothing new, and to find what else comes later."""


class LaterMoves(NamedTuple):
    """Moves that become possible in the course of a turn, and the view in which they do."""

    view: dict[str, Any]
    moves: list[Move]


class ExampleTurn(NamedTuple):
    """Moves that are legal one after the other, up to the end of the turn or to what can't be known.

    `views` are those in which the moves are played.
    """

    moves: list[Move]
    views: list[dict[str, Any]]
    later: list[LaterMoves]


def imagine_turn(table: Table, seat: Seat) -> ExampleTurn:
    """Return a turn that a seat could play now, made where all that it can't know is dealt anew."""
    return Dreamer(table.redeal(seat), seat).dream()


class Dreamer:
    """Goes through a turn at a table that is made up."""

    def __init__(self, world: Table, seat: Seat) -> None:
        """Begin where the seat is."""
        self.world, self.seat = world, seat
        self.offered = world.legal(seat)
        self.known = {type(move) for move in self.offered}
        self.turn = ExampleTurn([], [], [])

    def dream(self) -> ExampleTurn:
        """Play on until the turn is over, or shows what can't be known."""
        is_open = True
        while self.offered and is_open and len(self.turn.moves) < MOST_MOVES:
            move, after, is_open = self._choose()
            before, offered = self.world, self.offered
            self.turn.moves.append(move)
            self.turn.views.append(before.view(self.seat))
            self.world, self.offered = after, after.legal(self.seat) if is_open else []
            if self._note_new(after, self.offered):
                self._look_beside(before, [one for one in offered if type(one) is type(move) and one != move])
        return self.turn

    def _choose(self) -> tuple[Move, Table, bool]:
        """Return a move of a kind that was played least, what comes after it, and whether that can be known."""
        first, *others = self._rank()
        tried = self._try(self.world, first)
        more = (self._try(self.world, move) for move in others if not tried[2])
        return next((one for one in more if one[2]), tried)

    def _rank(self) -> list[Move]:
        """Return a few moves that are the best to show: of a new kind, rather such as do something, and not one of which there is a warning."""
        played = Counter(type(move) for move in self.turn.moves)
        ranked = sorted((played[type(move)], move.idle, n) for n, move in enumerate(self.offered))
        alike = [self.offered[n] for *rank, n in takewhile(lambda one: one[:2] == ranked[0][:2], ranked)]
        unwise = [move for move in alike if self.world.advise(self.seat, move)]
        return ([move for move in alike if move not in unwise] or alike)[:MOST_TRIED]

    def _try(self, world: Table, move: Move) -> tuple[Move, Table, bool]:
        after = world.copy()
        return move, after, self.seat not in after.play(self.seat, move).learned_by

    def _note_new(self, world: Table, offered: list[Move]) -> bool:
        """Keep the moves of kinds that were not offered so far; tell whether there are any."""
        new = [move for move in offered if type(move) not in self.known]
        if new:
            self.known |= {type(move) for move in new}
            self.turn.later.append(LaterMoves(world.view(self.seat), new))
        return bool(new)

    def _look_beside(self, world: Table, others: list[Move]) -> None:
        """Keep what other moves would lead to, where one has led to something new."""
        for move in others[:MOST_BESIDE]:
            _, after, is_known = self._try(world, move)
            if is_known:
                self._note_new(after, after.legal(self.seat))
