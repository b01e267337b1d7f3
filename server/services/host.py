"""What a host does: making the club, its keys, and seeing who and what is there."""

import msgspec
from sqlalchemy import create_engine, select

from server.config import Config
from server.models import Member, ServerKey
from server.services import settings
from server.services.club import Club, list_key, make_key_file
from server.storage import files
from server.storage.engines import prepare_sqlite
from server.storage.migrations import make_files, migrate


class ListedPlayer(msgspec.Struct):
    """A member in the host's list."""

    id: str
    handle: str | None
    mail: str | None
    role: str
    confirmed: bool


def find_open_files(config: Config) -> list[str]:
    """Return the files of a club that others on this machine can read."""
    return [str(path) for path in files.find_open(config.folder)]


def init(config: Config) -> Club:
    """Make folder, key and database of a club; doing it again changes nothing."""
    make_files(config)
    key = make_key_file(config.folder)
    migrate(config)
    engine = create_engine(config.database)
    if config.is_sqlite:
        prepare_sqlite(engine)
    club = Club(config, engine, key)
    list_key(club)
    return club


def get_known_keys(club: Club) -> list[dict[str, str]]:
    """Return every key the server has signed with, as JWKs."""
    with club.read() as session:
        keys = session.scalars(select(ServerKey).order_by(ServerKey.added_at)).all()
    return [{"kty": "OKP", "crv": "Ed25519", "x": key.x, "kid": key.kid, "use": "sig"} for key in keys]


def get_registration(club: Club) -> str:
    """Return who may register in the club now."""
    with club.read() as session:
        return settings.get_registration(session, club)


def get_players(club: Club) -> list[ListedPlayer]:
    """Return everybody in the club."""
    with club.read() as session:
        members = session.scalars(select(Member).order_by(Member.created_at)).all()
    return [ListedPlayer(m.id, m.handle, m.mail, m.role, m.mail_confirmed_at is not None) for m in members]
