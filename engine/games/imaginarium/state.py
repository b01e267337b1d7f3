"""A position of Imaginarium, unfinished turns and open effects included."""

from typing import Annotated, Literal

import msgspec

from engine.core.types import Options, Pending, Seat, State

Stack = tuple[str, ...]
"""The machines on one workshop space; () is an empty space."""


class Rulings(Options, frozen=True, omit_defaults=True):
    """Where the rulebook is silent or can be read in two ways; docs/rules/imaginarium.md gives the reasons."""

    reset_discard: Literal["rightmost", "last_space"] = "rightmost"
    """What the reset discards: the rightmost machine still there, or only one that stands on the last space."""
    empty_deck: Literal["reshuffle", "gaps"] = "reshuffle"
    """When the machine deck is empty: shuffle the crusher into a new one, or leave gaps on the belt."""
    majority_minimum: Annotated[int, msgspec.Meta(ge=0, le=20)] = 1
    """How many units at least make a majority."""
    token_limit: bool = False
    """Whether a player completes at most as many projects as there are tokens: six, five with two players."""
    face_down_protects: bool = False
    """Whether a defence machine still protects while a Tanglette has turned it face down."""
    last_scrap_pay: bool = False
    """Whether the Scrap Dealer is paid for the rightmost machine also when the game ends."""
    double_recovery: bool = False
    """Whether the Test Runner doubles the effect of a machine that a Recyclateur brings back."""
    private_bonus: bool = True
    """Whether the Project Star counts for private projects."""
    redraw_cancelled: bool = False
    """Whether the Secret Drawer may draw a project that a Neutralizeur cancelled."""


class Choice(Pending, tag="effect"):
    """A repaired machine's effect that needs goods: a Flamelleur's kind or a transformation's input."""

    card: str
    times: int = 1


class PointOffer(Pending, tag="offer"):
    """A repaired machine's points, which its owner may do without: they can end the game."""

    card: str
    times: int = 1


class Tangle(Pending, tag="tangle"):
    """A Tanglette picks one space of each of these opponents."""

    victims: list[Seat]


class Cancel(Pending, tag="cancel"):
    """A Neutralizeur cancels one project."""


class Recover(Pending, tag="recover"):
    """A Recyclateur brings one machine back from the crusher."""


Choices = Choice | PointOffer | Tangle | Cancel | Recover


class Player(msgspec.Struct, omit_defaults=True):
    """A workshop, its yard and assistants; goods, points and private projects are behind the screen."""

    workshop: str
    spaces: list[Stack]
    wood: int = 0
    copper: int = 0
    crystal: int = 0
    charcoalium: int = 0
    points: int = 0
    face_down: list[int] = []
    yard: list[str] = []
    assistants: list[str] = []
    private: list[str] = []
    pair: tuple[str, str] | None = None
    """The actions of the last turn."""


class Piece(msgspec.Struct, omit_defaults=True):
    """A handyman or saboteur; `place` counts the belt from the deck side, then the extractors, from 0."""

    seat: Seat
    saboteur: bool = False
    place: int | None = None


class Turn(msgspec.Struct, omit_defaults=True):
    """How far the active player's turn has come."""

    used: list[int] = []
    borrowed: bool = False
    picked_up: bool = False
    bought_blind: bool = False
    pair: tuple[str, str] | None = None
    action: str | None = None
    """The action that was begun last; another one is finished when it begins."""
    times: int = 0
    """How often it was done."""
    finished: list[str] = []


class OpenProject(msgspec.Struct, omit_defaults=True):
    """A project in the design office and who completed it, in order."""

    id: str
    completed: list[Seat] = []


class ImaginariumState(State, kw_only=True):
    """The whole table. `track` is the order of planning, then of implementation; `at` says whose turn it is."""

    players: list[Player]
    track: list[Piece]
    belt: list[str | None]
    deck: list[str]
    assistants: list[str]
    assistant_deck: list[str]
    projects: list[OpenProject]
    unused_projects: list[str]
    pending: list[list[Choices]]
    crusher: list[str] = []
    cancelled: list[str] = []
    spent: list[str] = []
    """Private projects that were scored or discarded."""
    at: int = 0
    round: int = 1
    now: Turn = msgspec.field(default_factory=Turn)
    rulings: Rulings = Rulings()
    ended: str | None = None
