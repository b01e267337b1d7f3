"""Positions of Fantastic Factories that are built, not replayed: say what matters, the rest lies in the decks."""

from collections.abc import Mapping, Sequence
from typing import Any

import engine
from engine.core.table import Table
from engine.games.fantastic_factories.state import FactoriesState, Player, SoloMachine
from tests.engine.positions import left_over, play_each, state_as, table_of

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
    version: int | None = None,
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
    return table_of("fantastic_factories", len(players), state, options, seed, version)


def play(table: Table, *lines: str, seat: int | None = None) -> FactoriesState:
    """Play lines one after the other, each by a seat (the first that is asked unless said), and return the position."""
    play_each(table, lines, seat)
    return state_of(table)


def state_of(table: Table) -> FactoriesState:
    """Return the position of a table."""
    return state_as(table, FactoriesState)


def first(table: Table) -> Player:
    """Return the player of the first seat."""
    return state_of(table).players[0]


def machine_of(table: Table) -> SoloMachine:
    """Return the Machine."""
    machine = state_of(table).machine
    assert machine is not None
    return machine


def store(one: Player) -> tuple[int, int, int]:
    """Return a player's metal, energy and goods."""
    return one.metal, one.energy, one.goods
