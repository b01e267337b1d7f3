"""What a host does: making the club, its keys, and seeing who and what is there."""

import msgspec
from sqlalchemy import create_engine, select

from engine.core.errors import Refused
from server.config import Config
from server.models import Member, ServerKey
from server.services import identity, settings
from server.services.club import Club
from server.storage import files
from server.storage.engines import prepare_sqlite
from server.storage.keyfiles import FolderRing, make_first_key
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


def init(config: Config, assumed: str = identity.ASSUMED) -> Club:
    """Make folder, key and database of a club; doing it again changes nothing."""
    make_files(config)
    migrate(config)
    club = open_bare(config)
    try:
        with club.read() as session:
            is_founded = identity.load_line(session) is not None
        if not is_founded:
            identity.list_key(club, make_first_key(config.folder))
        identity.recognise(club, assumed)
    except Refused:
        club.engine.dispose()
        raise
    return club


def open_bare(config: Config) -> Club:
    """Return a club that does not know yet who it is."""
    engine = create_engine(config.database, connect_args=config.connect_args)
    if config.is_sqlite:
        prepare_sqlite(engine)
    return Club(config, engine, FolderRing(config.folder))


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
