"""The database of a club, brought to where this version wants it."""

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import NullPool, create_engine, make_url, text
from sqlalchemy.exc import DBAPIError

from engine.core.errors import Refused
from server.config import Config
from server.storage import files

if TYPE_CHECKING:
    from alembic.config import Config as AlembicConfig

SERVER = Path(__file__).parents[1]
MIGRATIONS = next(folder for folder in (SERVER / "migrations", SERVER.parent / "migrations") if folder.exists())
"""Inside the package where it is installed, beside it in a clone."""


def migrate(config: Config, revision: str = "head") -> None:
    """Bring the database to a revision; Alembic, which is slow to load, is asked only where there is something to do."""
    make_files(config)
    now, last = find_revision(config), get_last_revision()
    if revision == "head" and now == last:
        return
    _check_way(now, last if revision == "head" else revision, last)
    from alembic import command

    command.upgrade(alembic_config(config), revision)


def _check_way(now: str | None, wanted: str, last: str) -> None:
    """Refuse a way that no script goes: to a revision that nobody knows, from a newer version, or back."""
    if not wanted.isdecimal() or not "0001" <= wanted <= last:
        raise Refused(
            "invalid_value",
            "There is no revision {wanted}: they go from 0001 to {last}.",
            wanted=wanted[:20],
            last=last,
        )
    if now is not None and now > last:
        raise Refused(
            "invalid_value",
            "The database is at revision {now}, this version knows {last} at most: a newer Atelier has used it.",
            now=now,
            last=last,
        )
    if now is not None and now > wanted:
        raise Refused(
            "invalid_value",
            "The database is at revision {now} and can't go back to {wanted}: restore a backup from before the upgrade.",
            now=now,
            wanted=wanted,
        )


def alembic_config(config: Config) -> "AlembicConfig":
    """Return Alembic's settings for a club's database."""
    from alembic.config import Config as AlembicConfig

    settings = AlembicConfig()
    settings.set_main_option("script_location", str(MIGRATIONS))
    settings.set_main_option("sqlalchemy.url", config.database.replace("%", "%%"))
    return settings


def get_last_revision() -> str:
    """Return the revision that this version wants: the number that the last script's name begins with."""
    return max(script.name for script in (MIGRATIONS / "versions").glob("*.py")).partition("_")[0]


def find_revision(config: Config) -> str | None:
    """Return where a database is, or None where it has no tables or does not answer."""
    engine = create_engine(config.database, poolclass=NullPool, connect_args=config.connect_args)
    try:
        with engine.connect() as connection:
            found: str | None = connection.scalar(text("select version_num from alembic_version"))
            return found
    except DBAPIError:
        return None


def make_files(config: Config) -> None:
    """Make the club's folder and the file of its database, readable by their owner alone before anything is in them."""
    files.make_folder(config.folder)
    if config.is_sqlite:
        files.make_file(Path(make_url(config.database).database or ""))
