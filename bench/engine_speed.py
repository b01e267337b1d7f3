"""Random play with full legal lists, each game against OpenSpiel's python_tic_tac_toe; and what the core itself costs."""

import random
import time
from collections.abc import Iterator

import pyspiel
from open_spiel.python.games import tic_tac_toe  # noqa: F401 - registers python_tic_tac_toe

import engine
from bench.rows import Row, seconds
from engine.core.types import Move
from tests.games import register_tiny_games

GAMES_A_ROUND = 6


def measure() -> Iterator[Row]:
    """Yield a line per game, and the core's own cost per move."""
    for game, rules in engine.games().items():
        for seats in sorted({rules.seats[0], rules.seats[-1]}):
            yard = tic_tac_toe_moves_per_second()
            speed, moves, lists = moves_per_second(game, seats)
            detail = f"{speed:,.0f} moves/s against {yard:,.0f}; legal lists mean {lists[0]:.1f}, largest {lists[1]}; {moves} moves"
            yield Row(f"engine: {game}, {seats} seats", speed / yard, 0.5, detail)
    yield core_cost()


def tic_tac_toe_moves_per_second() -> float:
    """Return the yardstick's speed."""
    game = pyspiel.load_game("python_tic_tac_toe")
    rng = random.Random(1)
    moves = 0

    def play() -> None:
        nonlocal moves
        moves = 0
        for _ in range(300):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
                moves += 1

    return moves / seconds(play) if seconds(play, 1) else 0.0


def moves_per_second(game: str, seats: int) -> tuple[float, int, tuple[float, int]]:
    """Return a game's speed, how many moves were played, and mean and largest legal list."""
    moves = listed = largest = 0

    def play() -> None:
        nonlocal moves, listed, largest
        rng = random.Random(2)
        moves = listed = 0
        for number in range(GAMES_A_ROUND):
            table = engine.open_table(game, seats, seed=b"bench%d" % number)
            while table.awaiting:
                seat = rng.choice(table.awaiting)
                legal = table.legal(seat)
                listed += len(legal)
                largest = max(largest, len(legal))
                table.play(seat, rng.choice(legal))
                moves += 1

    best = seconds(play)
    return moves / best, moves, (listed / moves, largest)


def core_cost() -> Row:
    """Return what driver, chance and codec cost per move of the tiny game, on top of its steps' own work."""
    register_tiny_games()
    whole, own = played_by_facade(), played_by_steps()
    detail = f"{whole:.1f} us a move through the facade, {own:.1f} us in the steps themselves"
    return Row("engine: core cost per move, us", whole - own, 20, detail, more_is_better=False)


def record() -> list[tuple[int, Move]]:
    """Return the moves of some random games of the tiny game."""
    rng = random.Random(3)
    table = engine.open_table("foundry", 3, seed=b"core")
    moves = []
    while table.awaiting:
        seat = rng.choice(table.awaiting)
        move = rng.choice(table.legal(seat))
        table.play(seat, move)
        moves.append((seat, move))
    return moves


def played_by_facade() -> float:
    """Return microseconds a move with awaiting, legal and play of the facade."""
    moves = record()

    def play() -> None:
        table = engine.open_table("foundry", 3, seed=b"core")
        for seat, move in moves:
            table.awaiting  # noqa: B018 - its cost is part of what is measured
            table.legal(seat)
            table.play(seat, move)

    return seconds(play, 40) / len(moves) * 1e6


def played_by_steps() -> float:
    """Return microseconds a move spent in the steps' own candidates, check and apply."""
    moves = record()
    best = float("inf")
    for _ in range(40):
        table = engine.open_table("foundry", 3, seed=b"core")
        spent = 0.0
        for seat, move in moves:
            step = table.rules.open_steps(table.state, seat)[0]
            began = time.perf_counter()
            candidates = list(step.candidates(table.state, seat))
            if not step.exact:
                for candidate in candidates:
                    step.check(table.state, seat, candidate)
            step.check(table.state, seat, move)
            step.apply(table.state, seat, move, table.chance)
            spent += time.perf_counter() - began
        best = min(best, spent)
    return best / len(moves) * 1e6
