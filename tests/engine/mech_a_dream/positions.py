"""Positions of Mech A Dream that are built, not replayed: say what matters, the rest lies in the piles."""

from collections.abc import Mapping, Sequence
from typing import Any

import engine
from engine.core.table import Table
from engine.games.mech_a_dream.state import DreamState, Player
from tests.engine.positions import play_each, state_as, table_of

GAME: Any = engine.games()["mech_a_dream"]
BOOK = GAME.book
MORNING, AFTERNOON, EVENING = range(3)
ROBOTS = {"robots": True}
SPECIALISTS = {"specialists": True}
BOTH = {"robots": True, "specialists": True}


def player(built: Sequence[str] = (), belt: Mapping[str, int] | None = None, **more: Any) -> dict[str, Any]:
    """Return a player; goods, `robot`, `specialists`, `assistants`, `used` and so on are given by name."""
    return {"robot": "robot_basic", "built": list(built), "belt": dict(belt or {}), **more}


def by_day(*players: Mapping[str, Any], **more: Any) -> Table:
    """Return a table where the first of the players is to use an assistant."""
    return position(players or (player(), player()), "day", **more)


def by_night(*players: Mapping[str, Any], **more: Any) -> Table:
    """Return a table where all may use their workshops."""
    dusk = [len(one["built"]) for one in players]
    return position(players, "night", **{"dusk": dusk, "moment": EVENING, **more})


def last_night(*players: Mapping[str, Any], **more: Any) -> Table:
    """Return the last night of the week."""
    return by_night(*players, day=7, **more)


def position(
    players: Sequence[Mapping[str, Any]],
    step: str,
    *,
    market: Sequence[str] = (),
    piles: Mapping[str, int] | None = None,
    delivery: str = "delivery_01",
    day: int = 1,
    centre: Mapping[str, int] | None = None,
    options: Mapping[str, Any] | None = None,
    version: int | None = None,
    **more: Any,
) -> Table:
    """Return a table with these players.

    `market` names tiles that lie open, the others come from the piles; `piles` says how many tiles are left in each,
    the others stand built with the last player.
    """
    seated: list[dict[str, Any]] = [dict(one) for one in players]
    options = dict(options or {})
    state = {
        "step": step,
        "players": seated,
        **_deal_tiles(seated, market, piles or {}),
        **_deal_deliveries(delivery, day),
        **_deal_people(seated, options, centre or {}),
        "first": 0,
        "pending": [[] for _ in seated],
        **({"options": options} if options else {}),
        **more,
    }
    return table_of("mech_a_dream", len(seated), state, options, version=version)


def _deal_tiles(seated: list[dict[str, Any]], market: Sequence[str], piles: Mapping[str, int]) -> dict[str, Any]:
    owned = [tile for one in seated for tile in (*one["built"], *one["belt"])]
    shown, hidden = {}, {}
    for belt, n in BOOK.visible.items():
        mine = [tile for tile in market if BOOK.belt_of[tile] == belt]
        tiles = [tile for tile in BOOK.machines if BOOK.belt_of[tile] == belt and tile not in (*owned, *mine)]
        shown[belt] = [*mine, *tiles[: n - len(mine)]]
        rest = tiles[n - len(mine) :]
        kept = piles.get(belt, len(rest))
        hidden[belt] = rest[:kept]
        seated[-1]["built"] = [*seated[-1]["built"], *rest[kept:]]
    return {"market": shown, "piles": hidden}


def _deal_deliveries(delivery: str, day: int) -> dict[str, Any]:
    others = [card for card in BOOK.deliveries if card != delivery]
    past = sorted(others[3 : 2 + day])
    return {"delivery": delivery, "deliveries": others[2 + day :], "removed": others[:3], "past": past, "day": day}


def _deal_people(seated: list[dict[str, Any]], options: Mapping[str, Any], centre: Mapping[str, int]) -> dict[str, Any]:
    held = [card for one in seated for card in one.get("specialists", ())]
    cards = [card for card in BOOK.specialists if card not in (*held, *centre)]
    screens = [robot for robot in BOOK.screens if robot not in [one["robot"] for one in seated]]
    return {
        "centre": dict(centre),
        "screens": screens if options.get("robots") else [],
        "unused": cards if options.get("specialists") else [],
    }


def play(table: Table, *lines: str, seat: int | None = None) -> DreamState:
    """Play lines one after the other, each by a seat (the first that is asked unless said), and return the position."""
    play_each(table, lines, seat)
    return state_of(table)


def state_of(table: Table) -> DreamState:
    """Return the position of a table."""
    return state_as(table, DreamState)


def first(table: Table) -> Player:
    """Return the player of the first seat."""
    return state_of(table).players[0]


def store(one: Player) -> tuple[int, int, int, int]:
    """Return a player's flowers, ink, rainbows and points."""
    return one.flower, one.ink, one.rainbow, one.points
