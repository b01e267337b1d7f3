"""The shelf: loads a game's record, and stores what the clerk wrote, all of it or nothing."""

import zlib
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, NoReturn

import msgspec
from sqlalchemy import Connection, insert, select, update

from engine import Table, load_table
from engine.core.canonical import canonical
from engine.core.errors import Refused
from engine.ledger.clerk import Entry as LedgerEntry
from engine.ledger.clerk import Written
from engine.ledger.entries import ANSWERING_KINDS, Header
from engine.ledger.record import Page, Record, end_due, pack_page, unpack_page
from server.models import Entry, Game, Seat, Snapshot, table
from server.services import notices
from server.services.club import Club

SNAPSHOT_EVERY = 25
MOST_TRIES = 5
GAMES = table(Game)
ENTRIES = table(Entry)
SEATS = table(Seat)
SNAPSHOTS = table(Snapshot)
_RECORD = select(Game.id, Game.head, Game.page, Game.dump, Game.held).select_from(Game)


class Act(NamedTuple):
    """What came of an act on a game."""

    written: Written
    ended: Written | None

    @property
    def last(self) -> Written:
        """The last entry that was written."""
        return self.ended or self.written


def get_record(connection: Connection, game_id: str) -> Record:
    """Return a game's record, or refuse an unknown game."""
    row = connection.execute(_RECORD.where(Game.id == game_id)).first()
    if row is None:
        refuse_unknown_game(game_id)
    if row.held:
        raise Refused("held_for_upgrade", "This game is held until its rules have been upgraded; nothing is lost.")
    table = None if row.dump is None else load_table(row.dump, trusted=True)
    return Record(unpack_page(row.page), table)


def refuse_unknown_game(game_id: str) -> NoReturn:
    """Refuse a game that is not there, or that must not be known to be."""
    raise Refused("not_found", "There is no game {game} here.", game=game_id)


def act(club: Club, game_id: str, write: Callable[[Record, int], Written], **extra: Any) -> Act:
    """Write one entry onto a game, and its end if that is due; a lost race is tried again on the new position."""
    for _ in range(MOST_TRIES):
        with club.read() as connection:
            record = get_record(connection, game_id)
        written = write(record, club.now())
        ended = club.clerk.end(written.record, club.now()) if end_due(written.record) else None
        done = Act(written, ended)
        with club.write() as connection:
            if store(connection, club, record.page, done, **extra):
                club.work.set()
                return done
    raise Refused("busy", "Too many turns arrive in this game at once; nothing was stored. Try again in a moment.")


def store(connection: Connection, club: Club, before: Page, done: Act, slip: str | None = None, **columns: Any) -> bool:
    """Store entries, state, seats and notices if the head has not moved; tell whether it was so."""
    page = done.last.record.page
    moved = connection.execute(
        update(GAMES)
        .where(GAMES.c.id == page.game, GAMES.c.head == before.hash)
        .values(**_columns(done.last), **columns)
    )
    if moved.rowcount != 1:
        return False
    rows = [_entry(done.written, slip)] + ([_entry(done.ended, None)] if done.ended else [])
    for row in rows:
        connection.execute(insert(ENTRIES).values(row))
    _store_snapshot(connection, done.last)
    notices.seats_changed(connection, club, before, page, done.written.entry.header.at)
    return True


def _columns(written: Written) -> dict[str, Any]:
    page, table = written.record.page, written.record.table
    status = {"open": "open", "running": "running", "over": "over"}[page.phase]
    columns: dict[str, Any] = {
        "n": page.n,
        "head": page.hash,
        "page": pack_page(page),
        "dump": None if table is None else table.dump(),
        "status": status,
        "changed_at": page.at,
    }
    if page.phase == "over":
        result = None if table is None or table.result is None else msgspec.to_builtins(table.result)
        columns |= {"ended_at": page.at, "result": result}
    return columns


