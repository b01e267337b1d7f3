"""The shelf: loads a game's record, and stores what the clerk wrote, all of it or nothing."""

import zlib
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, NoReturn

import msgspec
from sqlalchemy import Connection, Update, bindparam, insert, select, update

from engine import load_table
from engine.core.canonical import canonical
from engine.core.errors import IllegalMove, Refused
from engine.core.table import Table
from engine.ledger.clerk import Entry as LedgerEntry
from engine.ledger.clerk import Written
from engine.ledger.entries import ANSWERING_KINDS, Header
from engine.ledger.record import Page, Record, end_due, pack_page, unpack_page
from engine.ledger.tending import draft_end
from server.models import Entry, Game, Seat, Snapshot, table
from server.services import notices
from server.services.club import Club
from server.services.prepared import Prepared, Together, together

SNAPSHOT_EVERY = 25
MOST_TRIES = 5
GAMES = table(Game)
ENTRIES = table(Entry)
SEATS = table(Seat)
SNAPSHOTS = table(Snapshot)
# The statements of a turn are made once: making one costs as much as running it.
_RECORD = select(GAMES.c.page, GAMES.c.dump, GAMES.c.held).where(GAMES.c.id == bindparam("game"))
_MOVED = ("n", "head", "page", "dump", "status", "changed_at")
_ENDED = (*_MOVED, "ended_at", "result")
_STORE_ENTRY = Prepared(insert(ENTRIES))
_STORE_SNAPSHOT = Prepared(insert(SNAPSHOTS))


def _move_statement(columns: Sequence[str]) -> Update:
    """Return the compare-and-set of a game's head."""
    here = (GAMES.c.id == bindparam("game")) & (GAMES.c.head == bindparam("seen")) & GAMES.c.held.is_(False)
    return update(GAMES).where(here).values({column: bindparam(f"new_{column}") for column in columns})


_MOVE, _END = Prepared(_move_statement(_MOVED)), Prepared(_move_statement(_ENDED))


class Act(NamedTuple):
    """What came of an act on a game."""

    written: Written
    ended: Written | None

    @property
    def last(self) -> Written:
        """The last entry that was written."""
        return self.ended or self.written


def get_record(connection: Connection, game_id: str) -> Record:
    """Return a game's record for looking at it, or refuse an unknown game."""
    return read_record(_row(connection, game_id))


def get_record_to_write(connection: Connection, game_id: str) -> Record:
    """Return a game's record for writing the next entry, or refuse a game that is held."""
    row = _row(connection, game_id)
    if row.held:
        refuse_held_game()
    return read_record(row)


def _row(connection: Connection, game_id: str) -> Any:
    row = connection.execute(_RECORD, {"game": game_id}).first()
    return refuse_unknown_game(game_id) if row is None else row


def read_record(row: Any) -> Record:
    """Return the record in a game's row; a held game whose position the installed rules can't read has no table."""
    try:
        table = None if row.dump is None else load_table(row.dump, trusted=True)
    except Refused:
        if not row.held:
            raise
        table = None
    return Record(unpack_page(row.page), table)


def refuse_held_game() -> NoReturn:
    """Refuse a game that the installed rules don't replay."""
    raise Refused("held_for_upgrade", "This game is held until its rules have been upgraded; nothing is lost.")


def refuse_unknown_game(game_id: str) -> NoReturn:
    """Refuse a game that is not there, or that must not be known to be."""
    raise Refused("not_found", "There is no game {game} here.", game=game_id)


def act(
    club: Club,
    game_id: str,
    write: Callable[[Record, int], Written],
    slip: str | None = None,
    also: Callable[[Connection, Act], None] | None = None,
) -> Act:
    """Write one entry onto a game, and its end if that is due; a lost race is tried again on the new position.

    The first try is on the record that this process remembers: the compare-and-set finds out if it is too old, and
    nothing is refused on its word alone. `also` is done in the same transaction, once the entry is stored.
    """
    record = club.recall(game_id)
    for _ in range(MOST_TRIES):
        is_fresh = record is None
        record = record or club.retried(lambda connection: get_record_to_write(connection, game_id))
        try:
            done = _written(club, record, write)
        except (Refused, IllegalMove):
            if is_fresh:
                raise
        else:
            if _stored(club, record, done, slip, also):
                return done
        record = None
    raise Refused("busy", "Too many turns arrive in this game at once; nothing was stored. Try again in a moment.")


def _written(club: Club, record: Record, write: Callable[[Record, int], Written]) -> Act:
    """Write the entry, and the game's end if that is due."""
    written = write(record, club.now())
    return Act(written, club.clerk.write(draft_end(written.record), club.now()) if end_due(written.record) else None)


def _stored(
    club: Club, record: Record, done: Act, slip: str | None, also: Callable[[Connection, Act], None] | None
) -> bool:
    """Store an act in one transaction, unless somebody else was faster; what was stored is remembered."""
    with club.write() as connection:
        if not store(connection, club, record.page, done, slip):
            return False
        if also is not None:
            also(connection, done)
    club.remember(done.last.record)
    if _waits_for_a_bot(done.last.record.page):
        club.work.set()
    return True


def _waits_for_a_bot(page: Page) -> bool:
    """Tell whether the worker has something to do; waking it for nothing would slow every turn."""
    return page.phase == "running" and any(chair.by == "bot" and chair.ask.is_open for chair in page.chairs)


def store(connection: Connection, club: Club, before: Page, done: Act, slip: str | None = None) -> bool:
    """Store entries, state, seats and notices if the head has not moved; tell whether it was so."""
    page = done.last.record.page
    columns = _columns(done.last)
    values = {f"new_{column}": value for column, value in columns.items()}
    pace = notices.pace_of(connection, club, page)
    with together(connection) as driver:
        moved = driver.count(
            _END if "ended_at" in columns else _MOVE, {"game": page.game, "seen": before.hash, **values}
        )
        if moved != 1:
            return False
        driver.run(_STORE_ENTRY, _entry(done.written, slip))
        if done.ended:
            driver.run(_STORE_ENTRY, _entry(done.ended, None))
        _store_snapshot(driver, done.last)
        notices.seats_changed(driver, club, before, page, done.written.entry.header.at, pace)
    notices.phase_changed(connection, club, before, page)
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


def _store_snapshot(driver: Together, written: Written) -> None:
    page, table = written.record.page, written.record.table
    if table is not None and (page.n % SNAPSHOT_EVERY == 0 or written.entry.header.kind in {"start", "undo"}):
        dump = zlib.compress(table.dump(), 1)
        driver.run(_STORE_SNAPSHOT, {"game_id": page.game, "n": page.n, "dump": dump})


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
    columns = (Entry.n, Entry.hash, Entry.receipt)
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
