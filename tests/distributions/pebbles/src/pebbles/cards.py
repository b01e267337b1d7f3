"""The components of Pebbles as its edition file has them."""

from engine.core.editions import Component, Edition


class Pebble(Component, frozen=True):
    """What the heap is made of."""

    copies: int


class PebblesEdition(Edition, frozen=True):
    """The heap, and how many pebbles may be taken at once."""

    most: int
    pebble: Pebble
