"""The club moves to another address, passes its key on, or writes on with a new one after the old one was lost."""

from collections.abc import Iterator
from typing import NamedTuple

from sqlalchemy import select, update

from engine.core.errors import Refused
from engine.ledger.drafts import EntryDraft
from engine.ledger.keys import PrivateKey
from engine.ledger.record import Record
from engine.ledger.succession import Succession, move_club, pass_key_on, replace_lost_key
from engine.ledger.tending import draft_lost_key, draft_server_key
from server.models import Game, ServerKey, Session
from server.services import identity
from server.services.acts import SilentAct, perform
from server.services.club import Club, Identity
from server.services.shelf import get_record
from server.storage.keyfiles import make_next_key
from server.storage.order import alone


class PassedOn(NamedTuple):
    """A game that goes on with another key, or why it could not be written to."""

    game: str
    refused: Refused | None = None


class ServerKeyChange(SilentAct):
    """A game passes on to the server's key of today: named by the one before, or on its own word where that is lost."""

    def draft(self, record: Record) -> EntryDraft:
        """Write down the key."""
        old, new = record.page.server, self.club.key.public
        if old == new.kid:
            raise Refused("already_so", "The game is written with this key already.")
        is_at_hand = self.club.ring.find(old) is not None
        return draft_server_key(record, new) if is_at_hand else draft_lost_key(record, new)


def move(club: Club, origin: str) -> Succession:
    """Give the club another address; games that have begun keep the one they were opened at."""
    identity.found(club)
    with club.write() as session:
        line = _load_alone(session)
        if origin.rstrip("/") == line.origin.rstrip("/"):
            raise Refused("already_so", "The club is at {origin} already.", origin=line.origin)
        line = identity.add_step(session, line.raws, move_club(line, origin, club.key, club.now()))
    identity.follow(club)
    return line


def rotate(club: Club) -> None:
    """Name a new key, signed by the one of today; while games of an earlier rotation wait for it, that one goes on."""
    identity.found(club)
    with club.write() as session:
        line = _load_alone(session)
        if _is_under_way(session, line):
            return
        new = make_next_key(club.config.folder)
        identity.add_step(session, line.raws, pass_key_on(line, new.public, club.key, club.now()))
        _list(session, club, new)
    identity.follow(club)


def replace_lost(club: Club) -> None:
    """Name a new key on its own word, because no file holds the last one; refuse where one does."""
    with club.write() as session:
        line = _load_alone(session)
        at_hand = club.ring.find(line.key.kid)
        if at_hand is None:
            at_hand = make_next_key(club.config.folder)
            line = identity.add_step(session, line.raws, replace_lost_key(line, at_hand, club.now()))
            _list(session, club, at_hand)
        elif line.passages[-1].how != "lost":
            raise Refused("already_so", "The club's key is where it belongs: nothing is lost.")
    club.identify(Identity(line.origin, at_hand, at_hand, line))


def pass_games_on(club: Club) -> Iterator[PassedOn]:
    """Write the key of today into every game that has another one; cut off, it goes on where it was."""
    failed = False
    for game_id in _find_games(club):
        with club.read() as session:
            if get_record(session, game_id).page.server == club.key.kid:
                continue
        try:
            perform(ServerKeyChange(club, game_id))
        except Refused as refused:
            failed = failed or refused.code != "already_so"
            yield PassedOn(game_id, refused)
        else:
            yield PassedOn(game_id)
    if not failed:
        _retire_others(club)


def _load_alone(session: Session) -> Succession:
    alone(session, "server_keys")
    line = identity.load_line(session)
    if line is None:
        raise Refused("not_found", "The club was never served: it has no address yet that could change.")
    return line


def _is_under_way(session: Session, line: Succession) -> bool:
    """Tell whether an earlier rotation has not come to its end."""
    others = select(ServerKey.kid).where(ServerKey.kid != line.key.kid, ServerKey.retired_at.is_(None))
    return session.scalars(others).first() is not None


def _list(session: Session, club: Club, key: PrivateKey) -> None:
    session.add(ServerKey(kid=key.kid, x=key.public.x, added_at=club.now()))
    session.flush()


def _retire_others(club: Club) -> None:
    with club.write() as session:
        others = (ServerKey.kid != club.key.kid) & ServerKey.retired_at.is_(None)
        session.execute(update(ServerKey).where(others).values(retired_at=club.now()))


def _find_games(club: Club) -> list[str]:
    with club.read() as session:
        return list(session.scalars(select(Game.id).where(Game.status != "over").order_by(Game.id)))
