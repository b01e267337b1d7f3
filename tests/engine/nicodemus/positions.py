"""Positions of Nicodemus that are built, not replayed: say what matters, the rest of the box goes where it belongs."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
import pytest

import engine
from engine.core.errors import IllegalMove
from engine.core.table import Outcome, Table
from engine.core.types import Move, Result
from engine.games.nicodemus.state import NicodemusState

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
    return table_of(state, options)


def left_over(rows: Mapping[str, Any], used: Iterable[str]) -> list[str]:
    """Return the components that are not used, one by one."""
    counts = Counter({one.id: getattr(one, "copies", 1) for one in rows.values()})
    counts.subtract(used)
    assert min(counts.values()) >= 0, "a position uses more than the box holds"
    return sorted(counts.elements())


def reserve(players: Iterable[Mapping[str, Any]], coins: Sequence[int]) -> dict[str, int]:
    """Return the tokens that nobody has."""
    left = Counter(TOTALS)
    for one in players:
        left.subtract(one["stock"])
    left["charcoalium"] -= sum(coins)
    return dict(left)


def table_of(state: Mapping[str, Any], options: Mapping[str, Any] | None = None) -> Table:
    """Return a table with this state, looked through as a stranger's dump is."""
    dump = msgspec.json.decode(engine.open_table("nicodemus", 2, options, b"built").dump())
    return engine.load_table(msgspec.json.encode({**dump, "state": state}))


def play(table: Table, *lines: str) -> NicodemusState:
    """Play lines one after the other, each by the seat that is asked, and return the position."""
    for line in lines:
        table.play(table.awaiting[0], line)
    return state_of(table)


def outcome_of(table: Table, *lines: str) -> Outcome:
    """Play lines as one turn and return what became of it."""
    return table.play(table.awaiting[0], list(lines))


def state_of(table: Table) -> NicodemusState:
    """Return the position of a table."""
    state = table.state
    assert isinstance(state, NicodemusState)
    return state


def result_of(table: Table) -> Result:
    """Return how a finished game ended."""
    assert table.result is not None
    return table.result


def legal(table: Table, verb: str = "") -> list[str]:
    """Return the legal lines of the seat that is asked, those with a verb only."""
    lines = [str(move) for move in table.legal(table.awaiting[0])]
    return [line for line in lines if not verb or line.split()[0] == verb]


def refusal(table: Table, line: str | Move) -> IllegalMove:
    """Return why a line is refused, and see that nothing was changed."""
    before = table.dump()
    with pytest.raises(IllegalMove) as refused:
        table.play(table.awaiting[0], line)
    assert table.dump() == before
    return refused.value


def tokens(state: NicodemusState, seat: int = 0) -> dict[str, int]:
    """Return what a seat holds, kinds that it lacks left out."""
    stock = state.players[seat].stock
    return {kind: getattr(stock, kind) for kind in TOTALS if getattr(stock, kind)}
