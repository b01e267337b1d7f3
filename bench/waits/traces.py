"""A game as a list of slips: who answered which ask, what it had to wait for, and what a note would have played there."""

from collections.abc import Sequence
from typing import NamedTuple

import engine
from bench.waits.futures import PLAYER
from bench.waits.writer import leave_notes, write_tail
from engine.bots import take_turn
from engine.core.errors import IllegalMove, Refused
from engine.core.notes.judging import judge
from engine.core.notes.terms import NoteTerms
from engine.core.table import Table
from engine.core.types import Move, Seat

AHEAD = 2
"""For how many asks a list is left."""


class Fitness(NamedTuple):
    """What a note does at an ask: whether it fires, and whether it plays what its player would choose there."""

    fires: bool
    true: bool


class Slip(NamedTuple):
    """One answer: all moves until its seat learns something or is no longer asked."""

    seat: Seat
    after: int
    """How many slips were played before its seat was asked."""
    previous: int | None
    """The seat's slip before."""
    goes_on: bool
    """Whether the seat was asked again by its own slip: the same sitting."""
    notes: tuple[Fitness | None, ...]
    """For each note of the lists left before: the first of the last list, the second of the one before it."""
    by_tail: bool = False
    """Whether the tail of the slip before plays what its player would choose here."""


class Ask(NamedTuple):
    """An ask that is open: after how many slips it began, and whether by the seat's own."""

    after: int
    goes_on: bool


class Tracer:
    """Plays one game by the bot that stands for people, and judges at each ask what was left for it."""

    def __init__(self, game: str, seats: int, number: int, *, tails_act: bool = False) -> None:
        """Open the table, at which turns go on by their tails if those act; else they and notes are only judged."""
        self.tails_act = tails_act
        self.seed = b"waits:%s:%d:%d" % (game.encode(), seats, number)
        self.table = engine.open_table(game, seats, seed=self.seed)
        self.asks = {seat: Ask(0, goes_on=False) for seat in self.table.awaiting}
        self.left: dict[Seat, list[list[NoteTerms]]] = {seat: [] for seat in range(seats)}
        self.tails: dict[Seat, tuple[Move, ...]] = {}
        self.last: dict[Seat, int] = {}
        self.slips: list[Slip] = []

    def play(self) -> list[Slip]:
        """Play the game to its end, and return its slips."""
        while self.table.awaiting:
            self._answer(next(seat for seat in self.asks if seat in self.table.awaiting))
        return self.slips

    def _answer(self, seat: Seat) -> None:
        ask, salt = self.asks.pop(seat), b"%s:%d" % (self.seed, len(self.slips))
        before, was = self.table.copy(), set(self.table.awaiting)
        chosen = take_turn(before.copy(), seat, PLAYER, salt).played
        notes = () if ask.goes_on else self._judge(seat, chosen)
        by_tail = self._use_tail(seat, chosen) if ask.goes_on else 0
        self.slips.append(Slip(seat, ask.after, self.last.get(seat), ask.goes_on, notes, bool(by_tail)))
        self.last[seat] = len(self.slips) - 1
        self.table.play(seat, chosen, blind=True)
        if seat in self.table.awaiting and not by_tail:
            self._write_tail(seat, before, chosen, salt)
        self._open_asks(seat, was)
        if seat not in self.table.awaiting and self.table.awaiting and not self.tails_act:
            self.left[seat] = [leave_notes(self.table, seat, salt, AHEAD).terms, *self.left[seat]][:AHEAD]

    def _write_tail(self, seat: Seat, before: Table, chosen: Sequence[Move], salt: bytes) -> None:
        """Keep what the tail of a turn would play now, or play it."""
        terms = write_tail(before, seat, chosen, salt) if self.table.state.step == before.state.step else None
        self.tails[seat] = () if terms is None else judge(self.table, seat, terms).moves
        if self.tails_act and self.tails[seat]:
            self.table.play(seat, self.tails[seat], blind=True)

    def _use_tail(self, seat: Seat, chosen: Sequence[Move]) -> int:
        """Return how many moves of the tail do what its player would choose now; they are then used up."""
        tail, goal = self.tails[seat], _lead(self.table, seat, chosen)
        used = next((n for n in range(1, len(tail) + 1) if _lead(self.table, seat, tail[:n]) == goal), 0)
        self.tails[seat] = tail[used:]
        return used

    def _judge(self, seat: Seat, chosen: Sequence[Move]) -> tuple[Fitness | None, ...]:
        lists = enumerate(self.left[seat])
        return tuple(
            _find_fitness(self.table, seat, terms[n], chosen) if n < len(terms) else None for n, terms in lists
        )

    def _open_asks(self, seat: Seat, was: set[Seat]) -> None:
        """Note who is asked since the slip; its own seat goes on first."""
        count, awaiting = len(self.slips), self.table.awaiting
        self.asks = {other: ask for other, ask in self.asks.items() if other in awaiting}
        if seat in awaiting:
            self.asks = {seat: Ask(count, goes_on=True), **self.asks}
        for other in awaiting:
            if other != seat and other not in was:
                self.asks[other] = Ask(count, goes_on=False)


def _find_fitness(table: Table, seat: Seat, terms: NoteTerms, chosen: Sequence[Move]) -> Fitness:
    verdict = judge(table, seat, terms)
    fires = verdict.taken is not None
    return Fitness(fires, fires and _lead(table, seat, verdict.moves) == _lead(table, seat, chosen))


def _lead(table: Table, seat: Seat, moves: Sequence[Move]) -> bytes | None:
    """Return the position that moves lead to, if they can be played."""
    copy = table.copy()
    try:
        copy.play(seat, moves, blind=True)
    except (IllegalMove, Refused):
        return None
    return copy.state_bytes()
