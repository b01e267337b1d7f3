"""Positions that are built, not replayed: a table in the middle of a turn of the first seat."""

from typing import Any

import msgspec
import pytest

import engine
from engine.core.errors import IllegalMove
from engine.core.table import Outcome, Table
from engine.core.types import Seat
from engine.games.imaginarium.cards import RING
from engine.games.imaginarium.state import ImaginariumState, OpenProject, Piece, Player, Turn
from tests.engine.positions import state_as

EXTRACTOR_3 = 9
"""The place of the last extractor, counted from the deck side of the belt."""
FILLER = ["P4", "P3", "P3", "P2", "P2", "P1", "P1"]
RULES: Any = engine.games()["imaginarium"]


def workshop(*stacks: str, spaces: int = 4) -> list[tuple[str, ...]]:
    """Return workshop spaces from stacks as they are typed; `-` is an empty one."""
    built = [() if stack == "-" else tuple(stack.split("+")) for stack in stacks]
    return built + [()] * (spaces - len(built))


def player(*stacks: str, spaces: int | None = None, **fields: Any) -> Player:
    """Return a player with an empty screen, unless told otherwise."""
    size = spaces or (6 if "AS06" in fields.get("assistants", ()) else 4)
    return Player("W1", workshop(*stacks, spaces=size), **fields)


def at_turn(
    *players: Player,
    place: int | None = EXTRACTOR_3,
    step: str = "use",
    options: dict[str, Any] | None = None,
    seats: int = 3,
    version: int | None = None,
    **fields: Any,
) -> Table:
    """Return a table at the turn of p1, whose handyman stands on a place; others are still to play."""
    table = engine.open_table("imaginarium", max(seats, len(players)), options, b"position", version=version)
    state: Any = table.state
    state.players = [*players, *(player() for _ in range(table.seats - len(players)))]
    state.track = [Piece(seat) for seat in range(table.seats)]
    state.track[0].place = place
    state.belt = list(FILLER)
    state.step, state.now = step, Turn()
    for field, value in fields.items():
        setattr(state, field, value)
    return table


def acting(*players: Player, pair: str = "extract+repair", **fields: Any) -> Table:
    """Return a table at the actions of p1, the hands turned."""
    table = at_turn(*players, step="actions", **fields)
    first, second = pair.split("+")
    of(table).now = Turn(picked_up=True, pair=(first, second))
    of(table).players[0].pair = (first, second)
    return table


def planning(*players: Player, seats: int = 3, **fields: Any) -> Table:
    """Return a table at the start of planning, p1 first."""
    return at_turn(*players, place=None, step="plan", seats=seats, **fields)


def projects(*ids: str, completed: tuple[Seat, ...] = ()) -> list[OpenProject]:
    """Return a design office."""
    return [OpenProject(project, list(completed)) for project in ids]


def of(table: Table) -> ImaginariumState:
    """Return the state with its type."""
    return state_as(table, ImaginariumState)


def me(table: Table) -> Player:
    """Return p1."""
    return of(table).players[0]


def play(table: Table, *lines: str, seat: Seat = 0) -> Outcome:
    """Play lines, on past what they reveal."""
    return table.play(seat, list(lines), blind=True)


def refused(table: Table, line: str, seat: Seat = 0) -> str:
    """Return the code of the refusal of a line, having made sure that nothing was played."""
    before = table.dump()
    with pytest.raises(IllegalMove) as caught:
        table.play(seat, line)
    assert table.dump() == before
    assert caught.value.say("fr") != caught.value.say("en")
    return caught.value.reason


def lines(table: Table, verb: str = "", seat: Seat = 0) -> list[str]:
    """Return the legal lines, or those with a verb."""
    return [str(move) for move in table.legal(seat) if str(move).split()[0].startswith(verb)]


def goods(table: Table, seat: Seat = 0) -> dict[str, int]:
    """Return what stands behind a screen, nothing left out but nothings."""
    kinds = ("wood", "copper", "crystal", "charcoalium", "points")
    screen = of(table).players[seat]
    return {kind: n for kind in kinds if (n := getattr(screen, kind))}


def rich(n: int = 9) -> dict[str, int]:
    """Return plenty of every good."""
    return {"wood": n, "copper": n, "crystal": n, "charcoalium": n}


def finish_round(table: Table, pair: str | None = None) -> Outcome:
    """Let everybody play the shortest turn until the round is complete, and return the last outcome."""
    outcome = Outcome(table)
    this_round = of(table).round
    while table.awaiting and of(table).round == this_round:
        seat = table.awaiting[0]
        outcome = play(table, shortest(table, seat, pair), seat=seat)
    return outcome


def shortest(table: Table, seat: Seat, pair: str | None = None) -> str:
    """Return the move that brings a turn to its end soonest."""
    legal = lines(table, seat=seat)
    for verb in ("end", "dial", "collect", "acquire", "skip", "extractor", "block", "reserve", "sabotage"):
        found = [line for line in legal if line.split()[0] == verb]
        if pair and f"dial {pair}" in found:
            return f"dial {pair}"
        if found:
            return found[-1]
    return legal[0]


def copy_of(table: Table) -> Table:
    """Return the table as it comes back from its dump, unchecked (built positions need not add up)."""
    return engine.load_table(table.dump(), trusted=True)


def plain(value: Any) -> Any:
    """Return a value as JSON would have it."""
    return msgspec.to_builtins(value)


ALL_PAIRS = tuple(f"{action}+{RING[(i + 1) % 6]}" for i, action in enumerate(RING))
