"""Profiles: which server, which player, which key; each a folder that only its owner can read."""

import json
import os
import re
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from cli.env import Env
from cli.exits import Failure
from engine.core.language import Text
from engine.core.refusals import Exit

NAME = re.compile(r"\A[A-Za-z0-9][A-Za-z0-9._-]{0,31}\Z")
OTHERS = 0o077


@dataclass
class Profile:
    """A player on a server."""

    name: str
    folder: Path
    server: str
    origin: str = ""
    handle: str = ""
    player: str = ""
    kid: str = ""
    token: str = ""
    zone: str = ""
    """The player's time zone, as the server last told it."""
    server_keys: list[dict[str, str]] = field(default_factory=list)
    """Pinned at registration: what the server signs is checked against them."""
    succession: list[str] = field(default_factory=list)
    """Where the club went, as far as this player has followed it."""

    @property
    def key_file(self) -> Path:
        """Where the private key is."""
        return self.folder / "key.json"

    @property
    def cache_file(self) -> Path:
        """Where completion finds games and moves."""
        return self.folder / "cache.json"

    def receipts_file(self, game: str) -> Path:
        """Where the server's receipts of a game are kept, one on each line."""
        return self.folder / "receipts" / f"{safe_name(game)}.txt"

    def noted_file(self, game: str) -> Path:
        """Where notes and drops of a game are kept, each before the server's receipt of it on a line."""
        return self.folder / "noted" / f"{safe_name(game)}.txt"

    def position_file(self, game: str) -> Path:
        """Where the position last looked at is kept."""
        return self.folder / "positions" / f"{safe_name(game)}.json"

    def draft_file(self, game: str) -> Path:
        """Where an unsent turn waits."""
        return self.folder / "drafts" / f"{safe_name(game)}.txt"


def safe_name(text: str) -> str:
    """Return a text as a file name."""
    return re.sub(r"[^A-Za-z0-9_-]", "_", text)[:80]


def write_private(path: Path, text: str) -> None:
    """Write a file that only its owner can read, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    fresh = path.with_name(path.name + ".new")
    try:
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            file.write(text)
        fresh.chmod(0o600)
        fresh.replace(path)
    except OSError as error:
        raise Failure(Text("{path} can't be written: {error}.", path=str(path), error=error.strerror)) from None


def read_private(path: Path) -> str:
    """Return the text of a file that nobody else may read; refuse one that is not so."""
    text = read_text(path)
    if path.stat().st_mode & OTHERS:
        raise Failure(
            Text("{path} can be read by others: `chmod 600 {path}` first.", path=str(path)),
            Exit.NOT_ALLOWED,
            "key_open",
        )
    return text


def read_text(path: Path) -> str:
    """Return the text of a file, or refuse one that can't be read."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise Failure(
            Text("{path} can't be read: {error}.", path=str(path), error=error.strerror),
            Exit.NOT_ALLOWED,
            "key_unreadable",
        ) from None
    except UnicodeDecodeError:
        raise Failure(Text("{path} is not a text file.", path=str(path)), Exit.NOT_ALLOWED, "key_unreadable") from None


def names(env: Env) -> list[str]:
    """Return the profiles there are."""
    return sorted(path.parent.name for path in (env.home / "profiles").glob("*/profile.json"))


def current_name(env: Env) -> str:
    """Return the name of the profile to use: as given, else the chosen one, else `default`."""
    if env.profile:
        if not NAME.match(env.profile):
            raise Failure(Text("A profile's name has letters, digits, `.`, `_` or `-`, at most 32."))
        return env.profile
    chosen = env.home / "profile"
    return chosen.read_text(encoding="utf-8").strip() if chosen.exists() else "default"


def folder_of(env: Env, name: str) -> Path:
    """Return the folder of a profile."""
    return env.home / "profiles" / name


def find(env: Env, name: str | None = None) -> Profile | None:
    """Return a profile, or None if there is no such."""
    name = name or current_name(env)
    path = folder_of(env, name) / "profile.json"
    if not path.exists():
        return None
    try:
        profile = Profile(name=name, folder=path.parent, **json.loads(read_private(path)))
    except (ValueError, TypeError):
        raise Failure(
            Text("{path} is not a profile: it was changed by hand.", path=str(path)), Exit.NOT_ALLOWED, "key_unreadable"
        ) from None
    return profile


def belongs(profile: Profile, server: str | None) -> bool:
    """Tell whether a profile is for this server: its token and signatures go to no other."""
    return server is None or profile.server.rstrip("/") == server.rstrip("/")


def get(env: Env) -> Profile:
    """Return the profile to use, or say how to get one."""
    profile = find(env)
    if profile is None:
        raise Failure(
            Text("There is no profile `{name}` in {home} yet.", name=current_name(env), home=str(env.home)),
            Exit.NOT_ALLOWED,
            "no_profile",
            Text("Register first: `atelier register HANDLE MAIL --server URL`; or try `atelier demo`."),
        )
    if not belongs(profile, env.server):
        raise Failure(
            Text(
                "The profile `{name}` is for {server}, not for {other}.",
                name=profile.name,
                server=profile.server,
                other=env.server,
            ),
            Exit.NOT_ALLOWED,
            "other_server",
            Text("`--profile NAME` names another one; `atelier server URL` follows a club that has moved."),
        )
    return profile


def save(profile: Profile) -> None:
    """Keep a profile."""
    kept: dict[str, Any] = {key: value for key, value in asdict(profile).items() if key not in {"name", "folder"}}
    write_private(profile.folder / "profile.json", json.dumps(kept, indent=1) + "\n")


def retire(profile: Profile) -> None:
    """Set a profile aside whose account is deleted: its key signs nothing more, and its receipts stay."""
    (profile.folder / "profile.json").rename(profile.folder / f"profile.{profile.kid[:8]}.json")
    profile.key_file.rename(profile.folder / f"key.{profile.kid[:8]}.json")


def choose(env: Env, name: str) -> None:
    """Make a profile the one that is used when none is named."""
    write_private(env.home / "profile", name + "\n")


def keep_receipt(profile: Profile, game: str, receipt: str) -> None:
    """Keep a receipt: it witnesses the history when the game is verified."""
    _keep_line(profile.receipts_file(game), receipt)


def keep_noted(profile: Profile, game: str, slip: str, receipt: str) -> None:
    """Keep a note or a drop with its receipt: a drop's shows that no note before it may be played any more."""
    _keep_line(profile.noted_file(game), f"{slip} {receipt}")


def _keep_line(path: Path, line: str) -> None:
    kept = path.read_text(encoding="utf-8") if path.exists() else ""
    if line and line not in kept.splitlines():
        write_private(path, f"{kept}{line}\n")


def receipts(profile: Profile, game: str) -> list[str]:
    """Return the receipts kept of a game."""
    path = profile.receipts_file(game)
    return path.read_text(encoding="utf-8").split() if path.exists() else []


def noted(profile: Profile, game: str) -> list[tuple[str, str]]:
    """Return the notes and drops kept of a game, each with its receipt."""
    path = profile.noted_file(game)
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [(slip, receipt) for slip, _, receipt in (line.partition(" ") for line in lines)]
