"""What players do in Pebbles."""

from typing import ClassVar

from engine.core.types import Move


class Take(Move, frozen=True, tag="take"):
    """Take pebbles from the heap; whoever takes the last one wins."""

    aliases: ClassVar = ("prendre",)
    public: ClassVar = True

    pebbles: int
