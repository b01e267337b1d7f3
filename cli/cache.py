"""A small file from which shell completion answers within a blink: games and their legal moves."""

import json
from collections.abc import Sequence
from typing import Any

from cli.answers import GameJson, ViewJson, shown_moves
from cli.env import Env
from cli.profiles import Profile, current_name, folder_of, write_private

MOST_GAMES = 50


def read(env: Env) -> dict[str, Any]:
    """Return what is kept for the profile in use; nothing where nothing is, or where it can't be read."""
    try:
        kept = json.loads((folder_of(env, current_name(env)) / "cache.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return kept if isinstance(kept, dict) else {}


def keep_games(env: Env, profile: Profile, games: Sequence[GameJson]) -> None:
    """Remember games by id and title."""
    if not profile.name:
        return  # a guest has no folder to keep anything in
    kept = read(env)
    known = kept.get("games", {})
    for game in games:
        known[game["id"]] = {**known.get(game["id"], {}), "title": game["title"], "rules": game["rules"]}
    kept["games"] = dict(list(known.items())[-MOST_GAMES:])
    write_private(profile.cache_file, json.dumps(kept))


def keep_moves(env: Env, profile: Profile, view: ViewJson) -> None:
    """Remember a game's legal moves, as they are typed and as they are stored."""
    if not profile.name:
        return
    kept = read(env)
    game = kept.setdefault("games", {}).setdefault(view["game"], {"title": view["title"]})
    game["rules"], game["legal"] = view["rules"], shown_moves(view)
    write_private(profile.cache_file, json.dumps(kept))
