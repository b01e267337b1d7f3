"""Positions of Nicodemus that are built, not replayed: say what matters, the rest of the box goes where it belongs."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import engine
from engine.core.table import Table
from engine.games.nicodemus.state import NicodemusState
from tests.engine.positions import left_over, table_of

DULL = ("blue_1", "blue_2", "blue_3", "blue_4", "yellow_1")
"""A hand for tests in which the hand does not matter."""
TOTALS = {"wood": 8, "copper": 8, "crystal": 8, "charcoalium": 12}
GAME: Any = engine.games()["nicodemus"]
MACHINES = {machine.id: machine for machine in GAME.edition.machine}
PROJECTS = {project.id: project for project in GAME.edition.project}


def player(
    hand: Sequence[str] = DULL,
    workshop: Sequence[str] = (),
    *,
    score: int = 0,
    private: Sequence[str] = (),
    known: Sequence[str] = (),
    **stock: int,
) -> dict[str, Any]:
    """Return a player; tokens are given by kind."""
    return {
        "hand": sorted(hand),
        "workshop": list(workshop),
        "score": score,
        "private": list(private),
        "known": sorted(known),
        "stock": stock,
    }


def duel(
    row: Sequence[str] = ("blue_1",),
    mine: Mapping[str, Any] | None = None,
    theirs: Mapping[str, Any] | None = None,
    *,
    coins: Sequence[int] = (),
    projects: Sequence[str] = (),
    pile: Sequence[str] | None = None,
    deck: int | None = None,
    first: int = 0,
    turn: int = 0,
    options: Mapping[str, Any] | None = None,
    version: int | None = None,
    **more: Any,
) -> Table:
    """Return a table where the seat `turn` (mine) is to move against the other (theirs).

    Machines that are named nowhere lie in the deck, or, beyond its size, on the discard pile; projects that are
    named nowhere lie in the pile, or in the box when the pile is given; tokens that nobody has are the reserve.
    """
    players = [dict(mine or player()), dict(theirs or player())]
    coins = list(coins) + [0] * (len(row) - len(coins))
    rest = left_over(MACHINES, [*row, *(card for one in players for card in (*one["hand"], *one["workshop"]))])
    named = [*projects, *(project for one in players for project in one["private"])]
    tiles = left_over(PROJECTS, [*named, *(pile or ())])
    state = {
        "step": "play",
        "players": players if turn == 0 else players[::-1],
        "reserve": reserve(players, coins),
        "row": list(row),
        "coins": coins,
        "deck": rest if deck is None else rest[:deck],
        "discard": [] if deck is None else rest[deck:],
        "projects": list(projects),
        "pile": tiles if pile is None else list(pile),
        "box": [] if pile is None else tiles,
        "first": first,
        "turn": turn,
        "pending": [[], []],
        **({"options": options} if options else {}),
        **more,
    }
    return table_of("nicodemus", 2, state, options, version=version)


def reserve(players: Iterable[Mapping[str, Any]], coins: Sequence[int]) -> dict[str, int]:
    """Return the tokens that nobody has."""
    left = Counter(TOTALS)
    for one in players:
        left.subtract(one["stock"])
    left["charcoalium"] -= sum(coins)
    return dict(left)


def play(table: Table, *lines: str) -> NicodemusState:
    """Play lines one after the other, each by the seat that is asked, and return the position."""
    for line in lines:
        table.play(table.awaiting[0], line)
    return state_of(table)


def state_of(table: Table) -> NicodemusState:
    """Return the position of a table."""
    state = table.state
    assert isinstance(state, NicodemusState)
    return state


def tokens(state: NicodemusState, seat: int = 0) -> dict[str, int]:
    """Return what a seat holds, kinds that it lacks left out."""
    stock = state.players[seat].stock
    return {kind: getattr(stock, kind) for kind in TOTALS if getattr(stock, kind)}
