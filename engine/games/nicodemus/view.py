"""What a seat may know, where its moves point to, and the dealing anew of what it can't know."""

from collections.abc import Mapping
from itertools import chain
from typing import Any

import msgspec

from engine.core.chance import Chance, forget_order, take_out
from engine.core.names import Rows
from engine.core.types import Seat
from engine.games.nicodemus.book import NicodemusBook
from engine.games.nicodemus.state import KeepChoice, NicodemusState, Player, Stock


def make_view(book: NicodemusBook, state: NicodemusState, seat: Seat | None) -> dict[str, Any]:
    """Hands, deck, pile and unseen projects are hidden; stolen machines are known to both players."""
    return {
        "round": state.round,
        "step": state.step,
        "turn": state.turn,
        "first": state.first,
        "ending": state.ending,
        "row": list(state.row),
        "coins": list(state.coins),
        "projects": list(state.projects),
        "reserve": stock_view(state.reserve),
        "deck": len(state.deck),
        "pile": len(state.pile),
        "discard": list(state.discard),
        "box": list(state.box),
        "rejected": None if seat is None else list(state.players[seat].rejected),
        "players": [player_view(player, known=seat is not None) for player in state.players],
        "hand": None if seat is None else list(state.players[seat].hand),
        "choice": choice_view(book, state, seat),
        "claims": [claim.project for claim in state.claims],
        "committed": committed_view(state),
        "options": msgspec.to_builtins(state.options),
    }


def choice_view(book: NicodemusBook, state: NicodemusState, seat: Seat | None) -> dict[str, Any] | None:
    """Return the open choice; of projects that only their drawer sees, others know how many there are."""
    if not state.pending[state.turn]:
        return None
    choice = state.pending[state.turn][-1]
    if isinstance(choice, KeepChoice) and seat != state.turn and book.hides_drawn(state.options):
        return {"ask": "keep", "drawn": [], "hidden": len(choice.drawn)}
    plain: dict[str, Any] = msgspec.to_builtins(choice)
    return plain


def committed_view(state: NicodemusState) -> list[dict[str, Any]]:
    """Return the machines that leave the workshop of the seat whose turn it is, for each project claimed in it."""
    workshop = state.players[state.turn].workshop
    return [{"project": claim.project, "machines": [workshop[-1], *claim.others]} for claim in state.claims]


def stock_view(stock: Stock) -> dict[str, int]:
    """Return tokens by kind."""
    return {"wood": stock.wood, "copper": stock.copper, "crystal": stock.crystal, "charcoalium": stock.charcoalium}


def player_view(player: Player, *, known: bool) -> dict[str, Any]:
    """Return what lies open of a player; `known` are machines of the hand that both players know."""
    return {
        "score": player.score,
        "stock": stock_view(player.stock),
        "hand": len(player.hand),
        "known": list(player.known) if known else None,
        "workshop": list(player.workshop),
        "aside": list(player.aside),
        "private": list(player.private),
        "claimed": list(player.claimed),
        "rejected": len(player.rejected),
    }


def find_rows(book: NicodemusBook, view: Mapping[str, Any]) -> Rows:
    """Return the bric-a-brac."""
    return {"bric-a-brac": [(card,) for card in view["row"]]}


def shuffle_unknown(book: NicodemusBook, state: NicodemusState, seat: Seat | None, chance: Chance) -> None:
    """The deck, the projects that the seat has not seen, and other hands but for the machines that it knows of."""
    shuffle_projects(book, state, seat, chance)
    others = [player for other, player in enumerate(state.players) if other != seat]
    known = [[] if seat is None else list(player.known) for player in others]
    pool = list(state.deck)
    for player, cards in zip(others, known, strict=True):
        pool += take_out(player.hand, cards)
    pool = forget_order(pool, chance)
    for player, cards in zip(others, known, strict=True):
        dealt = [pool.pop() for _ in range(len(player.hand) - len(cards))]
        if seat is None:
            player.known = sorted(dealt[: len(player.known)])
        player.hand = sorted(cards + dealt)
    state.deck = pool


def shuffle_projects(book: NicodemusBook, state: NicodemusState, seat: Seat | None, chance: Chance) -> None:
    """The pile, what others put into the box unseen, and what somebody else looks at now."""
    others = [player for other, player in enumerate(state.players) if other != seat]
    choices = hidden_choices(book, state, seat)
    unseen = [player.rejected for player in others] + [choice.drawn for choice in choices]
    pool = forget_order([*state.pile, *chain(*unseen)], chance)
    for choice in choices:
        choice.drawn = [pool.pop() for _ in choice.drawn]
    for player in others:
        player.rejected = sorted(pool.pop() for _ in player.rejected)
    state.pile = pool


def hidden_choices(book: NicodemusBook, state: NicodemusState, seat: Seat | None) -> list[KeepChoice]:
    """Return the open choices between projects that a seat does not see."""
    if not book.hides_drawn(state.options):
        return []
    stacks = [stack for other, stack in enumerate(state.pending) if other != seat]
    return [choice for stack in stacks for choice in stack if isinstance(choice, KeepChoice)]
