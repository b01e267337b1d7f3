"""The shelf: a game's record and its stored entries, and what is stored of each new entry."""

import zlib
from collections.abc import Sequence
from typing import Any, NamedTuple, NoReturn

import msgspec
from sqlalchemy import Connection, Text, bindparam, cast, insert, select, update

from engine.core.canonical import canonical
from engine.core.errors import Refused
from engine.core.table import Table
from engine.ledger.clerk import Entry, Written
from engine.ledger.entries import ANSWERING_KINDS, BODIES, Body, Header, UndoBody
from engine.ledger.jws import sha256
from engine.ledger.pressing import Keepsake, restore
from engine.ledger.record import Page, Record, pack_page, unpack_page
from engine.ledger.slips import Slip
from engine.ledger.tending import find_result
from server.models import Game, Seat, Session, Snapshot, StoredEntry, table
from server.services import archive, editions, notices
from server.services.builds import find_build
from server.services.club import Club
from server.services.pace import Pace, read_stored_pace
from server.storage.engines import is_connection_lost
from server.storage.statements import Statement

SNAPSHOT_EVERY = 25
Components = dict[str, Any]
"""An edition as plain data."""
GAMES = table(Game)
ENTRIES = table(StoredEntry)
# The statements of a turn are made once: making one costs as much as running it.
_RECORD = Statement(
    select(GAMES.c.page, GAMES.c.dump, GAMES.c.held, cast(GAMES.c.pace, Text), GAMES.c.checked).where(
        GAMES.c.id == bindparam("game")
    )
)
_MOVED = ("n", "head", "page", "dump", "changed_at")
_BEGUN = (*_MOVED, "status")
_ENDED = (*_BEGUN, "ended_at", "result")
_STORE_ENTRY = Statement(insert(ENTRIES))
_STORE_SNAPSHOT = Statement(insert(table(Snapshot)))


def _move_statement(columns: Sequence[str]) -> Statement:
    """Return the compare-and-set of a game's head."""
    here = (GAMES.c.id == bindparam("game")) & (GAMES.c.head == bindparam("seen")) & GAMES.c.held.is_(False)
    return Statement(update(GAMES).where(here).values({column: bindparam(f"new_{column}") for column in columns}))


_MOVE, _BEGIN, _END = (_move_statement(columns) for columns in (_MOVED, _BEGUN, _ENDED))


class Performed(NamedTuple):
    """What an act wrote: its entry, and the game's end if that was due."""

    written: Written
    ended: Written | None = None

    @property
    def last(self) -> Written:
        """The last entry that was written."""
        return self.ended or self.written

    @property
    def n(self) -> int:
        """The number of the act's own entry."""
        return self.written.entry.header.n


class StoredReceipt(NamedTuple):
    """The entry that a slip led to, as its receipt says."""

    n: int
    hash: str
    receipt: str | None


class Packed(NamedTuple):
    """A game's record as it is stored, whether the game is held, its pace, and the build it was found right on."""

    page: bytes
    dump: bytes | None
    is_held: bool
    pace: str
    checked: str | None


class Loaded(NamedTuple):
    """All that the next entry of a game is written from."""

    record: Record
    pace: Pace | None
    is_checked: bool
    """Whether the game is known to replay on the installed rules."""


def get_record(reading: Session | Connection, game_id: str) -> Record:
    """Return a game's record for looking at it, or refuse an unknown game."""
    packed = _get_packed(reading, game_id)
    return read_record(reading, packed.page, packed.dump, is_held=packed.is_held)


def load(club: Club, game_id: str) -> Loaded:
    """Return what the next entry of a game is written from, or refuse a game that is held.

    It is asked for once more if the connection turns out to have died, as after a restart of Postgres.
    """
    try:
        return _load(club, game_id)
    except Refused as refused:
        if not is_connection_lost(refused):
            raise
        return _load(club, game_id)


def _load(club: Club, game_id: str) -> Loaded:
    with club.connect() as connection:
        packed = _get_packed(connection, game_id)
        if packed.is_held:
            refuse_held_game()
        record = read_record(connection, packed.page, packed.dump)
    is_checked = record.table is None or packed.checked == find_build(record.page.rules)
    return Loaded(record, read_stored_pace(packed.pace), is_checked)


def _get_packed(reading: Session | Connection, game_id: str) -> Packed:
    connection = reading if isinstance(reading, Connection) else reading.connection()
    row = _RECORD.find(connection, {"game": game_id})
    return refuse_unknown_game(game_id) if row is None else Packed(*row)


def read_record(reading: Session | Connection, page: bytes, dump: bytes | None, *, is_held: bool = False) -> Record:
    """Return a packed record; a held game whose position the installed rules can't read has no table."""
    try:
        table = None if dump is None else editions.open_dump(reading, dump)
    except Refused:
        if not is_held:
            raise
        table = None
    return Record(unpack_page(page), table)


