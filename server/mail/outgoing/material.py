"""What a mail is written from: the intent, its reader, and the game as it is now."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import BindParameter, bindparam, func, select, tuple_
from sqlalchemy.orm import aliased, undefer

from engine.core.dates import say_when
from engine.core.language import Text, Voice
from engine.core.palette import NO_GOODS, Palette
from engine.core.sheet import Grid, Heading, Note, Part, Tone, grid
from engine.core.table import Table
from engine.core.types import Move
from engine.ledger.record import Record
from server.mail import tokens
from server.models import Game, Letter, MailWish, Member, OutboxRow, Seat, Session, StoredEntry
from server.services import shelf, turn_links
from server.services.club import Club
from server.services.seating import PublicSeat, get_names, get_seats_of_games
from server.services.shelf import BareEntry
from server.services.stops import AskKey

MOST_ENTRIES = 200
ASKING = {"turn", "reminder"}
"""Mails that tell what happened since their reader's last turn, and ask for another one."""
_OWN = aliased(StoredEntry)
_LAST_OWN = (
    select(func.coalesce(func.max(_OWN.n), 0))
    .where(_OWN.game_id == Seat.game_id, _OWN.seat == Seat.seat, _OWN.answers.is_not(None))
    .correlate(Seat)
    .scalar_subquery()
)
_RECENT = (
    select(Seat.game_id, Seat.seat, *(getattr(StoredEntry, field) for field in BareEntry._fields))
    .join(Game, Game.id == Seat.game_id)
    .join(StoredEntry, StoredEntry.game_id == Seat.game_id)
    .where(tuple_(Seat.game_id, Seat.seat).in_(bindparam("seats", expanding=True)))
    .where(StoredEntry.n > _LAST_OWN, StoredEntry.n > Game.n - MOST_ENTRIES)
    .order_by(StoredEntry.n.desc())
)
_HEAD = select(StoredEntry.head).where(StoredEntry.game_id == bindparam("game"), StoredEntry.n == bindparam("last"))
_PLAYERS = select(Member).where(Member.id.in_(bindparam("players", expanding=True)))
_GAMES = (
    select(Game).where(Game.id.in_(bindparam("games", expanding=True))).options(undefer(Game.page), undefer(Game.dump))
)
_HOLDERS = select(Seat.game_id, Seat.seat, Seat.player_id, Seat.has_notes, Seat.note_at).where(
    Seat.game_id.in_(bindparam("games", expanding=True))
)
_GAME_IDS: BindParameter[str] = bindparam("games", expanding=True)
_ASKS: BindParameter[int] = bindparam("asks", expanding=True)
_MAILS = select(OutboxRow).where(
    OutboxRow.game_id.in_(_GAME_IDS), OutboxRow.ask.in_(_ASKS), OutboxRow.kind.in_(("turn", "answer"))
)
_LETTERS = select(Letter).where(Letter.game_id.in_(_GAME_IDS), Letter.ask.in_(_ASKS))
Asked = tuple[str | None, int | None, int | None, str | None]
"""Of whom a mail asks what: game, seat, ask, player."""
Reader = tuple[str, int | None]
"""A seat of a game."""
M = TypeVar("M", OutboxRow, Letter)


class Stale(Exception):
    """A mail that would no longer be true, or that its reader does not want; it is dropped."""


class Later(Exception):
    """A mail whose time has not come."""

    def __init__(self, due: int) -> None:
        super().__init__(due)
        self.due = due


class Gathered(Exception):
    """A mail that another one will carry."""


class Verbatim(Grid, frozen=True, tag="verbatim"):
    """Lines to copy: never broken, however wide; a second cell explains a line."""


class Offered(Verbatim, frozen=True, tag="offered"):
    """Lines to answer with, each by itself; where links can be followed, one opens an answer that says it."""


class WholeAnswer(Verbatim, frozen=True, tag="whole_answer"):
    """Lines to answer with, all of them together."""


class WordedLink(Verbatim, frozen=True, tag="worded_link"):
    """A link: its address to copy, or some words to click."""

    words: str = ""


class Bound(NamedTuple):
    """What an answer to a mail may play: this ask of this seat, in this position."""

    game_id: str
    seat: int
    ask: int
    on: str


class Composition(NamedTuple):
    """A mail before it has an envelope: its subject and one document, of which text and HTML are made."""

    subject: Text
    parts: Sequence[Part]
    bound: Bound | None = None
    tells: Sequence[AskKey] = ()
    head: str = ""
    is_answer: bool = False
    in_reply_to: str = ""
    confirms: int | None = None


