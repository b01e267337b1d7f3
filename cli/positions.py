"""The position last looked at in each game: a turn can be signed for it without asking the server first."""

import json
from typing import cast

from cli.answers import ViewJson
from cli.profiles import Profile, write_private


def keep(profile: Profile, view: ViewJson) -> None:
    """Keep a view in which something is asked; any other is forgotten, for nothing can be signed there."""
    if not profile.name:
        return  # a guest has no folder to keep anything in
    if view["awaited"]:
        write_private(profile.position_file(view["game"]), json.dumps(view))
    else:
        forget(profile, view["game"])


def take(profile: Profile, game: str) -> ViewJson | None:
    """Return the view kept of a game, or None, and forget it: whatever comes of it, it is not relied on twice."""
    path = profile.position_file(game)
    try:
        view = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    forget(profile, game)
    return cast("ViewJson", view) if isinstance(view, dict) and view.get("awaited") else None


def forget(profile: Profile, game: str) -> None:
    """Forget a position that no longer holds."""
    profile.position_file(game).unlink(missing_ok=True)
