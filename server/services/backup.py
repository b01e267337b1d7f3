"""Backup of a running club (database, key, settings) and its restore, after which older slips no longer count."""

import io
import shutil
import sqlite3
import subprocess
import tarfile
import tomllib
from fnmatch import fnmatch
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.engine import make_url

from engine.core.errors import Refused
from engine.ledger.drafts import EntryDraft
from engine.ledger.entries import HostBody
from engine.ledger.hosting import draft_host
from engine.ledger.record import Record
from server.config import Config
from server.models import Game
from server.services.acts import SilentAct, perform
from server.services.club import Club
from server.storage.files import make_folder, open_owned
from server.storage.keyfiles import KEY_FILES, find_key_files

DATABASE = "atelier.sqlite"
DUMP = "postgres.dump"
SETTINGS = "atelier.toml"


def backup(config: Config, target: Path) -> Path:
    """Write database, key and settings into one archive; the server may go on meanwhile."""
    if target.exists():
        raise Refused("invalid_value", "{path} is there already; nothing was written.", path=str(target))
    fresh = target.with_name(target.name + ".new")
    with open(fresh, "wb", opener=open_owned) as file, tarfile.open(fileobj=file, mode="w:gz") as archive:
        for path in (*find_key_files(config.folder), config.folder / SETTINGS):
            if path.exists():
                archive.add(path, path.name)
        name, content = (DATABASE, _sqlite_copy(config)) if config.is_sqlite else (DUMP, _postgres_dump(config))
        entry = tarfile.TarInfo(name)
        entry.size = len(content)
        archive.addfile(entry, io.BytesIO(content))
    fresh.rename(target)
    return target


def _sqlite_copy(config: Config) -> bytes:
    source = sqlite3.connect(make_url(config.database).database or "")
    copy = sqlite3.connect(":memory:")
    source.backup(copy)
    source.close()
    content = copy.serialize()
    copy.close()
    return content


def _postgres_tool(name: str) -> str:
    tool = shutil.which(name)
    if tool is None:
        raise Refused("invalid_value", "{tool} is needed on this machine for Postgres.", tool=name)
    return tool


def _run(command: list[str], content: bytes | None = None) -> bytes:
    done = subprocess.run(command, check=False, input=content, capture_output=True)  # noqa: S603 - the host's own database
    if done.returncode:
        error = done.stderr.decode(errors="replace").strip()
        raise Refused("invalid_value", "{tool} failed: {error}", tool=Path(command[0]).name, error=error)
    return done.stdout


def _postgres_dump(config: Config) -> bytes:
    url = make_url(config.database).set(drivername="postgresql").render_as_string(hide_password=False)
    return _run([_postgres_tool("pg_dump"), "--format=custom", "--no-owner", f"--dbname={url}"])


def unpack(config: Config, source: Path) -> None:
    """Put an archive's database and files in place, all of it or nothing; refuses to overwrite a club that has one."""
    database = config.folder / DATABASE
    if config.is_sqlite and database.exists():
        raise Refused("invalid_value", "{path} is there already; restore into an empty folder.", path=str(database))
    with tarfile.open(source) as archive:
        _check_kind(config, archive)
        if not config.is_sqlite:
            _postgres_restore(config, _read(archive, DUMP))
        make_folder(config.folder)
        for name in archive.getnames():
            if name in {SETTINGS, DATABASE} or fnmatch(name, KEY_FILES):
                with open(config.folder / name, "wb", opener=open_owned) as file:
                    file.write(_read(archive, name))


def _check_kind(config: Config, archive: tarfile.TarFile) -> None:
    """Refuse an archive whose database is of another kind than the one it would be put into."""
    if config.is_sqlite and DUMP in archive.getnames():
        raise Refused(
            "invalid_value",
            "The archive holds a Postgres database: name an empty one with DATABASE_URL. Nothing was written.",
        )
    if not config.is_sqlite and DATABASE in archive.getnames():
        raise Refused(
            "invalid_value",
            "The archive holds an SQLite database, and the settings name a Postgres: restore without DATABASE_URL. "
            "Nothing was written.",
        )
    if not {DUMP, DATABASE} & set(archive.getnames()):
        raise Refused("invalid_value", "The archive holds no database: it is no backup of a club.")


def find_named_database(archive: Path) -> str | None:
    """Return the database that the settings in an archive name, if they do."""
    with tarfile.open(archive) as opened:
        plain = _read(opened, SETTINGS) if SETTINGS in opened.getnames() else b""
    named = tomllib.loads(plain.decode()).get("database_url")
    return None if named is None else str(named)


def _read(archive: tarfile.TarFile, name: str) -> bytes:
    content = archive.extractfile(name)
    return b"" if content is None else content.read()


def _postgres_restore(config: Config, content: bytes) -> None:
    url = make_url(config.database).set(drivername="postgresql").render_as_string(hide_password=False)
    _run([_postgres_tool("pg_restore"), "--no-owner", "--single-transaction", f"--dbname={url}"], content)


class Restored(SilentAct):
    """A game came back from a backup: slips for what is lost can't be mistaken for new ones."""

    def draft(self, record: Record) -> EntryDraft:
        """Write it down."""
        return draft_host(record, HostBody("restore", "backup"))


def mark_restored(club: Club) -> int:
    """Write into every running game that it was restored; return how many there are."""
    with club.read() as session:
        running = session.scalars(select(Game.id).where(Game.status == "running")).all()
    for game_id in running:
        perform(Restored(club, game_id))
    return len(running)
