"""A position of Foundry."""

import msgspec

from engine.core.types import Pending, Seat, State


class Draft(Pending, tag="draft"):
    """Two designs were drawn; one of them is kept."""

    drawn: list[str]


class Player(msgspec.Struct, omit_defaults=True):
    """What lies in front of a player; the hand is hidden."""

    coins: int
    hand: list[str] = []
    iron: int = 0
    tin: int = 0
    cast: list[str] = []


class FoundryState(State, kw_only=True):
    """The whole table."""

    players: list[Player]
    deck: list[str]
    sealed: list[int | None]
    pending: list[list[Draft]]
    discard: list[str] = []
    round: int = 1
    turn: Seat = 0
    ended: str | None = None
