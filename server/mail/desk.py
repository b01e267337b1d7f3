"""What a mail is written from: the intent, its reader, and the game as it is now."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, func, select
from sqlalchemy.orm import aliased

from engine.core.language import Text, Voice
from engine.core.sheet import Grid, Heading, Note, Part, Tone, grid
from engine.core.table import Table
from engine.core.types import Move
from engine.ledger.record import Record
from server.mail import times
from server.models import Entry, Game, Letter, OutboxRow, Player, table
from server.services import shelf
from server.services.club import Club
from server.services.outbox import Told
from server.services.seating import SEATS_OF_GAMES, described_seat, names_of

MOST_ENTRIES = 200
OUTBOX, LETTERS = table(OutboxRow), table(Letter)
ASK = ("game_id", "seat", "ask", "player_id")
_OWN = aliased(Entry)
_LAST_OWN = (
    select(func.coalesce(func.max(_OWN.n), 0))
    .where(_OWN.game_id == bindparam("game"), _OWN.seat == bindparam("place"), _OWN.answers.is_not(None))
    .scalar_subquery()
)
_RECENT = (
    select(Entry.n, Entry.kind, Entry.seat, Entry.events, Entry.body, Entry.head)
    .where(Entry.game_id == bindparam("game"), Entry.n > _LAST_OWN)
    .order_by(Entry.n.desc())
    .limit(MOST_ENTRIES)
)
_HEAD = select(Entry.head).where(Entry.game_id == bindparam("game"), Entry.n == bindparam("last"))
_PLAYERS = select(table(Player)).where(Player.id.in_(bindparam("players", expanding=True)))
_GAMES = select(table(Game)).where(Game.id.in_(bindparam("games", expanding=True)))


def _about(kind: type[Letter] | type[OutboxRow]) -> Any:
    """Return the condition that picks out mails about the same asks."""
    return kind.game_id.in_(bindparam("games", expanding=True)) & kind.ask.in_(bindparam("asks", expanding=True))


_MAILS = select(*OUTBOX.c["id", "kind", "state", *ASK]).where(_about(OutboxRow), OutboxRow.kind.in_(("turn", "answer")))
_LETTERS = select(*LETTERS.c["outbox_id", "on", *ASK]).where(_about(Letter))


class Stale(Exception):
    """A mail that would no longer be true, or that its reader does not want; it is dropped."""


class Later(Exception):
    """A mail whose time has not come."""

    def __init__(self, due: int) -> None:
        super().__init__(due)
        self.due = due


class Joined(Exception):
    """A mail that another one will carry."""


class Verbatim(Grid, frozen=True, tag="verbatim"):
    """Lines to copy: never broken, however wide; a second cell explains a line."""


class Bound(NamedTuple):
    """What an answer to a mail may play: this ask of this seat, in this position."""

    game_id: str
    seat: int
    ask: int
    on: str


class Draft(NamedTuple):
    """A mail before it has an envelope: its subject and one document, of which text and HTML are made."""

    subject: Text
    parts: Sequence[Part]
    bound: Bound | None = None
    tells: Sequence[Told] = ()
    head: str = ""
    is_answer: bool = False
    in_reply_to: str = ""
    confirms: int | None = None


class Reader(NamedTuple):
    """Who will read a mail."""

    address: str
    name: str
    lang: str
    zone: str
    row: Any
    """The player's row; None for somebody who is only invited."""


class Files:
    """What many mails are written from, looked up once for all of them."""

    def __init__(self, connection: Connection, rows: Sequence[Any]) -> None:
        games = {"games": sorted({row.game_id for row in rows if row.game_id})}
        players = {"players": sorted({row.player_id for row in rows if row.player_id})}
        self.players = {row.id: row for row in connection.execute(_PLAYERS, players)}
        self.games = {row.id: row for row in connection.execute(_GAMES, games)}
        self.seats: dict[str, list[Any]] = {}
        for row in connection.execute(SEATS_OF_GAMES, games):
            self.seats.setdefault(row.game_id, []).append(row)
        self.records: dict[str, Record] = {}
        about = {**games, "asks": sorted({row.ask for row in rows if row.ask is not None})}
        self.mails = _by_ask(connection.execute(_MAILS, about))
        self.letters = _by_ask(connection.execute(_LETTERS, about))

    def record(self, game_id: str) -> Record:
        """Return a game's record, or refuse a game that is held: its mails wait."""
        if self.games[game_id].held:
            shelf.refuse_held_game()
        if game_id not in self.records:
            self.records[game_id] = shelf.read_record(self.games[game_id])
        return self.records[game_id]


def _by_ask(rows: Iterable[Any]) -> dict[tuple[Any, ...], list[Any]]:
    found: dict[tuple[Any, ...], list[Any]] = {}
    for row in rows:
        found.setdefault(asked(row), []).append(row)
    return found


