"""From one round to the next, and the end."""

from tests.games.foundry.state import FoundryState


def end_round(state: FoundryState, rounds: int) -> None:
    """The last round, or a deck too small for another one, ends the game."""
    state.turn = 0
    state.sealed = [None] * len(state.players)
    if state.round == rounds:
        state.step, state.ended = "over", "rounds"
    elif len(state.deck) < 2:
        state.step, state.ended = "over", "deck"
    else:
        state.step = "bid"
        state.round += 1
