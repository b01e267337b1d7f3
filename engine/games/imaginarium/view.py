"""What a seat may know: the table in the open, and its own screen; and the dealing anew of all else."""

from collections.abc import Mapping
from typing import Any

import msgspec

from engine.core.chance import Chance, forget_order
from engine.core.memory import Memory
from engine.core.names import Rows
from engine.core.types import Seat
from engine.games.imaginarium.book import ImaginariumBook
from engine.games.imaginarium.cards import HOLDINGS
from engine.games.imaginarium.prices import price_of
from engine.games.imaginarium.scoring import project_points
from engine.games.imaginarium.state import ImaginariumState, Player

LIKELY = {"wood": 6, "copper": 6, "crystal": 6, "charcoalium": 10, "points": 20}
"""What an opponent may have behind the screen, as far as a stranger to the game's history can tell."""


def make_view(book: ImaginariumBook, state: ImaginariumState, seat: Seat | None) -> dict[str, Any]:
    """Return the public table; goods, points and private projects of others are nowhere in it until the end."""
    return {
        "round": state.round,
        "step": state.step,
        "order": [_piece(state, number) for number in range(len(state.track))],
        "turn": _turn(state),
        "belt": _belt(book, state, seat),
        "extractors": _extractors(book, state),
        "deck": len(state.deck),
        "crusher": list(state.crusher),
        "meeting_room": list(state.assistants),
        "assistant_deck": len(state.assistant_deck),
        "projects": [_project(book, state, number) for number in range(len(state.projects))],
        "cancelled": list(state.cancelled),
        "spent": list(state.spent),
        "players": [_player(player, number) for number, player in enumerate(state.players)],
        "screen": None if seat is None else screen(state.players[seat]),
        "private": [] if seat is None else list(state.players[seat].private),
        "private_points": {} if seat is None else _private_points(book, state, state.players[seat]),
        "screens": [screen(player) for player in state.players] if state.ended else None,
    }


def screen(player: Player) -> dict[str, int]:
    """Return what stands behind a screen."""
    return {kind: getattr(player, kind) for kind in HOLDINGS}


def _piece(state: ImaginariumState, number: int) -> dict[str, Any]:
    piece = state.track[number]
    done = number < state.at and state.step != "plan"
    return {"seat": piece.seat, "saboteur": piece.saboteur, "place": piece.place, "done": done}


def _turn(state: ImaginariumState) -> dict[str, Any] | None:
    """Whose turn it is and what was done in it: all of that happens in the open."""
    if state.step == "over":
        return None
    piece, now = state.track[state.at], state.now
    stack = state.pending[piece.seat]
    return {
        "seat": piece.seat,
        "saboteur": piece.saboteur,
        "used": [space + 1 for space in now.used],
        "borrowed": now.borrowed,
        "picked_up": now.picked_up,
        "bought_blind": now.bought_blind,
        "pair": list(now.pair) if now.pair else None,
        "action": now.action,
        "times": now.times,
        "finished": list(now.finished),
        "effect": msgspec.to_builtins(stack[-1]) if stack else None,
    }


def _holders(state: ImaginariumState) -> dict[int, dict[str, Any]]:
    return {
        piece.place: {"seat": piece.seat, "saboteur": piece.saboteur}
        for piece in state.track
        if piece.place is not None
    }


def _belt(book: ImaginariumBook, state: ImaginariumState, seat: Seat | None) -> list[dict[str, Any]]:
    holders = _holders(state)
    return [
        {
            "space": place + 1,
            "machine": machine,
            "base": book.edition.board.belt[place],
            "price": price_of(book, state, seat, place) if machine else None,
            "taken": holders.get(place),
        }
        for place, machine in enumerate(state.belt)
    ]


def _extractors(book: ImaginariumBook, state: ImaginariumState) -> list[dict[str, Any]]:
    holders = _holders(state)
    return [
        {"space": number + 1, "gives": gives, "taken": holders.get(len(state.belt) + number)}
        for number, gives in enumerate(book.extractors)
    ]


def _project(book: ImaginariumBook, state: ImaginariumState, number: int) -> dict[str, Any]:
    project = state.projects[number]
    points = book.projects.by_id[project.id].points
    return {"id": project.id, "points": points, "completed": list(project.completed)}


def _private_points(book: ImaginariumBook, state: ImaginariumState, player: Player) -> dict[str, int]:
    """What each private project would bring now; whether the Project Star counts is a ruling."""
    bonus = state.rulings.private_bonus
    return {one: project_points(book, one, player.assistants, has_bonus=bonus) for one in player.private}


def _player(player: Player, seat: Seat) -> dict[str, Any]:
    return {
        "seat": seat,
        "workshop": player.workshop,
        "spaces": [list(stack) for stack in player.spaces],
        "face_down": [space + 1 for space in player.face_down],
        "yard": list(player.yard),
        "assistants": list(player.assistants),
        "pair": list(player.pair) if player.pair else None,
        "private": len(player.private),
    }


def find_rows(book: ImaginariumBook, view: Mapping[str, Any]) -> Rows:
    """Return the belt and the reader's workshop."""
    mine = () if view["you"] is None else view["players"][view["you"]]["spaces"]
    return {"belt": [(one["machine"],) if one["machine"] else () for one in view["belt"]], "workshop": mine}


def shuffle_unknown(book: ImaginariumBook, state: ImaginariumState, seat: Seat | None, chance: Chance) -> None:
    """Decks, the private projects of others, and until the end what is behind their screens."""
    state.deck = forget_order(state.deck, chance)
    state.assistant_deck = forget_order(state.assistant_deck, chance)
    others = [player for other, player in enumerate(state.players) if other != seat]
    pool = forget_order([*state.unused_projects, *(one for player in others for one in player.private)], chance)
    for player in others:
        player.private = sorted(pool.pop() for _ in player.private)
        if state.ended is None:
            for kind, range_ in LIKELY.items():
                setattr(player, kind, chance.below(range_))
    state.unused_projects = pool


def recall(book: ImaginariumBook, state: ImaginariumState, memory: Memory) -> None:
    """What a workshop was delivered with is printed on it, and deeds are public: whoever counts knows all goods."""
    for seat, player in enumerate(state.players):
        delivered = book.deliveries[player.workshop]
        for kind in HOLDINGS:
            setattr(player, kind, delivered.get(kind, 0) + memory.changed[seat, kind])
