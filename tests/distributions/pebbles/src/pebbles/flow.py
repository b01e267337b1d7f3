"""From one turn to the next, and the end."""

from pebbles.state import PebblesState


def end_turn(state: PebblesState) -> None:
    """The other player is next, unless nothing is left to take."""
    if state.heap == 0:
        state.step = "over"
    else:
        state.turn = 1 - state.turn
