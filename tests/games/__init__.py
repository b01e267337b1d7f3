"""Games that exist for the tests only."""

from engine.registry import register


def register_tiny_games() -> None:
    """Add the tiny game to the registry of this process."""
    register("foundry", "tests.games.foundry.rules:Foundry")