def asked(row: Any) -> tuple[Any, ...]:
    """Return of whom a mail asks what."""
    return row.game_id, row.seat, row.ask, row.player_id


class Desk:
    """One intent with all that can be looked up for it."""

    def __init__(self, club: Club, connection: Connection, row: Any, files: Files | None = None) -> None:
        self.club = club
        self.connection = connection
        self.row = row
        self.files = files or Files(connection, [row])
        self.data: dict[str, Any] = row.data
        self.now = club.now()
        self._recent: dict[int, Sequence[Any]] = {}
        self._boards: dict[int | None, tuple[Part, ...]] = {}

    @cached_property
    def reader(self) -> Reader:
        """Whoever the mail is for."""
        player = self._player()
        if player is None:
            return Reader(self.row.address, "", self.club.config.language, self.club.config.zone, None)
        if player.deleted_at is not None or not (self.row.address or player.mail):
            raise Stale("deleted")
        return Reader(self.row.address or player.mail, player.handle, player.lang, player.zone, player)

    @property
    def mails(self) -> Sequence[Any]:
        """The mails that ask for the same turn or answer one, this one among them."""
        return self.files.mails.get(asked(self.row), ())

    @property
    def letters(self) -> Sequence[Any]:
        """The mails about the same turn that were written."""
        return self.files.letters.get(asked(self.row), ())

    def _player(self) -> Any:
        return None if self.row.player_id is None else self.files.players[self.row.player_id]

    @property
    def game(self) -> Any:
        """The game's row."""
        return self.files.games[self.row.game_id]

    @property
    def seat_rows(self) -> Sequence[Any]:
        """The rows of the seats as they are now."""
        return self.files.seats[self.row.game_id]

    @property
    def seats(self) -> list[dict[str, Any]]:
        """The seats as everybody sees them."""
        return [described_seat(row) for row in self.seat_rows]

    @property
    def record(self) -> Record:
        """The game's record."""
        return self.files.record(self.row.game_id)

    @property
    def table(self) -> Table:
        """The game in play."""
        assert self.record.table is not None
        return self.record.table

    @cached_property
    def names(self) -> tuple[str, ...]:
        """How the players are called."""
        return names_of(self.seats)

    @cached_property
    def voice(self) -> Voice:
        """Says texts in the reader's language, with the names of the game if there is one."""
        if self.row.game_id and self.record.table is not None:
            return self.table.voice(self.reader.lang, self.names)
        return Voice(self.reader.lang, players=self.names if self.row.game_id else ())

    def say(self, text: Text | str) -> str:
        """Return a text in the reader's language."""
        return text if isinstance(text, str) else self.voice.say(text)

    def note(self, text: Text | str, tone: Tone = "plain") -> Part:
        """Return a paragraph."""
        return Note(self.say(text), tone)

    def heading(self, text: Text | str) -> Part:
        """Return the title of a part."""
        return Heading(self.say(text))

    def lines(self, texts: Sequence[Text | str]) -> Part:
        """Return lines, one below the other."""
        return grid([[self.say(text)] for text in texts])

    def copy(self, lines: Sequence[str]) -> Part:
        """Return lines to copy."""
        return Verbatim(grid([[line] for line in lines]).rows)

    def moves(self, seat: int, moves: Sequence[Move]) -> Part:
        """Return moves to copy, each with what it would bring."""
        rules, view = self.table.rules, self.table.view(seat)
        return Verbatim(grid((str(move), rules.explain(view, move, self.voice)) for move in moves).rows)

    def when(self, at: int) -> Text:
        """Return a moment for the reader, absolute and relative."""
        return times.both(at, self.now, self.reader.zone)

    def recent(self, seat: int) -> Sequence[Any]:
        """Return the entries after a seat's own last one, the last first."""
        if seat not in self._recent:
            found = self.connection.execute(_RECENT, {"game": self.row.game_id, "place": seat})
            self._recent[seat] = found.all()
        return self._recent[seat]

    @property
    def head(self) -> str:
        """The ledger's head as the server signed it."""
        for rows in self._recent.values():
            if rows:
                return str(rows[0].head)
        last = {"game": self.row.game_id, "last": self.record.page.n}
        return str(self.connection.execute(_HEAD, last).scalar_one())

    def board(self, seat: int | None) -> tuple[Part, ...]:
        """Return the board as a seat sees it."""
        if seat not in self._boards:
            self._boards[seat] = self.table.sheet(seat, self.reader.lang, self.names).parts
        return self._boards[seat]

    @property
    def link(self) -> str:
        """The address of the club."""
        return self.club.config.origin.rstrip("/")
