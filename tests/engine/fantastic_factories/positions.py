"""Positions of Fantastic Factories that are built, not replayed: say what matters, the rest lies in the decks."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
import pytest

import engine
from engine.core.errors import IllegalMove
from engine.core.table import Outcome, Table
from engine.core.types import Result
from engine.games.fantastic_factories.state import FactoriesState, Machine, Player

GAME: Any = engine.games()["fantastic_factories"]
CARDS = {card.id: card for card in GAME.edition.blueprint}
CONTRACTORS = {contractor.id: contractor for contractor in GAME.edition.contractor}
TOOLS = ("hammer", "gear", "shovel", "wrench")
HIRABLE = ("miner", "electrician", "architect", "investor")
MARKET = ("obelisk", "obelisk", "beacon", "beacon")


def player(
    hand: Sequence[str] = (), built: Sequence[str] = (), dice: Sequence[int] = (), **more: Any
) -> dict[str, Any]:
    """Return a player; `metal`, `energy`, `goods`, `known`, `used`, `hired` and so on are given by name."""
    return {"hand": sorted(hand), "built": list(built), "dice": sorted(dice), **more}


def at_work(*players: Mapping[str, Any], **more: Any) -> Table:
    """Return a table where all are at work; without players, one with nothing plays against another."""
    return position(players or (player(), player()), "work", **more)


def at_market(*players: Mapping[str, Any], **more: Any) -> Table:
    """Return a table where the first of the players is to choose in the market."""
    return position(players or (player(), player()), "market", **more)


def position(
    players: Sequence[Mapping[str, Any]],
    step: str,
    *,
    market: Sequence[str | None] = MARKET,
    contractors: Sequence[str | None] = HIRABLE,
    top: Sequence[str] = (),
    deck: int | None = None,
    contractor_deck: Sequence[str] | None = None,
    machine: Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
    seed: bytes = b"built",
    **more: Any,
) -> Table:
    """Return a table with these players; one alone has the Machine against it.

    `top` lies on the deck, the first of it topmost. Cards that are named nowhere lie below, or, where `deck` says how
    many the deck has, on the discard pile; the same with `contractor_deck`, which names its cards.
    """
    if len(players) == 1 and machine is None:
        machine = {"built": []}
    named = [*top, *(card for card in market if card), *(machine or {"built": ()})["built"]]
    named += [card for one in players for card in (*one["hand"], *one["built"])]
    rest = left_over(CARDS, named)
    kept = len(rest) if deck is None else deck - len(top)
    hands = left_over(CONTRACTORS, [one for one in (*contractors, *(contractor_deck or ())) if one])
    state = {
        "step": step,
        "players": list(players),
        "market": list(market),
        "contractors": list(contractors),
        "tools": list(TOOLS),
        "deck": [*rest[:kept], *reversed(top)],
        "discard": rest[kept:],
        "contractor_deck": hands if contractor_deck is None else list(contractor_deck),
        "contractor_discard": [] if contractor_deck is None else hands,
        "first": 0,
        "turn": 0,
        "pending": [[] for _ in players],
        **({"machine": machine} if machine else {}),
        **({"options": options} if options else {}),
        **more,
    }
    return table_of(state, len(players), options, seed)


def left_over(rows: Mapping[str, Any], used: Iterable[str]) -> list[str]:
    """Return the components that are not used, one by one."""
    counts = Counter({one.id: one.copies for one in rows.values()})
    counts.subtract(used)
    assert min(counts.values()) >= 0, "a position uses more than the box holds"
    return sorted(counts.elements())


def table_of(
    state: Mapping[str, Any], seats: int, options: Mapping[str, Any] | None = None, seed: bytes = b"built"
) -> Table:
    """Return a table with this state, looked through as a stranger's dump is."""
    dump = msgspec.json.decode(engine.open_table("fantastic_factories", seats, options, seed).dump())
    return engine.load_table(msgspec.json.encode({**dump, "state": state}))


def play(table: Table, *lines: str, seat: int | None = None) -> FactoriesState:
    """Play lines one after the other, each by a seat (the first that is asked unless said), and return the position."""
    for line in lines:
        table.play(table.awaiting[0] if seat is None else seat, line)
    return state_of(table)


def outcome_of(table: Table, *lines: str) -> Outcome:
    """Play lines as one turn of the first seat that is asked and return what became of it."""
    return table.play(table.awaiting[0], list(lines))


def state_of(table: Table) -> FactoriesState:
    """Return the position of a table."""
    state = table.state
    assert isinstance(state, FactoriesState)
    return state


def first(table: Table) -> Player:
    """Return the player of the first seat."""
    return state_of(table).players[0]


def machine_of(table: Table) -> Machine:
    """Return the Machine."""
    machine = state_of(table).machine
    assert machine is not None
    return machine


def result_of(table: Table) -> Result:
    """Return how a finished game ended."""
    assert table.result is not None
    return table.result


def legal(table: Table, verb: str = "", seat: int | None = None) -> list[str]:
    """Return the legal lines of a seat (the first that is asked unless said), those with a verb only."""
    lines = [str(move) for move in table.legal(table.awaiting[0] if seat is None else seat)]
    return [line for line in lines if not verb or line.split()[0] == verb]


def refusal(table: Table, line: str, seat: int | None = None) -> IllegalMove:
    """Return why a line is refused, and see that nothing was changed."""
    before = table.dump()
    with pytest.raises(IllegalMove) as refused:
        table.play(table.awaiting[0] if seat is None else seat, line)
    assert table.dump() == before
    return refused.value


def store(one: Player) -> tuple[int, int, int]:
    """Return a player's metal, energy and goods."""
    return one.metal, one.energy, one.goods


def reveals(outcome: Outcome, seat: int = 0) -> bool:
    """Tell whether a seat learned something."""
    return seat in outcome.learned_by