class Recipient(NamedTuple):
    """Who will read a mail."""

    address: str
    name: str
    lang: str
    zone: str
    member: Member | None
    """None for somebody who is only invited."""


class HeldSeat(NamedTuple):
    """Who holds a seat, whether notes of theirs wait, and when these are tried at what is asked now."""

    player: str | None
    has_notes: bool
    note_at: int | None


class Lookups:
    """What many mails are written from, looked up once for all of them."""

    def __init__(self, session: Session, rows: Sequence[OutboxRow]) -> None:
        self.session = session
        games = {"games": sorted({row.game_id for row in rows if row.game_id})}
        players = {"players": sorted({row.player_id for row in rows if row.player_id})}
        about = {**games, "asks": sorted({row.ask for row in rows if row.ask is not None})}
        self.players = {member.id: member for member in session.scalars(_PLAYERS, players)}
        self.games = {game.id: game for game in session.scalars(_GAMES, games)}
        self.seats = get_seats_of_games(session, games["games"])
        self.held = {
            (game, seat): HeldSeat(player, has_notes, note_at)
            for game, seat, player, has_notes, note_at in session.execute(_HOLDERS, games)
        }
        self.mails = _group_by_ask(session.scalars(_MAILS, about))
        self.letters = _group_by_ask(session.scalars(_LETTERS, about))
        wishes = session.scalars(select(MailWish).where(MailWish.player_id.in_(players["players"])))
        self.policies = {(wish.player_id, wish.game_id): wish.mail_policy for wish in wishes}
        self._records: dict[str, Record] = {}
        asking = [row for row in rows if row.kind in ASKING]
        self.recent = (
            _find_recent(session, {(row.game_id, row.seat) for row in asking if row.game_id}) if asking else {}
        )

    def get_record(self, game_id: str) -> Record:
        """Return a game's record, or refuse a game that is held: its mails wait."""
        game = self.games[game_id]
        if game.held:
            shelf.refuse_held_game()
        if game_id not in self._records:
            self._records[game_id] = shelf.read_record(self.session, game.page, game.dump)
        return self._records[game_id]


def _find_recent(session: Session, readers: set[Reader]) -> dict[Reader, list[BareEntry]]:
    """Return, for each seat of a game, the entries after its own last one, the last first."""
    recent: dict[Reader, list[BareEntry]] = {reader: [] for reader in readers}
    for game_id, seat, *told in session.execute(_RECENT, {"seats": list(readers)}):
        recent[game_id, seat].append(BareEntry(*told))
    return recent


def _group_by_ask(found: Iterable[M]) -> dict[Asked, list[M]]:
    groups: dict[Asked, list[M]] = {}
    for one in found:
        groups.setdefault(get_asked(one), []).append(one)
    return groups


def get_asked(mail: OutboxRow | Letter) -> Asked:
    """Return of whom a mail asks what."""
    return mail.game_id, mail.seat, mail.ask, mail.player_id


