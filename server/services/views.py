"""What somebody may see of a game: the view with what is asked, previews, entries, the bundle."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import bindparam, func, select, update

import engine
from engine import seats
from engine.core.canonical import b64u
from engine.core.errors import Refused
from engine.core.language import Text, Voice
from engine.core.rules import AnyRules
from engine.core.table import Table
from engine.ledger.bundle import BundleLine, encode_bundle, may_see, redact, whole_bundle
from engine.ledger.entries import salt_of_body, salt_of_state
from engine.ledger.record import Record
from engine.ledger.seed import Secrets
from engine.ledger.sentences import tell_entry
from server.models import Game, Member, Message, Seat, Session, StoredEntry
from server.services import interventions, looks, shelf
from server.services.club import Club, get_steps
from server.services.interventions import Told
from server.services.retelling import Retelling, show_forced
from server.services.seating import (
    PublicSeat,
    Standpoint,
    check_may_watch,
    find_standpoint,
    get_game,
    get_names,
    get_seats,
)

MOST_ENTRIES = 100
LOOKED_LATELY = 60_000


class Sight(NamedTuple):
    """A game as somebody sees it: row, record, standpoint, the seats, and the zone that times are told in."""

    game: Game
    record: Record
    standpoint: Standpoint
    seats: list[PublicSeat]
    zone: str

    @property
    def names(self) -> tuple[str, ...]:
        """How the players are called."""
        return get_names(self.seats)

    @property
    def rules(self) -> AnyRules:
        """The rules that the game is played by; before its start, when nobody has a secret, those of today."""
        table = self.record.table
        return engine.games()[self.game.rules] if table is None else table.rules

    @property
    def deadline(self) -> int | None:
        """When the turn of whoever looks is due."""
        return None if self.standpoint.seat is None else self.seats[self.standpoint.seat].deadline

    @property
    def glance(self) -> "Glance":
        """The same without the packed record."""
        return Glance(self.game, self.standpoint)

    @property
    def last(self) -> int:
        """The last entry that may be seen."""
        return self.record.page.n if self.standpoint.until is None else self.standpoint.until


class ToldView(seats.SeatView, kw_only=True):
    """A look with what one entry says to the reader, and which of their moves in it went without saying."""

    told: list[str]
    forced: list[str]


class ShownEntry(msgspec.Struct):
    """An entry as somebody may see it, with its events in words; the rest is there where it may be known.

    `shown` are its moves as the reader types them.
    """

    header: dict[str, Any]
    hash: str
    head: str
    told: list[str]
    body: Any = None
    salt_b: str | None = None
    salt_s: str | None = None
    shown: list[str] | None = None


class EntryPage(msgspec.Struct):
    """A stretch of a ledger, and where the next one begins."""

    entries: list[ShownEntry]
    next: int | None


class Glance(NamedTuple):
    """A game without its packed record, and from where somebody sees it: enough to tell whether anything is new."""

    game: Game
    standpoint: Standpoint

    def make_tag(self, lang: str, at: int | None) -> str:
        """Return what changes when the view does: never anything hidden."""
        game = self.game
        return f"{game.id}.{game.n}.{self.standpoint.seat}.{lang}.{at}.{game.version}"


def glance(club: Club, session: Session, game: Game, player: Member | None, invitation: str | None = None) -> Glance:
    """Return a game as somebody may see it, or refuse those who may not."""
    standpoint = find_standpoint(session, club, game, player, invitation)
    check_may_watch(game, standpoint)
    return Glance(game, standpoint)


_OF_GAME = StoredEntry.game_id == bindparam("game")
_LAST_TURN = select(func.max(StoredEntry.n)).where(
    _OF_GAME, StoredEntry.seat == bindparam("seat"), StoredEntry.answers.is_not(None)
)
_START = select(StoredEntry.n).where(_OF_GAME, StoredEntry.kind == "start")
_HEAD = select(StoredEntry.head).where(_OF_GAME, StoredEntry.n == bindparam("n"))
_SAID = select(func.max(Message.id)).where(Message.game_id == bindparam("game"))
_MARKS = select(*(one.scalar_subquery() for one in (_LAST_TURN, _START, _HEAD, _SAID)))
_UNTOLD = (
    (Seat.game_id == bindparam("game"))
    & (Seat.player_id == bindparam("player"))
    & Seat.awaited
    & Seat.told_at.is_(None)
)
_NEWS = select(Seat.seat).where(_UNTOLD)


def get_sight(
    club: Club, session: Session, game_id: str, player: Member | None, invitation: str | None = None
) -> Sight:
    """Return a game from a player's standpoint, or refuse those who may not see it."""
    return look_closer(club, session, glance(club, session, get_game(session, game_id), player, invitation), player)


def look_closer(club: Club, session: Session, seen: Glance, player: Member | None) -> Sight:
    """Return all that is needed to show a game."""
    game_id = seen.game.id
    zone = club.config.zone if player is None else player.zone
    return Sight(seen.game, shelf.get_record(session, game_id), seen.standpoint, get_seats(session, game_id), zone)


