"""Who the club is: its address and key stand in its database, and settings or files that say otherwise are refused."""

from sqlalchemy import select

from engine.core.errors import Refused
from engine.ledger.keys import PrivateKey
from engine.ledger.record import unpack_page
from engine.ledger.succession import Succession, found_club, read_succession
from server.models import ClubSetting, ClubStep, Game, ServerKey, Session
from server.services.club import Club, Identity
from server.storage.keyfiles import get_first_key
from server.storage.order import alone

MOVED = "moved_to"
"""The setting of a database whose club is in another one now."""
ASSUMED = "http://127.0.0.1:8000"
"""The address of a club that nobody has given one."""


def recognise(club: Club, assumed: str = ASSUMED) -> None:
    """Learn from the database who the club is; refuse settings, or a folder without its key, that say otherwise.

    A new club that nobody has given an address is where it is assumed to be.
    """
    with club.read() as session:
        _check_not_copied(session)
        line = load_line(session)
    if line is None:
        _be_new(club, assumed)
    else:
        club.identify(_check_line(club, line))


def follow(club: Club) -> None:
    """Learn of a move or of a new key since this process has begun; settings are compared when the next one begins."""
    with club.read() as session:
        line = load_line(session)
    if line is not None and line != club.identity.line and club.ring.find(line.key.kid) is not None:
        club.identify(_make_identity(club, line))


def found(club: Club) -> None:
    """Give a new club the address and the key that it has now, for games are bound to both."""
    if club.identity.line is not None:
        return
    with club.write() as session:
        alone(session, "server_keys")
        line = load_line(session)
        if line is None:
            line = add_step(session, (), found_club(club.origin, club.key, club.now()))
    club.identify(_check_line(club, line))


def get_origins(club: Club) -> tuple[str, ...]:
    """Return every address that the club has had, the present one last."""
    line = club.identity.line
    return (club.origin,) if line is None else (*line.origins, club.origin)


def load_line(session: Session) -> Succession | None:
    """Return the club's succession, None before it was founded."""
    steps = session.scalars(select(ClubStep.statement).order_by(ClubStep.n)).all()
    return read_succession([step.encode() for step in steps]) if steps else None


def add_step(session: Session, before: tuple[bytes, ...], step: bytes) -> Succession:
    """Write down the next step of the club, and return its succession."""
    line = read_succession([*before, step])
    session.add(ClubStep(n=len(before), statement=step.decode()))
    session.flush()
    return line


def list_key(club: Club, key: PrivateKey) -> None:
    """List a key of the server in its database."""
    with club.write() as session:
        alone(session, "server_keys")
        if session.get(ServerKey, key.kid) is None:
            session.add(ServerKey(kid=key.kid, x=key.public.x, added_at=club.now()))


def _check_not_copied(session: Session) -> None:
    moved = session.get(ClubSetting, MOVED)
    if moved is not None:
        raise Refused(
            "invalid_value",
            "This club was copied to {there} and is served from there: name that database in the settings.",
            there=moved.value,
        )


def _check_line(club: Club, line: Succession) -> Identity:
    if club.ring.find(line.key.kid) is None:
        raise Refused(
            "wrong_key",
            "This club signs with the key {kid}, and no file in {folder} holds it: put server-key*.json back from a "
            "backup. If it is lost for good, `atelier host key lost` tells what can be done.",
            kid=line.key.kid,
            folder=str(club.config.folder),
        )
    said = club.config.origin
    if said and said.rstrip("/") != line.origin.rstrip("/"):
        raise Refused(
            "wrong_audience",
            "The address of this club is {origin}, and the settings say {said}: `atelier host move {said}` moves the "
            "club there; else correct the settings.",
            origin=line.origin,
            said=said,
        )
    return _make_identity(club, line)


def _make_identity(club: Club, line: Succession) -> Identity:
    at_hand = [key for one in line.keys if (key := club.ring.find(one.kid)) is not None]
    return Identity(line.origin, at_hand[-1], at_hand[0], line)


def _be_new(club: Club, assumed: str) -> None:
    """Be a club that was not founded yet: it is as soon as somebody has chosen its address, or opens a game."""
    key = get_first_key(club.config.folder)
    with club.read() as session:
        is_listed = session.get(ServerKey, key.kid) is not None
        bound = _find_origin_of_games(session)
    if not is_listed:
        raise Refused("wrong_key", "This server's key is not listed in its database: run `atelier host init`.")
    club.identify(Identity(bound or club.config.origin or assumed, key, key))
    if bound or club.config.origin:
        found(club)


def _find_origin_of_games(session: Session) -> str:
    """Return the address that the games of an older club are bound to, where it has any."""
    page = session.scalar(select(Game.page).order_by(Game.created_at.desc()).limit(1))
    return "" if page is None else unpack_page(page).origin
