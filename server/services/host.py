"""What a host does: making the club, its keys, checking games before an upgrade."""

from pathlib import Path
from typing import Any

import msgspec
from alembic import command
from alembic.config import Config as AlembicConfig
from sqlalchemy import create_engine, select, update

from engine.core.errors import Refused
from engine.ledger.bundle import encode_bundle, whole_bundle
from engine.ledger.seed import Secrets
from engine.ledger.verify import verify
from server.config import Config
from server.models import Game, OutboxRow, Player, ServerKey, table
from server.services import shelf
from server.services.club import Club, list_key, make_key_file, prepare_sqlite

SERVER = Path(__file__).parents[1]
MIGRATIONS = next(folder for folder in (SERVER / "migrations", SERVER.parent / "migrations") if folder.exists())
"""Inside the package where it is installed, beside it in a clone."""


def alembic_config(config: Config) -> AlembicConfig:
    """Return Alembic's settings for a club's database."""
    settings = AlembicConfig()
    settings.set_main_option("script_location", str(MIGRATIONS))
    settings.set_main_option("sqlalchemy.url", config.database.replace("%", "%%"))
    return settings


def migrate(config: Config, revision: str = "head") -> None:
    """Bring the database to a revision."""
    config.folder.mkdir(parents=True, exist_ok=True)
    command.upgrade(alembic_config(config), revision)


def init(config: Config) -> Club:
    """Make folder, key and database of a club; doing it again changes nothing."""
    config.folder.mkdir(parents=True, exist_ok=True)
    key = make_key_file(config.folder)
    migrate(config)
    engine = create_engine(config.database)
    if config.is_sqlite:
        prepare_sqlite(engine)
    club = Club(config, engine, key)
    list_key(club)
    return club


def known_keys(club: Club) -> list[dict[str, str]]:
    """Return every key the server has signed with, as JWKs."""
    with club.read() as connection:
        rows = connection.execute(select(ServerKey.kid, ServerKey.x).order_by(ServerKey.added_at)).all()
    return [{"kty": "OKP", "crv": "Ed25519", "x": row.x, "kid": row.kid, "use": "sig"} for row in rows]


def check(club: Club, *, hold: bool = False) -> list[dict[str, Any]]:
    """Replay every running game on the installed rules; return those that differ, and hold them if asked."""
    with club.read() as connection:
        running = connection.execute(select(Game.id, Game.rules).where(Game.status == "running")).all()
    differing = [
        {"game": game.id, "rules": game.rules, "why": why} for game in running if (why := replay_fault(club, game.id))
    ]
    if hold:
        with club.write() as connection:
            ids = [one["game"] for one in differing]
            connection.execute(update(Game).where(Game.id.in_(ids)).values(held=True))
            connection.execute(update(Game).where(Game.id.not_in(ids)).values(held=False))
    return differing


def replay_fault(club: Club, game_id: str) -> str | None:
    """Return why a game no longer replays to its own commitments, or None."""
    with club.read() as connection:
        try:
            record = shelf.get_record(connection, game_id)
        except Refused as refused:
            return refused.say()
        rows = shelf.entries_between(connection, game_id, 0, record.page.n)
    page = record.page
    table = record.table
    components = None if table is None or table.rules.is_default_edition else msgspec.to_builtins(table.rules.edition)
    try:
        entries = [shelf.stored_entry(row) for row in rows]
        bundle = whole_bundle(entries, Secrets(page.secret, page.salt_key), components)
    except (LookupError, TypeError, ValueError, msgspec.MsgspecError) as error:
        return f"the stored ledger can't be read: {error!r}"
    report = verify(encode_bundle(bundle))
    return None if report.holds else f"entry {report.failed_at}: {report.refused and report.refused.say()}"


def players(club: Club) -> list[dict[str, Any]]:
    """Return everybody in the club."""
    with club.read() as connection:
        rows = connection.execute(select(table(Player)).order_by(Player.created_at)).all()
    return [
        {"id": r.id, "handle": r.handle, "mail": r.mail, "role": r.role, "confirmed": r.mail_confirmed_at is not None}
        for r in rows
    ]


def games(club: Club) -> list[dict[str, Any]]:
    """Return every game of the club, the last changed first."""
    columns = (Game.id, Game.title, Game.rules, Game.status, Game.n, Game.changed_at, Game.held)
    with club.read() as connection:
        rows = connection.execute(select(*columns).order_by(Game.changed_at.desc())).all()
    return [dict(row._mapping) for row in rows]  # noqa: SLF001 - SQLAlchemy's public name for it


def outbox(club: Club, most: int = 200) -> list[dict[str, Any]]:
    """Return the latest mails that were announced, with their state."""
    wanted = select(table(OutboxRow), Player.handle, Player.mail).outerjoin(Player, Player.id == OutboxRow.player_id)
    with club.read() as connection:
        rows = connection.execute(wanted.order_by(OutboxRow.id.desc()).limit(most)).all()
    return [
        {
            "id": row.id,
            "kind": row.kind,
            "to": row.address or row.mail,
            "handle": row.handle,
            "player": row.player_id,
            "game": row.game_id,
            "state": row.state,
            "data": row.data,
            "attempts": row.attempts,
            "error": row.error,
        }
        for row in rows
    ]