class Material:
    """One intent with all that can be looked up for it."""

    def __init__(self, club: Club, session: Session, row: OutboxRow, lookups: Lookups | None = None) -> None:
        self.club = club
        self.session = session
        self.row = row
        self.lookups = lookups or Lookups(session, [row])
        self.data: dict[str, Any] = row.data
        self.now = club.now()
        self._boards: dict[int | None, tuple[Part, ...]] = {}

    @property
    def game_id(self) -> str:
        """The game that the mail is about."""
        assert self.row.game_id is not None
        return self.row.game_id

    @property
    def seat(self) -> int:
        """The seat that the mail is about."""
        assert self.row.seat is not None
        return self.row.seat

    @cached_property
    def reader(self) -> Recipient:
        """Whoever the mail is for."""
        member = None if self.row.player_id is None else self.lookups.players[self.row.player_id]
        if member is None:
            lang = self.data.get("language") or self.club.config.language
            return Recipient(self.row.address or "", "", lang, self.club.config.zone, None)
        address = self.row.address or member.mail
        if member.deleted_at is not None or member.banned_at is not None or not address:
            raise Stale("gone")
        return Recipient(address, member.handle or "", member.lang, member.zone, member)

    @property
    def has_own_policy(self) -> bool:
        """Whether the reader wants other mails about this table than in general."""
        return (self.row.player_id, self.row.game_id) in self.lookups.policies

    @property
    def policy(self) -> str:
        """Which mails the reader wants: about this table, else in general; a daily one if they want it of any table."""
        wished = self.lookups.policies
        if self.row.kind == "digest" and (self.row.player_id, "digest") in {
            (who, how) for (who, _), how in wished.items()
        }:
            return "digest"
        general = self.reader.member.mail_policy if self.reader.member else "every"
        return wished.get((self.row.player_id or "", self.row.game_id or ""), general)

    @property
    def mails(self) -> Sequence[OutboxRow]:
        """The mails that ask for the same turn or answer one, this one among them."""
        return self.lookups.mails.get(get_asked(self.row), ())

    @property
    def letters(self) -> Sequence[Letter]:
        """The mails about the same turn that were written."""
        return self.lookups.letters.get(get_asked(self.row), ())

    @property
    def game(self) -> Game:
        """The game's row."""
        return self.lookups.games[self.game_id]

    @property
    def seats(self) -> list[PublicSeat]:
        """The seats as everybody sees them."""
        return self.lookups.seats[self.game_id]

    @property
    def holder(self) -> str | None:
        """Who holds the seat that the mail is about."""
        return self.held.player

    @property
    def held(self) -> HeldSeat:
        """How the seat is held that the mail is about."""
        return self.lookups.held[self.game_id, self.seat]

    @property
    def record(self) -> Record:
        """The game's record."""
        return self.lookups.get_record(self.game_id)

    @property
    def table(self) -> Table:
        """The game in play."""
        assert self.record.table is not None
        return self.record.table

    @cached_property
    def names(self) -> tuple[str, ...]:
        """How the players are called."""
        return get_names(self.seats)

    @cached_property
    def voice(self) -> Voice:
        """Says texts in the reader's language, with the names of the game if there is one."""
        if self.row.game_id and self.record.table is not None:
            return self.table.voice(self.reader.lang, self.names)
        return Voice(self.reader.lang, players=self.names if self.row.game_id else ())

    @property
    def palette(self) -> Palette:
        """What finds the goods of the game in what is said of it."""
        has_board = self.row.game_id and self.record.table is not None
        return self.table.rules.palettes[self.voice.lang] if has_board else NO_GOODS

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

    def moves(self, view: Mapping[str, Any], moves: Iterable[Move]) -> list[tuple[str, str]]:
        """Return moves as their reader types them, each with what it would bring in a view."""
        rules = self.table.rules
        scribe = rules.scribe(view, self.voice)
        return [(scribe.line(move), rules.explain(view, move, self.voice)) for move in moves]

    def spell(self, view: Mapping[str, Any], move: Move) -> str:
        """Return a move as its reader types it in a view."""
        return self.table.rules.scribe(view, self.voice).line(move)

    def offer(self, moves: Iterable[tuple[str, str]]) -> Part:
        """Return moves to answer with."""
        rows = grid(moves).rows
        return Verbatim(rows) if self.game.slips_only else Offered(rows)

    def offer_together(self, lines: Sequence[str]) -> Part:
        """Return a whole turn to answer with."""
        rows = grid([[line] for line in lines]).rows
        return Verbatim(rows) if self.game.slips_only else WholeAnswer(rows)

    def open_by(self, link: str, words: Text) -> Part:
        """Return a link that is words where links can be followed."""
        return WordedLink(grid([[link]]).rows, words=self.say(words))

    def when(self, at: int) -> Text:
        """Return a moment for the reader, absolute and relative."""
        return say_when(at, self.now, self.reader.zone)

    def get_recent(self, seat: int) -> Sequence[BareEntry]:
        """Return the entries after a seat's own last one, the last first."""
        reader, recent = (self.game_id, seat), self.lookups.recent
        if reader not in recent:
            recent |= _find_recent(self.session, {reader})
        return recent[reader]

    @property
    def head(self) -> str:
        """The ledger's head as the server signed it."""
        recent = self.lookups.recent.get((self.game_id, self.row.seat))
        if recent:
            return recent[0].head
        last = self.record.page.n
        found = self.session.scalars(_HEAD, {"game": self.game_id, "last": last}).first()
        return found or shelf.get_entries(self.session, self.game_id, last, last)[0].head

    def board(self, seat: int | None) -> tuple[Part, ...]:
        """Return the board as a seat sees it."""
        if seat not in self._boards:
            self._boards[seat] = self.table.sheet(seat, self.reader.lang, self.names).parts
        return self._boards[seat]

    @property
    def turn_link(self) -> str:
        """The link by which what this mail asks for can be played."""
        reply = tokens.hash_token(self.club, self.row.message_id, "reply")
        return turn_links.make_turn_link(self.club, reply, self.reader.address)

    @property
    def link(self) -> str:
        """The address of the club."""
        return self.club.origin.rstrip("/")
