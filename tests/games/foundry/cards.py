"""The components of Foundry as its edition file has them."""

from engine.core.editions import Component, Edition


class Design(Component, frozen=True):
    """A design that can be cast for metal."""

    copies: int
    cost: int
    points: int


class FoundryEdition(Edition, frozen=True):
    """Designs, starting coins and the number of rounds."""

    coins: int
    rounds: int
    design: tuple[Design, ...]