def make_etag(
    club: Club, game_id: str, player: Member | None, lang: str, at: int | None, told: int | None = None
) -> str:
    """Return what changes when the view does: never anything hidden, and read without the packed record."""
    with club.read() as session:
        tag = glance(club, session, get_game(session, game_id), player).make_tag(lang, at)
    return tag if told is None else f"{tag}.{told}"


def view(club: Club, game_id: str, player: Member | None, lang: str, at: int | None = None) -> seats.SeatView:
    """Return a seat's view, what is asked of it and its legal moves; `at` looks back at entry n."""
    with club.read() as session:
        sight = get_sight(club, session, game_id, player)
        shown, _ = look(session, sight, lang, at)
        is_news = is_news_to(club, session, sight, player)
    if player is not None and is_news:
        note_reading(club, sight.game.id, player)
    return shown


def look(
    session: Session, sight: Sight, lang: str, at: int | None, *, is_written: bool = True
) -> tuple[seats.SeatView, Table | None]:
    """Return what is seen of a game now or at entry n, and the table as it was then."""
    record, standpoint = sight.record, sight.standpoint
    if sight.game.held and record.table is None:
        shelf.refuse_held_game()
    n = _check_moment(sight, at)
    table = None if record.table is None else shelf.StoredPast(session, record).table_at(n)
    by = seats.Onlooker(standpoint.seat, lang, sight.names)
    if n == record.page.n and standpoint.until is None:
        return seats.look(record, by, sight.game.title, sight.deadline, is_written=is_written), record.table
    return seats.look_back(record, by, sight.game.title, n, table, is_written=is_written), table


def _check_moment(sight: Sight, at: int | None) -> int:
    """Return which entry is looked at, or refuse one that may not be seen."""
    if at is None:
        return sight.last
    if not 0 <= at <= sight.last:
        raise Refused(
            "bad_position", "This game can be looked at up to entry {last}, not at {at}.", last=sight.last, at=at
        )
    return at


def is_news_to(club: Club, session: Session, sight: Sight, player: Member | None) -> bool:
    """Tell whether somebody who sits here has not looked since they were asked, or not lately."""
    if player is None or sight.standpoint.seat is None:
        return False
    if (player.looked_at or 0) < club.now() - LOOKED_LATELY:
        return True
    return session.execute(_NEWS, {"game": sight.game.id, "player": player.id}).first() is not None


def note_reading(club: Club, game_id: str, player: Member) -> None:
    """Remember that a player has looked: they have been told, and may want the next mail."""
    now, mine = club.now(), {"game": game_id, "player": player.id}
    with suppress(Refused), club.write() as session:  # a full disk keeps nobody from looking
        looks.wake_unreached(session, now, player.id)
        session.execute(update(Seat).where(_UNTOLD).values(told_at=now), mine)
        session.execute(update(Member).where(Member.id == player.id).values(looked_at=now))


def preview(club: Club, game_id: str, player: Member, moves: Sequence[str], lang: str) -> seats.Preview:
    """Return what moves would do, played on a redealt copy up to the first reveal; nothing is stored."""
    with club.read() as session:
        sight = get_sight(club, session, game_id, player)
    table, by = get_place(sight, lang)
    return seats.preview(table, by, moves)


def get_place(sight: Sight, lang: str) -> tuple[Table, seats.Onlooker]:
    """Return the table and whoever plays at it, or refuse somebody who has no seat there now."""
    seat, table = sight.standpoint.seat, sight.record.table
    if seat is None or sight.standpoint.until is not None:
        raise Refused("not_your_seat", "You have no seat in this game.")
    if table is None:
        raise Refused("game_not_started", "The game has not started: it begins when every seat is taken.")
    return table, seats.Onlooker(seat, lang, sight.names)


def list_entries(club: Club, game_id: str, player: Member | None, since: int, most: int, lang: str) -> EntryPage:
    """Return a stretch of the ledger as the reader may see it, with moves and events in words."""
    with club.read() as session:
        sight = get_sight(club, session, game_id, player)
        last = min(sight.last, since + min(most, MOST_ENTRIES) - 1)
        rows = shelf.get_entries(session, game_id, since, last)
        hosts = interventions.find_told(session, game_id, [row.n for row in rows if row.kind == "host"])
        retelling = Retelling(session, sight.record, seats.Onlooker(sight.standpoint.seat, lang, sight.names))
        shown = [retelling.show(row) for row in rows]
    entries = [_show_entry(sight, row, lang, hosts.get(row.n)) for row in rows]
    for entry, moves in zip(entries, shown, strict=True):
        entry.shown = None if entry.body is None else moves
    return EntryPage(entries, last + 1 if last < sight.last else None)


