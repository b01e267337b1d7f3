"""What all steps of Foundry share: its state and its book."""

from engine.core.steps import M, Step
from tests.games.foundry.book import FoundryBook
from tests.games.foundry.state import FoundryState


class FoundryStep(Step[FoundryState, FoundryBook, M]):
    """A paragraph of play."""
