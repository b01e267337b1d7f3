"""Positions that are imagined: dealt anew from what a seat knows, copied, and played on without asking what is legal."""

from engine.core.chance import Chance
from engine.core.rules import AnyRules
from engine.core.types import Move, Seat, State


def play_move(rules: AnyRules, state: State, seat: Seat, move: Move, chance: Chance) -> None:
    """Play a legal move in place; the chance tells afterwards who learned something by it."""
    chance.clear_marks()
    kind = type(move)
    for step in rules.open_steps(state, seat):
        if kind in step.moves:
            step.apply(state, seat, move, chance)
            return
    raise AssertionError(move)  # pragma: no cover - a legal move belongs to an open step


def copy_state(rules: AnyRules, state: State) -> State:
    """Return a position that goes on by itself."""
    copied: State = rules.unpack(rules.pack(state))
    return copied


def find_next(rules: AnyRules, state: State, before: Seat) -> Seat | None:
    """Return who is imagined to move next: whoever moved before, as long as they are asked; None after the end."""
    awaited = rules.awaiting(state)
    if not awaited:
        return None
    return before if before in awaited else awaited[0]


def count_rounds(rules: AnyRules, state: State) -> int:
    """Return the round; 0 in a game that counts none."""
    number = getattr(state, rules.round_in_view, 0)
    return number if isinstance(number, int) else 0