def refuse_held_game() -> NoReturn:
    """Refuse a game that the installed rules don't replay."""
    raise Refused("held_for_upgrade", "This game is held until its rules have been upgraded; nothing is lost.")


def refuse_unknown_game(game_id: str) -> NoReturn:
    """Refuse a game that is not there, or that must not be known to be."""
    raise Refused("not_found", "There is no game {game} here.", game=game_id)


def store(connection: Connection, club: Club, before: Loaded, done: Performed, slip: Slip | None = None) -> bool:
    """Store entries, state, seats and notices if the head has not moved; tell whether it was so."""
    seen, page = before.record.page, done.last.record.page
    if not _move_head(connection, seen, done.last):
        return False
    _STORE_ENTRY.run(connection, _pack_entry(done.written, slip))
    if done.ended:
        _STORE_ENTRY.run(connection, _pack_entry(done.ended, None))
    _store_snapshot(connection, done.last)
    notices.store_seats(connection, club, seen, page, done.written.entry.header.at, before.pace)
    notices.announce_phase(connection, club, seen, page)
    return True


def _move_head(connection: Connection, seen: Page, written: Written) -> bool:
    """Move a game to its new head, unless somebody else has moved it."""
    columns = _pack_columns(written)
    statement = _END if "ended_at" in columns else _BEGIN
    if columns["status"] == seen.phase == "running":
        statement = _MOVE
        del columns["status"]  # it is in an index, which would be written too
    values = {f"new_{column}": value for column, value in columns.items()}
    return statement.run(connection, {"game": seen.game, "seen": seen.hash, **values}) == 1


def _pack_columns(written: Written) -> dict[str, object]:
    """Return the columns of a game that an entry changes."""
    page, table = written.record.page, written.record.table
    columns: dict[str, object] = {
        "n": page.n,
        "head": page.hash,
        "page": pack_page(page),
        "dump": None if table is None else table.dump(whole=False),
        "status": page.phase,
        "changed_at": page.at,
    }
    if page.phase == "over":
        columns |= {"ended_at": page.at, "result": find_result(written.record)}
    return columns


def _pack_entry(written: Written, slip: Slip | None) -> dict[str, object]:
    """Return the row of an entry."""
    events = None if written.outcome is None else msgspec.json.encode(written.outcome.events)
    kept = Keepsake(written.entry, events, written.receipt)
    return _pack_keepsake(kept, None if slip is None else slip.digest)


def _pack_keepsake(kept: Keepsake, slip: str | None) -> dict[str, object]:
    entry = kept.entry
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
        "events": kept.events,
        "head": entry.head.decode(),
        "slip": slip,
        "receipt": None if kept.receipt is None else kept.receipt.decode(),
    }


def _store_snapshot(connection: Connection, written: Written) -> None:
    page, table = written.record.page, written.record.table
    if table is not None and (page.n % SNAPSHOT_EVERY == 0 or written.entry.header.kind in {"start", "undo"}):
        dump = zlib.compress(table.dump(whole=False), 1)
        _STORE_SNAPSHOT.run(connection, {"game_id": page.game, "n": page.n, "dump": dump})


def create(session: Session, opened: Written, agreed: dict[str, object]) -> None:
    """Store a new game with its first entry and its empty seats; `agreed` are the columns that no entry changes."""
    page = opened.record.page
    known = {
        "id": page.game,
        "rules": page.rules,
        "version": page.version,
        "edition": page.edition,
        "seats": len(page.chairs),
        "options": page.options,
        "terms": page.terms,
        "created_at": page.at,
        "checked": find_build(page.rules),
    }
    session.execute(insert(GAMES).values({**_pack_columns(opened), **known, **agreed}))
    session.execute(insert(ENTRIES).values(_pack_entry(opened, None)))
    empty = {"game_id": page.game, "by": "empty", "awaited": False, "ask": 0}
    session.execute(insert(table(Seat)), [{**empty, "seat": seat} for seat in range(len(page.chairs))])


def find_receipt(reading: Session | Connection, game_id: str, slip: str) -> StoredReceipt | None:
    """Return the entry that a slip led to, if it was sent before."""
    columns = select(StoredEntry.n, StoredEntry.hash, StoredEntry.receipt)
    row = reading.execute(columns.where(StoredEntry.game_id == game_id, StoredEntry.slip == slip)).first()
    if row is not None:
        return StoredReceipt(*row)
    found = (one for one in list_archived(reading, game_id) if one.slip == slip)
    return next((StoredReceipt(one.n, one.hash, one.receipt) for one in found), None)


_ENTRIES = (
    select(StoredEntry)
    .where(StoredEntry.game_id == bindparam("game"), StoredEntry.n.between(bindparam("first"), bindparam("last")))
    .order_by(StoredEntry.n)
)


