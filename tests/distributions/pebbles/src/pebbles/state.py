"""A position of Pebbles."""

import msgspec

from engine.core.types import Seat, State


class Player(msgspec.Struct, omit_defaults=True):
    """What lies in front of a player."""

    taken: int = 0


class PebblesState(State, kw_only=True):
    """The whole table; all of it lies open."""

    players: list[Player]
    heap: int
    turn: Seat = 0
