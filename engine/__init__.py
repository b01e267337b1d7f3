"""The rules of the games, pure: no clock, no network. This facade is what everything else uses.

It loads the games' side only when a game is asked for: the client takes its words from `engine.core` long before that.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.core.rules import AnyRules
    from engine.core.table import Table

__all__ = ["games", "load_table", "open_table"]

import_module("engine.games")  # bound once, now: importing a game later must not hide the function of that name


def games() -> "Mapping[str, AnyRules]":
    """Return every game id with its rules."""
    from engine.registry import ALL_GAMES

    return ALL_GAMES


def open_table(
    game: str,
    seats: int,
    options: Mapping[str, Any] | None = None,
    seed: bytes = b"",
    edition: str | Mapping[str, Any] | None = None,
    version: int | None = None,
) -> "Table":
    """Return a new table; the same seed gives the same game.

    `edition` is the text or tables of a club's own file, `version` one of the versions of the rules: else the newest.
    """
    from engine.core.table import new_table
    from engine.registry import rules_for

    return new_table(rules_for(game, edition, version), seats, options, seed)


def load_table(data: bytes | str, *, trusted: bool = False) -> "Table":
    """Return the table of a dump, or refuse a dump that makes no sense; a trusted one is not looked through."""
    from engine.core.table import load_dump, read_dump
    from engine.registry import recorded_rules

    dump = read_dump(data)
    return load_dump(recorded_rules(dump.game, dump.version, dump.edition, dump.components), dump, trusted=trusted)
