"""A club whose folder is on this machine: opened directly, and what its host sees of it."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from cli.env import Env
from cli.exits import Failure
from engine.core.language import Text
from engine.core.refusals import Exit

if TYPE_CHECKING:
    from server.config import Config
    from server.services.club import Club

DEFAULT_FOLDER = "club"
SIGNS = ("server-key.json", "atelier.toml", "atelier.sqlite")
"""What lies in the folder of a club."""
ALL = 10_000


def is_at_hand(env: Env, folder: str | None) -> bool:
    """Tell whether a club's folder was named, or lies where one is looked for."""
    named = folder or env.environ.get("ATELIER_CLUB")
    return bool(named) or (Path(DEFAULT_FOLDER) / "server-key.json").exists()


def settings(env: Env, folder: str | None) -> "Config":
    """Return the settings of the club in a folder."""
    from server.config import load_config

    return load_config(env.environ, home=folder or env.environ.get("ATELIER_CLUB") or DEFAULT_FOLDER)


def existing(env: Env, folder: str | None) -> "Config":
    """Return the settings of the club in a folder, or say that there is none."""
    config = settings(env, folder)
    if any((config.folder / name).exists() for name in SIGNS) or (config.database_url and config.folder.exists()):
        return config
    raise Failure(
        Text("There is no club in {folder}.", folder=str(config.folder)),
        Exit.NOT_ALLOWED,
        "no_club",
        Text("`atelier host init` makes one; `--club FOLDER` names another."),
    )


def open_club(env: Env, folder: str | None) -> "AbstractContextManager[Club]":
    """Open the club in a folder for as long as it is needed."""
    return open_club_of(existing(env, folder))


@contextmanager
def open_club_of(config: "Config") -> "Iterator[Club]":
    """Open the club that settings name."""
    from server import create_app

    club: Club = create_app(config).extensions["atelier"]
    try:
        yield club
    finally:
        club.engine.dispose()


def read_members(env: Env, folder: str | None, *, bounced: bool = False) -> list[dict[str, Any]]:
    """Return everybody in the club, or those whose mail comes back."""
    from server.services import oversight

    with open_club(env, folder) as club:
        return _plain(oversight.get_members(club, 0, ALL, bounced=bounced).members)


def read_games(env: Env, folder: str | None) -> list[dict[str, Any]]:
    """Return every game of the club, the last changed first."""
    from server.services import oversight

    with open_club(env, folder) as club:
        return _plain(oversight.get_games(club, 0, ALL).games)


def read_stuck(env: Env, folder: str | None, hours: int) -> list[dict[str, Any]]:
    """Return the seats that games wait for."""
    from server.services import oversight

    with open_club(env, folder) as club:
        return _plain(oversight.get_stuck(club, hours, 0, ALL).seats)


def read_figures(env: Env, folder: str | None) -> dict[str, Any]:
    """Return the club in figures."""
    from server.services import oversight

    with open_club(env, folder) as club:
        figures: dict[str, Any] = msgspec.to_builtins(oversight.get_figures(club))
        return figures


def read_log(env: Env, folder: str | None) -> list[dict[str, Any]]:
    """Return what hosts did, the last first."""
    from server.services import hosting

    with open_club(env, folder) as club:
        return _plain(hosting.get_log(club, None, ALL).acts)


def read_outbox(
    env: Env, folder: str | None, state: str | None, retry: int | None, drop: int | None
) -> list[dict[str, Any]]:
    """Return what is to be mailed or was mailed, after a parked mail was sent after all or forgotten."""
    from server.services import outbox

    with open_club(env, folder) as club:
        if retry is not None:
            outbox.retry(club, retry)
        if drop is not None:
            outbox.drop(club, drop)
        return _plain(outbox.find_mails(club, state))


def _plain(found: Any) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = msgspec.to_builtins(found)
    return rows
