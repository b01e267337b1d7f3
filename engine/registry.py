"""The only list of games; others can come in by the entry-point group `atelier.games`.

Both name a game's rules class by its path, `module:Class`. No other distribution can put its rules in place of ours.
"""

import threading
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any

from engine.core.errors import Refused

if TYPE_CHECKING:  # whoever only wants the names, as completion does, is spared the rules
    from engine.core.rules import AnyRules

_making = threading.RLock()
_defaults: "dict[str, AnyRules]" = {}
GAMES: dict[str, str] = {
    "fantastic_factories": "engine.games.fantastic_factories.rules:FantasticFactories",
    "imaginarium": "engine.games.imaginarium.rules:Imaginarium",
    "mech_a_dream": "engine.games.mech_a_dream.rules:MechADream",
    "nicodemus": "engine.games.nicodemus.rules:Nicodemus",
}


class Games(Mapping[str, "AnyRules"]):
    """Game ids with their rules on the default edition; a game is imported when it is first asked for."""

    def __getitem__(self, game: str) -> "AnyRules":
        return default_rules(game)

    def __contains__(self, game: object) -> bool:
        return game in _paths()

    def __iter__(self) -> Iterator[str]:
        return iter(_paths())

    def __len__(self) -> int:
        return len(_paths())


ALL_GAMES = Games()


@cache
def _paths() -> dict[str, str]:
    return GAMES | {point.name: point.value for point in entry_points(group="atelier.games") if point.name not in GAMES}


@cache
def rules_class(game: str) -> "type[AnyRules]":
    """Return the rules class of a game, or refuse an unknown one."""
    path = _paths().get(game)
    if path is None:
        raise Refused(
            "unknown_rules", "There is no game `{game}`; there are {games}.", game=game, games=sorted(_paths())
        )
    return _load(game, path)


def _load(game: str, path: str) -> "type[AnyRules]":
    from engine.core.rules import Rules

    module, _, name = path.partition(":")
    rules = getattr(import_module(module), name)
    if not isinstance(rules, type) or not issubclass(rules, Rules) or rules.id != game:
        raise TypeError(f"{path} is not the class of the rules of {game}")
    return rules


def default_rules(game: str) -> "AnyRules":
    """Return a game's rules on its default edition; they are made by one thread while others wait."""
    rules = _defaults.get(game)
    if rules is None:
        with _making:
            rules = _defaults.get(game) or _defaults.setdefault(game, rules_class(game)())
    return rules


def rules_for(game: str, edition: str | Mapping[str, Any] | None) -> "AnyRules":
    """Return a game's rules on the default edition, or on one changed by a club's file."""
    if not edition:
        return default_rules(game)
    with _making:
        return rules_class(game)(edition)


def register(game: str, path: str) -> None:
    """Add a game for this process (tests do)."""
    GAMES[game] = path
    _paths.cache_clear()
