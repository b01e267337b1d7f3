"""The rules of the games, pure: no clock, no network. This facade is what everything else uses."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from engine.core.rules import AnyRules
from engine.core.table import Outcome, Table, load_dump, new_table, read_dump
from engine.registry import Games, rules_for

__all__ = ["Outcome", "Table", "games", "load_table", "open_table"]

import_module("engine.games")  # bound once, now: importing a game later must not hide the function of that name
_GAMES = Games()


def games() -> Mapping[str, AnyRules]:
    """Return every game id with its rules."""
    return _GAMES


def open_table(
    game: str,
    seats: int,
    options: Mapping[str, Any] | None = None,
    seed: bytes = b"",
    edition: str | Mapping[str, Any] | None = None,
) -> Table:
    """Return a new table; the same seed gives the same game. `edition` is the text or tables of a club's own file."""
    return new_table(rules_for(game, edition), seats, options, seed)


def load_table(data: bytes | str, *, trusted: bool = False) -> Table:
    """Return the table of a dump, or refuse a dump that makes no sense; a trusted one is not looked through."""
    dump = read_dump(data)
    return load_dump(rules_for(dump.game, dump.components), dump, trusted=trusted)
