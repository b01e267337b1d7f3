"""What a seat should see of a game of the second model."""

from typing import Any

from tests.engine.imaginarium.second.figures import BASES, EXTRACTORS, GOODS, MACHINES, POINTS
from tests.engine.imaginarium.second.game import Game
from tests.engine.imaginarium.second.workshop import in_order


def seen(game: Game, seat: int | None) -> dict[str, Any]:
    """Return the whole view of a seat, or of a spectator."""
    over = game.phase == "over"
    return {
        "game": "imaginarium",
        "seats": len(game.players),
        "you": seat,
        "awaiting": [] if over else [game.awaited],
        "asked": asked(game) if seat is not None and seat == game.awaited else None,
        "result": {"how": "points", "standings": standings(game)} if over else None,
        "round": game.round,
        "step": game.phase,
        "order": order(game),
        "turn": None if over else turn(game),
        "belt": belt(game, seat),
        "extractors": [
            {"space": n + 1, "gives": gives, "taken": taken(game, n + 7)} for n, gives in enumerate(EXTRACTORS)
        ],
        "deck": len(game.deck),
        "crusher": in_order(game.crusher),
        "meeting_room": game.room,
        "assistant_deck": len(game.staff),
        "projects": [{"id": one, "points": POINTS[one], "completed": who} for one, who in game.projects.items()],
        "cancelled": sorted(game.cancelled),
        "spent": sorted(game.spent),
        "players": [workshop(game, number) for number in range(len(game.players))],
        "screen": None if seat is None else screen(game, seat),
        "private": [] if seat is None else game.players[seat].private,
        "private_points": {} if seat is None else private_points(game, seat),
        "screens": [screen(game, number) for number in range(len(game.players))] if over else None,
    }


def private_points(game: Game, seat: int) -> dict[str, int]:
    player = game.players[seat]
    star = "AS04" in player.assistants and game.rulings["private_bonus"]
    return {project: POINTS[project] + star for project in player.private}


def asked(game: Game) -> str:
    return game.turn.open[0][0] if game.turn.open else game.phase


def standings(game: Game) -> list[dict[str, Any]]:
    figures = zip(game.players, game.majorities(), game.places(), strict=True)
    return [
        {
            "seat": seat,
            "score": player.points + won,
            "place": place,
            "details": {"levels": player.levels(), "majorities": won},
        }
        for seat, (player, won, place) in enumerate(figures)
    ]


def order(game: Game) -> list[dict[str, Any]]:
    return [
        {
            "seat": piece.seat,
            "saboteur": piece.saboteur,
            "place": piece.place,
            "done": any(piece is p for p in game.acted),
        }
        for piece in [*game.planned, *game.to_plan, *game.acted, *game.to_act]
    ]


def turn(game: Game) -> dict[str, Any]:
    now = game.turn
    action = now.begun[-1] if now.begun else None
    return {
        "seat": game.piece.seat,
        "saboteur": game.piece.saboteur,
        "used": [space + 1 for space in now.used],
        "borrowed": now.borrowed,
        "picked_up": now.fetched,
        "bought_blind": now.bought_blind,
        "pair": list(now.pair) if now.pair else None,
        "action": action,
        "times": now.times[action] if action else 0,
        "finished": now.begun[:-1],
        "effect": effect(game),
    }


def effect(game: Game) -> dict[str, Any] | None:
    if not game.turn.open:
        return None
    ask, what = game.turn.open[0]
    if ask == "tangle":
        return {"ask": ask, "victims": [int(victim) for _, victim in game.turn.open]}
    if ask in {"effect", "offer"}:
        times = len(game.turn.open)
        return {"ask": ask, "card": what} | ({"times": times} if times > 1 else {})
    return {"ask": ask}


def taken(game: Game, place: int) -> dict[str, Any] | None:
    pieces = [piece for piece in [*game.planned, *game.to_act] if piece.place == place]
    return {"seat": pieces[0].seat, "saboteur": pieces[0].saboteur} if pieces else None


def belt(game: Game, seat: int | None) -> list[dict[str, Any]]:
    levels = [MACHINES[card].level if card else 0 for card in game.belt]
    if seat is not None and "AS05" in game.players[seat].assistants:
        levels = [0] * 7
    return [
        {
            "space": place + 1,
            "machine": card,
            "base": BASES[place],
            "price": BASES[place] + levels[place] if card else None,
            "taken": taken(game, place),
        }
        for place, card in enumerate(game.belt)
    ]


def workshop(game: Game, seat: int) -> dict[str, Any]:
    player = game.players[seat]
    return {
        "seat": seat,
        "workshop": player.workshop,
        "spaces": player.spaces,
        "face_down": sorted(space + 1 for space in player.face_down),
        "yard": in_order(player.yard),
        "assistants": player.assistants,
        "pair": list(player.pair) if player.pair else None,
        "private": len(player.private),
    }


def screen(game: Game, seat: int) -> dict[str, int]:
    player = game.players[seat]
    won = game.majorities()[seat] if game.phase == "over" else 0
    return {**{kind: player.goods[kind] for kind in GOODS}, "points": player.points + won}
