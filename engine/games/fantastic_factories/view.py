"""What a seat may know: everything but other hands and the order of the decks."""

from typing import Any

import msgspec

from engine.core.types import Seat
from engine.games.fantastic_factories.book import Book
from engine.games.fantastic_factories.scoring import machine_points, prestige
from engine.games.fantastic_factories.state import FactoriesState, Machine, Player


def make_view(book: Book, state: FactoriesState, seat: Seat | None) -> dict[str, Any]:
    """Return the table as a seat (None: a spectator) sees it, built from nothing."""
    asked = state.pending[seat][-1] if seat is not None and state.pending[seat] else None
    return {
        "round": state.round,
        "step": state.step,
        "first": state.first,
        "turn": state.turn,
        "ending": state.ending,
        "last": state.last,
        "market": list(state.market),
        "contractors": list(state.contractors),
        "tools": list(state.tools),
        "deck": len(state.deck),
        "discard": list(state.discard),
        "contractor_deck": len(state.contractor_deck),
        "contractor_discard": list(state.contractor_discard),
        "players": [player_view(book, player) for player in state.players],
        "hand": None if seat is None else list(state.players[seat].hand),
        "choice": None if asked is None else msgspec.to_builtins(asked),
        "machine": None if state.machine is None else machine_view(book, state.machine),
        "options": msgspec.to_builtins(state.options),
    }


def player_view(book: Book, player: Player) -> dict[str, Any]:
    """Return what lies open of a player; `known` are cards of the hand that everybody saw."""
    worth = prestige(book, player.built)
    return {
        "metal": player.metal,
        "energy": player.energy,
        "goods": player.goods,
        "prestige": worth,
        "points": player.goods + worth,
        "hand": len(player.hand),
        "known": list(player.known),
        "built": list(player.built),
        "dice": list(player.dice),
        "at": {place: list(dice) for place, dice in player.at.items()},
        "used": list(player.used),
        "echo": list(player.echo),
        "hired": player.hired,
        "refreshed": player.refreshed,
        "done": player.done,
    }


def machine_view(book: Book, machine: Machine) -> dict[str, Any]:
    """Return the Machine, which hides nothing."""
    return {"goods": machine.goods, "built": list(machine.built), "points": machine_points(book, machine)}
