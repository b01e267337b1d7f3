"""Games that ended long ago: their ledgers are pressed, checked, and kept instead of their rows."""

import logging
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import delete, exists, select

from engine.core.errors import Refused
from engine.ledger.pressing import press, restore, unpress
from engine.ledger.record import Record
from server.models import (
    ArchivedGame,
    Base,
    ClockAct,
    Extension,
    Game,
    Outage,
    Session,
    Snapshot,
    Stop,
    StoredEntry,
    StoredNote,
    table,
)
from server.services import checks, shelf
from server.services.checks import Differing
from server.services.club import Club
from server.storage.inserts import insert_unless_there

DAY = 24 * 3600 * 1000
GOING: tuple[type[Base], ...] = (StoredEntry, Snapshot, ClockAct, Stop, Extension, Outage, StoredNote)
"""What goes of an archived game: its ledger is in the archive, and nobody asks what its clock did or which notes waited."""
log = logging.getLogger("atelier.archiving")


class Shelved(NamedTuple):
    """All that is archived of a game, as it is stored before."""

    record: Record
    rows: Sequence[StoredEntry]
    start: Snapshot | None


def find_old(club: Club) -> list[str]:
    """Return the games that are to be archived now, those that ended first to the fore."""
    if not club.config.archive_days:
        return []
    ended = (Game.status == "over") & (Game.ended_at <= club.now() - club.config.archive_days * DAY)
    is_archived = exists().where(ArchivedGame.game_id == Game.id)
    with club.read() as session:
        wanted = select(Game.id).where(ended, ~is_archived, Game.held.is_(False)).order_by(Game.ended_at, Game.id)
        return list(session.scalars(wanted))


def archive_game(club: Club, game_id: str) -> bool:
    """Put a finished game into the archive, and let its rows go in the same transaction; tell whether it was done.

    A game that would not come out of the archive as it went in, or that does not verify, stays as it is.
    """
    with club.read() as session:
        shelved = _take_down(session, game_id)
    packed = _press(shelved)
    fault = _find_fault(club, shelved, packed)
    if fault is not None:
        log.error("game %s is not archived: %s", game_id, fault)
        return False
    return _replace_rows(club, game_id, packed)


def _take_down(session: Session, game_id: str) -> Shelved:
    record = shelf.get_record(session, game_id)
    begun = select(Snapshot).where(Snapshot.game_id == game_id).order_by(Snapshot.n).limit(1)
    return Shelved(record, shelf.get_entries(session, game_id, 0, record.page.n), session.scalars(begun).first())


def _press(shelved: Shelved) -> bytes:
    page, start = shelved.record.page, shelved.start
    kept = [shelf.make_keepsake(row) for row in shelved.rows]
    return press(kept, page.origin, page.salt_key, None if start is None else (start.n, start.dump))


def _find_fault(club: Club, shelved: Shelved, packed: bytes) -> str | None:
    """Return why packed bytes may not stand for a game: another row than before, or a ledger that does not verify."""
    rows = [shelf.unpack_keepsake(kept) for kept in restore(unpress(packed))]
    for before, after in zip(shelved.rows, rows, strict=True):
        for column in table(StoredEntry).c:
            if getattr(before, column.key) != getattr(after, column.key):
                return f"entry {before.n} would have another `{column.key}`"
    return checks.find_fault_in(club, shelved.record, rows)


def _replace_rows(club: Club, game_id: str, packed: bytes) -> bool:
    with club.write() as session:
        row = {"game_id": game_id, "at": club.now(), "packed": packed}
        if not insert_unless_there(session, ArchivedGame, ["game_id"], row):
            return False
        for model in GOING:
            session.execute(delete(model).where(table(model).c.game_id == game_id))
    return True


def find_damaged(club: Club) -> list[Differing]:
    """Return the archived games that can't be read, or whose chain does not lead to the game's head any more."""
    with club.read() as session:
        archived = select(Game.id, Game.rules, Game.head).join(ArchivedGame, ArchivedGame.game_id == Game.id)
        games = session.execute(archived.order_by(Game.id)).all()
        found = [(game_id, rules, _find_damage(session, game_id, head)) for game_id, rules, head in games]
    return [Differing(game_id, rules, why) for game_id, rules, why in found if why is not None]


def _find_damage(session: Session, game_id: str, head: str) -> str | None:
    try:
        rows = shelf.list_archived(session, game_id)
    except Refused as refused:
        return refused.say()
    return None if rows[-1].hash == head else "the archived ledger does not lead to the game's head"