def _entry(written: Written, slip: str | None) -> dict[str, Any]:
    entry = written.entry
    header = entry.header
    return {
        "game_id": header.game,
        "n": header.n,
        "kind": header.kind,
        "seat": header.seat,
        "ask": header.ask,
        "answers": header.ask if header.kind in ANSWERING_KINDS else None,
        "at": header.at,
        "hash": entry.hash,
        "header": canonical(header),
        "body": entry.body,
        "events": None if written.outcome is None else msgspec.json.encode(written.outcome.events),
        "head": entry.head.decode(),
        "slip": slip,
        "receipt": None if written.receipt is None else written.receipt.decode(),
    }


def _store_snapshot(connection: Connection, written: Written) -> None:
    page, table = written.record.page, written.record.table
    if table is not None and (page.n % SNAPSHOT_EVERY == 0 or written.entry.header.kind in {"start", "undo"}):
        dump = zlib.compress(table.dump(), 1)
        connection.execute(insert(SNAPSHOTS).values(game_id=page.game, n=page.n, dump=dump))


def create(connection: Connection, opened: Written, **columns: Any) -> None:
    """Store a new game with its first entry and its empty seats."""
    page = opened.record.page
    game = {
        **_columns(opened),
        "id": page.game,
        "rules": page.rules,
        "version": page.version,
        "edition": page.edition,
        "seats": len(page.chairs),
        "options": page.options,
        "terms": page.terms,
        "created_at": page.at,
    }
    connection.execute(insert(GAMES).values({**game, **columns}))
    connection.execute(insert(ENTRIES).values(_entry(opened, None)))
    seats = [{"game_id": page.game, "seat": seat, "by": "empty"} for seat in range(len(page.chairs))]
    connection.execute(insert(SEATS), [{**seat, "awaited": False, "ask": 0} for seat in seats])


def find_receipt(connection: Connection, game_id: str, slip: str) -> Any:
    """Return the entry that a slip led to, if it was sent before."""
    columns = (Entry.n, Entry.hash, Entry.receipt, Entry.seat, Entry.ask, Entry.kind)
    return connection.execute(select(*columns).where(Entry.game_id == game_id, Entry.slip == slip)).first()


def table_at(connection: Connection, record: Record, n: int) -> Table:
    """Return the table as it was after entry n: the last snapshot before it, and a short replay."""
    if n == record.page.n and record.table is not None:
        return record.table
    snapshot = connection.execute(
        select(Snapshot.n, Snapshot.dump)
        .where(Snapshot.game_id == record.page.game, Snapshot.n <= n)
        .order_by(Snapshot.n.desc())
        .limit(1)
    ).first()
    if snapshot is None:
        raise Refused("bad_position", "The game had not started at entry {n}.", n=n)
    table = load_table(zlib.decompress(snapshot.dump), trusted=True)
    for row in entries_between(connection, record.page.game, snapshot.n + 1, n):
        table = _after(connection, record, table, row)
    return table


def entries_between(connection: Connection, game_id: str, first: int, last: int) -> Sequence[Any]:
    """Return stored entries by their numbers, in order."""
    wanted = select(ENTRIES).where(Entry.game_id == game_id, Entry.n >= first, Entry.n <= last).order_by(Entry.n)
    return connection.execute(wanted).all()


def _after(connection: Connection, record: Record, table: Table, row: Any) -> Table:
    """Return the table after one more stored entry: turns are played again, an undo goes back."""
    body = msgspec.json.decode(row.body)
    if row.kind == "undo":
        return table_at(connection, record, body["to"])
    if row.kind in {"turn", "relay", "bot"}:
        table = table.copy()
        played = body["moves"] if row.kind == "bot" else body["played"]
        table.play(row.seat, played, blind=True)
    return table


def stored_entry(row: Any) -> LedgerEntry:
    """Return a stored entry as the ledger has it."""
    header = msgspec.json.decode(row.header, type=Header)
    return LedgerEntry(header, row.hash, row.body, row.head.encode())
