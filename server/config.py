"""Settings: from a TOML file, then from the environment; an unknown one is an error."""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from engine.core.dates import read_span
from engine.core.errors import Refused

MOST_BODY = 512 * 1024
"""Bytes of a request's body: the largest edition fits, even where JSON doubles it."""
PREFIX = "ATELIER_"
FOREIGN = {
    "ATELIER_HOME",
    "ATELIER_SERVER",
    "ATELIER_LANG",
    "ATELIER_CONFIG",
    "ATELIER_PROFILE",
    "ATELIER_CLUB",
    "ATELIER_GAME",
}
"""Variables of the client, or that say where the settings are."""


class Mail(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How mail goes out and comes in."""

    transport: Literal["maildir", "smtp"] = "maildir"
    host: str = "127.0.0.1"
    port: int = 25
    security: Literal["none", "starttls", "tls"] = "none"
    user: str = ""
    password: str = ""
    connections: Annotated[int, msgspec.Meta(ge=1, le=20)] = 1
    """How many connections to the mail server are used at once; a worker that dies repeats one mail of each at most."""
    sender: str = "atelier@localhost"
    """The address that mails come from; replies go to it with a token after a plus sign."""
    authserv_id: str = ""
    """The name under which our own mail server writes Authentication-Results."""
    listen_host: str = "127.0.0.1"
    listen_port: int = 0
    """Where the LMTP listener waits for mail; 0 is nowhere."""
    listen_protocol: Literal["lmtp", "smtp"] = "lmtp"
    undo_pause: int = 90
    """Seconds that a turn mail waits, so that an undo can overtake it."""


class Web(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What `serve` waits for, and for how long; other web servers have settings of their own."""

    bind: str = "127.0.0.1"
    """The address to listen at."""
    port: int | None = None
    """The port to listen at; without one that of an origin without TLS, else 8000."""
    threads: int = 8
    connections: int = 500
    """How many are open at once; for one more, the one that has kept us waiting longest goes."""
    request_seconds: int = 20
    """How long a request may take to arrive, from its first byte to its last."""
    idle_seconds: int = 75
    """How long a connection may be silent between two requests, or leave an answer unread."""
    stop_seconds: int = 20
    """How long requests in hand are waited for when the server is told to stop."""


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How tables are played whose opener says nothing else: slowly, but nobody is waited for in vain."""

    pace: str = "3d"
    """How long a turn lasts; `none` is no clock."""
    timeout: Literal["wait", "bot_turn", "bot_seat", "substitute"] = "substitute"
    """What happens when its time is up."""
    reminders: tuple[str, ...] = ("24h",)
    """How long before that its player is reminded; in the environment with commas."""

    def __post_init__(self) -> None:
        """Refuse times that nobody could play by before the first table is opened."""
        for span in (*([self.pace] if self.has_clock else []), *self.reminders):
            read_span(span)

    @property
    def has_clock(self) -> bool:
        """Whether turns have a time."""
        return self.pace != "none"


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One server is one club."""

    home: str = "club"
    """The folder of the embedded database, the server's key and local mail."""
    database_url: str = ""
    prepared_statements: bool = True
    """Whether Postgres keeps what it is often asked; no where PgBouncer hands each transaction to another connection."""
    origin: str = ""
    """The address of the club as players type it; empty is as the club's database has it."""
    name: str = "Atelier"
    language: Literal["en", "fr"] = "en"
    zone: str = "UTC"
    registration: Literal["open", "invited", "closed"] = "open"
    hosting: Literal["everybody", "hosts"] = "everybody"
    cors: str = ""
    """An origin that pages may call from; empty is none."""
    client: str = "atelier"
    """What `pipx install` takes to install the client, as newcomers are told: a name, a file or an address."""
    hours_to_cancel: int = 24
    """How many hours a new address waits before it counts, and a changed key can be taken back."""
    archive_days: int = 90
    """How many days after its end a game is archived; 0 is never."""
    note_days: int = 14
    """How many days after it was left a note still plays what can't be undone; then its player is asked. 0 is for ever."""
    vacation_days: int = 30
    """How many days of vacation a player has in a year."""
    rates: bool = True
    log: Literal["json", "text", "off"] = "text"
    metrics: Literal["hosts", "everybody"] = "hosts"
    """Who may read /metrics: hosts, by a token of theirs, or everybody who can reach it."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses and networks whose X-Forwarded-For is believed, `unix` for a socket file; in the environment with commas."""
    mail: Mail = Mail()
    web: Web = Web()
    tables: Tables = Tables()

    @property
    def folder(self) -> Path:
        """The club's folder."""
        return Path(self.home)

    @property
    def database(self) -> str:
        """The database as SQLAlchemy names it; `postgres://` is understood."""
        url = self.database_url or f"sqlite:///{(self.folder / 'atelier.sqlite').absolute()}"
        for prefix in ("postgres://", "postgresql://"):
            if url.startswith(prefix):
                return "postgresql+psycopg://" + url.removeprefix(prefix)
        return url

    @property
    def connect_args(self) -> dict[str, Any]:
        """What the database's driver is told besides the address."""
        return {} if self.is_sqlite or self.prepared_statements else {"prepare_threshold": None}

    @property
    def is_sqlite(self) -> bool:
        """Whether the embedded database is used."""
        return self.database.startswith("sqlite")


PARTS: dict[str, type[msgspec.Struct]] = {"mail": Mail, "web": Web, "tables": Tables}
LISTS = {"trusted_proxies", "reminders"}
"""Settings of several words."""
"""The tables of the settings file, which are the middle part of a variable's name."""


def load_config(environment: Mapping[str, str] | None = None, **given: Any) -> Config:
    """Return the settings of a file (ATELIER_CONFIG, else atelier.toml in the club's folder), environment and call."""
    environment = os.environ if environment is None else environment
    _refuse_unknown(environment)
    home = given.get("home") or environment.get("ATELIER_CLUB") or "club"
    tables = _file(environment, Path(home)) | {"home": str(home)}
    parts = {
        name: {**tables.get(name, {}), **_settings(environment, _prefix_of(name), kind), **given.pop(name, {})}
        for name, kind in PARTS.items()
    }
    merged = {**tables, **_settings(environment, PREFIX, Config), **given, **parts}
    if environment.get("DATABASE_URL"):
        merged.setdefault("database_url", environment["DATABASE_URL"])
    return _typed(merged)


def find_settings(environment: Mapping[str, str], home: Path) -> Path:
    """Return where the settings file is, or would be."""
    return Path(environment.get("ATELIER_CONFIG") or home / "atelier.toml")


def _file(environment: Mapping[str, str], home: Path) -> dict[str, Any]:
    path = find_settings(environment, home)
    if not path.exists():
        if environment.get("ATELIER_CONFIG"):
            raise Refused("invalid_value", "There is no settings file {path}.", path=str(path))
        return {}
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise Refused(
            "invalid_value", "{path} is not a TOML file: {error}.", path=str(path), error=str(error)
        ) from None


def _refuse_unknown(environment: Mapping[str, str]) -> None:
    known = {PREFIX + field.upper() for field in Config.__struct_fields__} | FOREIGN
    known |= {_prefix_of(name) + field.upper() for name, kind in PARTS.items() for field in kind.__struct_fields__}
    unknown = sorted(key for key in environment if key.startswith(PREFIX) and key not in known)
    if unknown:
        raise Refused("invalid_value", "There is no setting {names}; docs/hosting.md lists them.", names=unknown)


def _prefix_of(part: str) -> str:
    return f"{PREFIX}{part.upper()}_"


def _settings(environment: Mapping[str, str], prefix: str, kind: type[msgspec.Struct]) -> dict[str, Any]:
    known = {f"{prefix}{field.upper()}": field for field in kind.__struct_fields__ if field not in {"home", *PARTS}}
    found: dict[str, Any] = {known[key]: value for key, value in environment.items() if key in known and value}
    return {name: value.replace(",", " ").split() if name in LISTS else value for name, value in found.items()}


def _typed(merged: dict[str, Any]) -> Config:
    try:
        return msgspec.convert(merged, Config, strict=False)
    except msgspec.ValidationError as error:
        raise Refused("invalid_value", "A setting does not fit: {error}.", error=str(error)) from None
