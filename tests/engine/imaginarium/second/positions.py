"""Games of the second model to begin with: as they are opened, and crowded ones with rare things together."""

import random
from collections import Counter
from typing import Any

from tests.engine.imaginarium.second.figures import (
    GOODS,
    MACHINES,
    POINTS,
    PROJECTS_SHOWN,
    RING,
    SALARIES,
    WORKSHOPS,
)
from tests.engine.imaginarium.second.game import Game, Piece
from tests.engine.imaginarium.second.workshop import Player, family_of, in_order, layouts

Rulings = dict[str, Any]

RULINGS: dict[str, list[Any]] = {
    "reset_discard": ["rightmost", "last_space"],
    "empty_deck": ["reshuffle", "gaps"],
    "majority_minimum": [1, 0, 4],
    "token_limit": [False, True],
    "face_down_protects": [False, True],
    "last_scrap_pay": [False, True],
    "double_recovery": [False, True],
    "private_bonus": [True, False],
    "redraw_cancelled": [False, True],
}
"""The options of the engine, the first value being what the rulebook or its reading says."""


def some_rulings(rng: random.Random) -> Rulings:
    """Return the default rulings, or in half of all cases any."""
    is_default = rng.random() < 0.5
    return {name: values[0] if is_default else rng.choice(values) for name, values in RULINGS.items()}


def opening(view: dict[str, Any], rulings: Rulings, version: int) -> Game:
    """Return the game that a view shows before the first move; all that it can't show is the rest of the box."""
    players = [at_start(player["workshop"]) for player in view["players"]]
    belt = [space["machine"] for space in view["belt"]]
    machines = Counter({card: machine.copies for card, machine in MACHINES.items()})
    machines.subtract([*belt, *(card for player in players for card in player.machines())])
    shown = [project["id"] for project in view["projects"]]
    assert len(shown) == PROJECTS_SHOWN[len(players)]
    assert len(view["meeting_room"]) == 3
    assert is_first_belt(belt)
    return Game(
        players=players,
        to_plan=initiative(players),
        belt=belt,
        deck=list(machines.elements()),
        room=list(view["meeting_room"]),
        staff=[one for one in SALARIES if one not in view["meeting_room"]],
        projects={one: [] for one in shown},
        unused=[one for one in POINTS if one not in shown],
        rulings=rulings,
        version=version,
    )


def is_first_belt(belt: list[str]) -> bool:
    levels = [MACHINES[card].level for card in belt]
    return levels == sorted(levels, reverse=True) and not any(family_of(card) == "attack" for card in belt)


def at_start(workshop: str) -> Player:
    machines, goods = WORKSHOPS[workshop]
    return Player(workshop, [*([card] for card in machines), [], []], Counter(goods))


def initiative(players: list[Player]) -> list[Piece]:
    seats = sorted(range(len(players)), key=lambda seat: players[seat].workshop)
    saboteurs = [Piece(seat, saboteur=True) for seat in seats if len(players) == 2]
    return saboteurs + [Piece(seat) for seat in seats]


def crowded(rng: random.Random, workshops: list[str], rulings: Rulings, version: int) -> Game:
    """Return a game before a planning, with full workshops, yards and screens, and little left to draw."""
    cards = [card for card, machine in MACHINES.items() for _ in range(machine.copies)]
    staff, tiles = list(SALARIES), list(POINTS)
    for pile in (cards, staff, tiles):
        rng.shuffle(pile)
    if rng.random() < 0.5:
        cards.sort(key=lambda card: MACHINES[card].copies + rng.randrange(4))
    in_play = {one: list[int]() for one in sorted(take(tiles, rng.choice([1, 8, 12])))}
    cancelled = take(tiles, rng.choice([0, 0, 1]))
    players = [furnished(rng, workshop, cards, staff, tiles) for workshop in workshops]
    for completed in in_play.values():
        completed.extend(rng.sample(range(len(players)), rng.choice([0, 0, 1, 2])))
    pieces = initiative(players)
    rng.shuffle(pieces)
    belt: list[str | None] = [*take(cards, rng.choice([7, 7, 7, 3]))]
    return Game(
        players=players,
        to_plan=pieces,
        belt=[*[None] * (7 - len(belt)), *belt],
        deck=take(cards, rng.choice([0, 2, max(0, len(cards) - 3), 99])),
        room=take(staff, 3),
        staff=staff,
        projects=in_play,
        unused=tiles,
        rulings=rulings,
        version=version,
        crusher=cards,
        cancelled=cancelled,
        round=rng.randint(2, 9),
    )


def take(pile: list[str], number: int) -> list[str]:
    """Take so many off a pile, or what there is."""
    taken, pile[:] = pile[:number], pile[number:]
    return taken


def furnished(rng: random.Random, workshop: str, cards: list[str], staff: list[str], tiles: list[str]) -> Player:
    assistants, yard = take(staff, rng.randint(0, 3)), take(cards, rng.randint(0, 4))
    spaces = lay_out(rng, cards, 6 if "AS06" in assistants else 4)
    goods = {kind: rng.choice([0, 1, 2, 3, 5, 9]) for kind in GOODS}
    player = Player(workshop, spaces, Counter(goods), points=rng.choice([0, 4, 10, 17, 19]), assistants=assistants)
    player.goods["charcoalium"] += rng.choice([0, 2, 6])
    player.yard = in_order(yard)
    player.private = sorted(take(tiles, 2)) if "AS08" in assistants else []
    held = [space for space, stack in enumerate(spaces) if stack]
    if held and "D3" not in player.machines() and rng.random() < 0.4:
        player.face_down = {max(held, key=lambda space: (family_of(spaces[space][0]) == "defense", rng.random()))}
    if rng.random() < 0.5:
        n = rng.randrange(6)
        player.pair = (RING[n], RING[(n + 1) % 6])
    return player


def lay_out(rng: random.Random, cards: list[str], spaces: int) -> list[list[str]]:
    """Put some of the cards into a workshop in any way that is allowed, on any spaces."""
    chosen = take(cards, rng.randint(0, 7))
    if "S1" in chosen:  # it never stays
        chosen.remove("S1")
        cards.append("S1")
    while not (ways := layouts(tuple(in_order(chosen)), spaces)):
        cards.append(chosen.pop())
    stacks = [list(stack) for stack in rng.choice(sorted(ways))]
    laid = [*stacks, *([] for _ in range(spaces - len(stacks)))]
    rng.shuffle(laid)
    return laid


def stored(game: Game) -> dict[str, Any]:
    """Return a game before a planning as the state of a dump has it."""
    return {
        "players": [
            {
                "workshop": player.workshop,
                "spaces": player.spaces,
                **{kind: player.goods[kind] for kind in GOODS},
                "points": player.points,
                "face_down": sorted(player.face_down),
                "yard": player.yard,
                "assistants": player.assistants,
                "private": player.private,
                "pair": player.pair,
            }
            for player in game.players
        ],
        "track": [{"seat": piece.seat, "saboteur": piece.saboteur} for piece in game.to_plan],
        "belt": game.belt,
        "deck": game.deck,
        "assistants": game.room,
        "assistant_deck": game.staff,
        "projects": [{"id": project, "completed": who} for project, who in game.projects.items()],
        "unused_projects": game.unused,
        "crusher": in_order(game.crusher),
        "cancelled": game.cancelled,
        "round": game.round,
    }
