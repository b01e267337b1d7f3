"""Games that exist for the tests only: one of this tree, and one from a distribution of its own."""

import sys
from pathlib import Path

import engine
from engine.registry import register

INSTALLED = tuple(engine.games())
"""What was there before the tiny games: the games that a program of its own knows."""
PEBBLES = Path(__file__).parents[1] / "distributions" / "pebbles"


def register_tiny_games() -> None:
    """Add the tiny games to the registry of this process."""
    register("foundry", "tests.games.foundry.rules:Foundry")
    if str(PEBBLES / "src") not in sys.path:
        sys.path.append(str(PEBBLES / "src"))
    register("pebbles", "pebbles.rules:Pebbles")