def add_told(look: seats.SeatView, club: Club, game_id: str, player: Member | None, n: int, lang: str) -> ToldView:
    """Return a look with what entry n says to the reader."""
    with club.read() as session:
        sight = get_sight(club, session, game_id, player)
        rows = shelf.get_entries(session, game_id, n, min(sight.last, n))
        hosts = interventions.find_told(session, game_id, [row.n for row in rows if row.kind == "host"])
        by = seats.Onlooker(sight.standpoint.seat, lang, sight.names)
        forced = [line for row in rows for line in show_forced(session, sight.record, row, by)]
    told = [said for row in rows for said in _tell(sight, row, lang, hosts.get(row.n))]
    return ToldView(**msgspec.structs.asdict(look), told=told, forced=forced)


def _show_entry(sight: Sight, row: StoredEntry, lang: str, by: Told | None) -> ShownEntry:
    line = _open_line(sight, row)
    header: dict[str, Any] = msgspec.to_builtins(line.header)
    told = _tell(sight, row, lang, by)
    return ShownEntry(header, line.header.hash, line.head, told, line.body, line.salt_b, line.salt_s)


def _open_line(sight: Sight, row: StoredEntry) -> BundleLine:
    """Return an entry with as much of it as the reader may open."""
    entry, page = shelf.read_entry(row), sight.record.page
    n = entry.header.n
    body_salt, state_salt = b64u(salt_of_body(page.salt_key, n)), b64u(salt_of_state(page.salt_key, n))
    line = BundleLine(entry.header, entry.head.decode(), msgspec.json.decode(entry.body), body_salt, state_salt)
    if page.phase == "over":
        return line
    if may_see(sight.rules, line, sight.standpoint.seat):
        return msgspec.structs.replace(line, salt_s=None)
    return BundleLine(line.header, line.head)


def _tell(sight: Sight, row: StoredEntry, lang: str, by: Told | None) -> list[str]:
    """Return the events of an entry that the reader may know, and what else it says, in words."""
    table = sight.record.table
    voice = Voice(lang, players=sight.names) if table is None else table.voice(lang, sight.names)
    voice = voice.turn_to(sight.standpoint.seat)
    news = tell_entry(shelf.read_header(row), shelf.read_body(row), sight.zone, by and by.host)
    note = [] if by is None or by.note is None else [Text("They write: {note}", note=" ".join(by.note.split()))]
    return [voice.say(text) for text in (*_tell_events(sight, row), *news, *note)]


def _tell_events(sight: Sight, row: StoredEntry) -> list[Text]:
    if sight.record.table is None or row.events is None:
        return []
    is_over = sight.record.page.phase == "over"
    events = sight.rules.read_events(msgspec.json.decode(row.events))
    return [event.text() for event in events if is_over or event.is_seen_by(sight.standpoint.seat)]


def export_bundle(club: Club, game_id: str, player: Member | None) -> bytes:
    """Return the export of a game as the reader may see it; after the end, all of it."""
    with club.read() as session:
        sight = get_sight(club, session, game_id, player)
        rows = shelf.get_entries(session, game_id, 0, sight.last)
    page, seat = sight.record.page, sight.standpoint.seat
    receipts = [row.receipt.encode() for row in rows if row.receipt and row.seat == seat]
    names = club.clerk.sign_names(page, sight.names)
    entries = [shelf.read_entry(row) for row in rows]
    components = shelf.get_components(sight.record)
    secrets = Secrets(page.secret, page.salt_key)
    whole = whole_bundle(entries, secrets, components, receipts, names, get_steps(club))
    return encode_bundle(whole if page.phase == "over" else redact(whole, seat))


class ToldLine(msgspec.Struct):
    """An entry in words, for its reader."""

    n: int
    at: int
    seat: int | None
    told: list[str]


def tell_between(session: Session, sight: Sight, first: int, last: int, lang: str) -> list[ToldLine]:
    """Return a stretch of the ledger in words, as far as its reader may know; nothing of entries that say nothing."""
    rows = shelf.get_entries(session, sight.game.id, max(first, 0), min(last, sight.last))
    hosts = interventions.find_told(session, sight.game.id, [row.n for row in rows if row.kind == "host"])
    lines = [ToldLine(row.n, row.at, row.seat, _tell(sight, row, lang, hosts.get(row.n))) for row in rows]
    return [line for line in lines if line.told]


class Marks(NamedTuple):
    """What a reader goes by at a table."""

    last_turn: int
    """The reader's own last entry that answered an ask, 0 if there is none."""
    start: int
    """The entry with which the game began, the first moment that can be looked at; 0 where it is not known any more."""
    head: str
    """The last head that they may see as the server signed it: whoever keeps it witnesses the history."""
    said: int
    """The number of the last remark, 0 if there is none."""


def find_marks(session: Session, seen: Glance) -> Marks:
    """Return what a reader goes by, in one look."""
    until = seen.standpoint.until
    last = seen.game.n if until is None else until
    asked = {"game": seen.game.id, "seat": seen.standpoint.seat, "n": last}
    last_turn, start, head, said = session.execute(_MARKS, asked).one()
    return Marks(last_turn or 0, start or 0, head or _find_archived_head(session, seen.game.id, last), said or 0)


def _find_archived_head(session: Session, game_id: str, last: int) -> str:
    rows = shelf.get_entries(session, game_id, last, last)
    return rows[0].head if rows else ""
