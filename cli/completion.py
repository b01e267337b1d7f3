"""What the shell offers when a player presses Tab: from the cache alone, never from the network."""

import os
import shlex
from collections.abc import Iterator
from typing import Any

import typer

from cli import cache
from cli.env import Env


class Offer(str):
    """What is offered for what was typed, though it need not begin alike: names find ids, quotes come before."""

    __slots__ = ()

    def startswith(self, *_: Any) -> bool:
        """Answer Typer, which would drop it otherwise."""
        return True


def complete_game(incomplete: str) -> Iterator[str]:
    """Offer games by id and by title."""
    for game, about in cache.read(Env.of_system()).get("games", {}).items():
        for word in (about.get("title", ""), game):
            if word.startswith(incomplete):
                yield offered(word)


def complete_move(ctx: typer.Context, incomplete: str) -> Iterator[str]:
    """Offer a game's legal moves as they are typed, found by their beginning or by a card's name."""
    games = cache.read(Env.of_system()).get("games", {})
    wanted = ctx.params.get("game") or ""
    about: dict[str, Any] = games.get(wanted) or next((one for one in games.values() if one.get("title") == wanted), {})
    spelled = incomplete.strip("'\"").replace("\\ ", " ").casefold()
    for line in about.get("legal", []):
        named = " ".join([line.split()[0], *(about.get("names", {}).get(word, word) for word in line.split()[1:])])
        if line.casefold().startswith(spelled) or named.casefold().startswith(spelled):
            yield offered(line)


def complete_rules(incomplete: str) -> Iterator[str]:
    """Offer the games that can be played, by the folders that hold them: importing them would take too long."""
    from pathlib import Path

    folder = Path(__file__).parents[1] / "engine" / "games"
    found = sorted(path.parent.name for path in folder.glob("*/rules.py"))
    return (name for name in found if name.startswith(incomplete))


def offered(word: str) -> str:
    """Return a word as the shell must get it: quoted for bash, as it is for those that quote by themselves."""
    return Offer(shlex.quote(word) if "bash" in os.environ.get("_ATELIER_COMPLETE", "") else word)
