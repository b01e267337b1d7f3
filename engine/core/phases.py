"""What notes need to know of a game: its phases and places by name, and whether it is played warily."""

from typing import NamedTuple

from engine.core.editions import Label

IN_HAND = "cards"
"""What a purse counts the cards of a hand as: which they are, a move says, or nobody can know."""

POINTS = "points"
"""What a purse counts points as."""


class Phase(NamedTuple):
    """A part of a round that a note can be for: how players call it, and the steps that are asked in it."""

    name: Label
    steps: tuple[str, ...]
