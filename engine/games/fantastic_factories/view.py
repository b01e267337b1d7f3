"""What a seat may know: everything but other hands and the order of the decks; and the dealing anew of those."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engine.core.chance import Chance, forget_order, take_out
from engine.core.names import Rows
from engine.core.types import Seat
from engine.games.fantastic_factories.book import FactoriesBook
from engine.games.fantastic_factories.scoring import machine_points, prestige
from engine.games.fantastic_factories.state import MACHINE_DICE, Asked, FactoriesState, Player, SoloMachine


def make_view(book: FactoriesBook, state: FactoriesState, seat: Seat | None) -> dict[str, Any]:
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
        "players": [
            player_view(book, player, pending) for player, pending in zip(state.players, state.pending, strict=True)
        ],
        "hand": None if seat is None else list(state.players[seat].hand),
        "choice": None if asked is None else msgspec.to_builtins(asked),
        "machine": None if state.machine is None else machine_view(book, state.machine),
        "options": msgspec.to_builtins(state.options),
    }


def player_view(book: FactoriesBook, player: Player, pending: Sequence[Asked]) -> dict[str, Any]:
    """Return what lies open of a player, their open choice with it; `known` are cards of the hand that everybody saw."""
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
        "choice": msgspec.to_builtins(pending[-1]) if pending else None,
    }


def machine_view(book: FactoriesBook, machine: SoloMachine) -> dict[str, Any]:
    """Return the Machine, which hides nothing."""
    return {
        "goods": machine.goods,
        "built": list(machine.built),
        "points": machine_points(book, machine),
        "rolled": dict(zip(MACHINE_DICE, machine.rolled, strict=False)),
    }


def find_rows(book: FactoriesBook, view: Mapping[str, Any]) -> Rows:
    """Return both rows of the market."""
    return {row: [(card,) if card else () for card in view[row]] for row in ("market", "contractors")}


def shuffle_unknown(book: FactoriesBook, state: FactoriesState, seat: Seat | None, chance: Chance) -> None:
    """Both decks, and other hands but for the cards that everybody saw entering them."""
    state.contractor_deck = forget_order(state.contractor_deck, chance)
    others = [player for other, player in enumerate(state.players) if other != seat]
    pool = list(state.deck)
    for player in others:
        pool += take_out(player.hand, player.known)
    cards = forget_order(pool, chance)
    for player in others:
        unknown = len(player.hand) - len(player.known)
        player.hand = sorted([*player.known, *(cards.pop() for _ in range(unknown))])
    state.deck = cards
