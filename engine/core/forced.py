"""What goes without saying: the one move that is left of a turn, played where nobody learns anything by it."""

from collections.abc import Iterator

from engine.core.table import Outcome, Table
from engine.core.types import Move, Seat, TurnMark

MOST_FORCED = 4


def play_forced(outcome: Outcome, seat: Seat) -> None:
    """Play on after a turn while one move is left of it; not after a turn that was stopped, or taught its player something."""
    for move in list_forced(outcome, seat):
        outcome.go_on(seat, move)


def list_forced(outcome: Outcome, seat: Seat) -> Iterator[Move]:
    """Yield the moves that go without saying after a turn; whoever asks for the next has played the last."""
    if outcome.stopped or seat in outcome.learned_by:
        return
    for _ in range(MOST_FORCED):
        move = find_forced(outcome.table, seat, outcome.turn)
        if move is None:
            return
        yield move


def find_forced(table: Table, seat: Seat, turn: TurnMark) -> Move | None:
    """Return the only move that is left to a seat in a turn, if nothing is drawn and nobody learns anything by it.

    That is found out where all that the seat can't know is dealt anew: whether it is played tells nothing either.
    """
    if seat not in table.awaiting or table.rules.mark_turn(table.state) != turn:
        return None
    legal = table.legal(seat)
    if len(legal) != 1:
        return None
    imagined = table.redeal(seat).play(seat, legal[0])
    return None if imagined.touched or imagined.learned_by else legal[0]
