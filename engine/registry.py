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
_recorded: "dict[tuple[str, int, str, bool], AnyRules]" = {}
"""Rules by game, version and edition, and whether the edition is a club's own: what ships with a game stands alone."""
MOST_RECORDED = 64
"""So many rules of begun games are kept ready; a club with more editions of its own makes them again."""
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
        return game in GAMES or game in _paths()

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
    path = GAMES.get(game) or _paths().get(game)
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


def rules_for(game: str, change: str | Mapping[str, Any] | None = None, version: int | None = None) -> "AnyRules":
    """Return a game's rules on the default edition, or on one changed by a club's file; the newest, or by a version."""
    from engine.core.editions import bind_change

    if not change and version is None:
        return default_rules(game)
    kind = rules_class(game)
    with _making:
        return kind(bind_change(kind.edition_type, kind.edition_path, change), version)


def recorded_rules(game: str, version: int, edition: str, own: dict[str, Any] | None = None) -> "AnyRules":
    """Return the rules that a ledger or a dump names, or refuse what can't be played here."""
    from engine.core.canonical import digest

    if own is not None and digest(own) != edition:
        raise Refused("broken_edition", "The edition is not the one that the game was opened with.")
    known = _recorded.get((game, version, edition, own is not None))
    return known or _make_recorded(game, version, edition, own)


def find_rules(game: str, version: int, edition: str) -> "AnyRules | None":
    """Return rules that were made before, whoever's the edition is; None if they were not."""
    return _recorded.get((game, version, edition, False)) or _recorded.get((game, version, edition, True))


def _make_recorded(game: str, version: int, edition: str, own: dict[str, Any] | None) -> "AnyRules":
    from engine.core.editions import bind_recorded

    default = default_rules(game)
    kind = type(default)
    with _making:
        if (version, edition) == (default.version, default.bound.digest):
            rules = default
        else:
            rules = kind(bind_recorded(kind.edition_type, kind.edition_path, edition, own), version)
        while len(_recorded) >= MOST_RECORDED:
            _recorded.pop(next(iter(_recorded)))
        _recorded[game, version, edition, own is not None] = rules
    return rules


def is_shipped(game: str, edition: str) -> bool:
    """Tell whether an edition is or was a game's default one."""
    from engine.core.editions import is_shipped

    kind = rules_class(game)
    return is_shipped(kind.edition_type, kind.edition_path, edition)


def register(game: str, path: str) -> None:
    """Add a game for this process (tests do)."""
    GAMES[game] = path
    _paths.cache_clear()