def get_entries(session: Session, game_id: str, first: int, last: int) -> Sequence[StoredEntry]:
    """Return stored entries by their numbers, in order."""
    rows = session.scalars(_ENTRIES, {"game": game_id, "first": first, "last": last}).all()
    return rows or list_archived(session, game_id)[first : last + 1]


def list_archived(reading: Session | Connection, game_id: str) -> list[StoredEntry]:
    """Return the entries of an archived game as they were stored; none of a game that has its rows."""
    pressed = archive.find_pressed(reading, game_id)
    return [] if pressed is None else [unpack_keepsake(kept) for kept in restore(pressed)]


def unpack_keepsake(kept: Keepsake) -> StoredEntry:
    """Return the row that an entry had before it was archived."""
    return StoredEntry(**_pack_keepsake(kept, None if kept.slip is None else sha256(kept.slip)))


def make_keepsake(row: StoredEntry) -> Keepsake:
    """Return a stored entry with all that an archive keeps beside it."""
    return Keepsake(read_entry(row), row.events, None if row.receipt is None else row.receipt.encode())


class StoredPast:
    """The earlier positions of a game, worked out from its snapshots and entries."""

    def __init__(self, session: Session, record: Record) -> None:
        self._session = session
        self._record = record

    def table_at(self, n: int) -> Table:
        """Return the table as it was after entry n: the last snapshot before it, and a short replay."""
        if n == self._record.page.n and self._record.table is not None:
            return self._record.table
        game_id = self._record.page.game
        snapshot = self._find_snapshot(n) or archive.find_start(self._session, game_id)
        if snapshot is None or snapshot.n > n:
            raise Refused("bad_position", "The game had not started at entry {n}.", n=n)
        table = editions.open_dump(self._session, zlib.decompress(snapshot.dump))
        for row in _find_way(get_entries(self._session, game_id, snapshot.n + 1, n), snapshot.n):
            _play_again(table, row)
        return table

    def hash_at(self, n: int) -> str | None:
        """Return the hash of entry n, or None if there is none yet."""
        if n == self._record.page.n:
            return self._record.page.hash
        return next((row.hash for row in get_entries(self._session, self._record.page.game, n, n)), None)

    def _find_snapshot(self, n: int) -> Snapshot | None:
        before = select(Snapshot).where(Snapshot.game_id == self._record.page.game, Snapshot.n <= n)
        return self._session.scalars(before.order_by(Snapshot.n.desc()).limit(1)).first()

    def list_kept(self) -> frozenset[int]:
        """Return the entries after which the table is kept, so that it needs no replay."""
        kept = select(Snapshot.n).where(Snapshot.game_id == self._record.page.game)
        return frozenset(self._session.scalars(kept))


def _find_way(rows: Sequence[StoredEntry], start: int) -> list[StoredEntry]:
    """Return the entries that still count after the last of these, which follow entry `start`: an undo goes back.

    Each is passed once, however often a game went back and forth. A snapshot stands at every undo, and an archived
    game has none but the one that it began from: none of these goes back to before it.
    """
    way: list[StoredEntry] = []
    n = start + len(rows)
    while n > start:
        row = rows[n - start - 1]
        if row.kind == "undo":
            n = msgspec.json.decode(row.body, type=UndoBody).to
        else:
            way.append(row)
            n -= 1
    return way[::-1]


def _play_again(table: Table, row: StoredEntry) -> None:
    """Play the moves of a stored entry, if it has any."""
    if row.kind in {"turn", "relay", "note", "bot"} and row.seat is not None:
        body: dict[str, Any] = msgspec.json.decode(row.body)
        table.play(row.seat, body["moves"] if row.kind == "bot" else body["played"], blind=True)


def read_entry(row: StoredEntry) -> Entry:
    """Return a stored entry as the ledger has it."""
    return Entry(msgspec.json.decode(row.header, type=Header), row.hash, row.body, row.head.encode())


class BareEntry(NamedTuple):
    """What is told of an entry, as it is stored: without its receipt and its place in a chain."""

    n: int
    kind: str
    seat: int | None
    header: bytes
    body: bytes
    events: bytes | None
    head: str


def read_header(row: StoredEntry | BareEntry) -> Header:
    """Return the header of a stored entry."""
    return msgspec.json.decode(row.header, type=Header)


def read_body(row: StoredEntry | BareEntry) -> Body:
    """Return the body of a stored entry, in its kind's own type."""
    return decode_body(row.kind, row.body)


def decode_body(kind: str, body: bytes) -> Body:
    """Return a body in its kind's own type."""
    return msgspec.json.decode(body, type=BODIES[kind])


def get_components(record: Record) -> Components | None:
    """Return the components of a club's own edition; None for the one that ships with the game."""
    table = record.table
    if table is None:
        return record.page.components
    return table.rules.bound.own
