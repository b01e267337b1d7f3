"""What a seat may see: the view with what is asked, previews, entries, the bundle, the board as text."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, select, update

import engine
from engine import seats
from engine.core.canonical import b64u
from engine.core.errors import Refused
from engine.ledger.bundle import Bundle, BundleLine, encode_bundle, may_see, redact, whole_bundle
from engine.ledger.entries import salt_of_body, salt_of_state
from engine.ledger.record import Record
from engine.ledger.seed import Secrets
from server.models import Player, Seat
from server.services import shelf
from server.services.club import Club
from server.services.seating import Place, check_may_watch, find_place, get_game, names_of, seats_of

MOST_ENTRIES = 100


class Sight(NamedTuple):
    """A game as somebody sees it: row, record, place, and the seats."""

    game: Any
    record: Record
    place: Place
    seats: list[dict[str, Any]]

    @property
    def names(self) -> tuple[str, ...]:
        """How the players are called."""
        return names_of(self.seats)

    @property
    def deadline(self) -> int | None:
        """When the turn of whoever looks is due."""
        due: int | None = None if self.place.seat is None else self.seats[self.place.seat]["deadline"]
        return due


def look(club: Club, connection: Connection, game_id: str, player: Any | None, invitation: str | None = None) -> Sight:
    """Return a game from a player's place, or refuse those who may not see it."""
    game = get_game(connection, game_id)
    place = find_place(connection, club, game, player, invitation)
    check_may_watch(game, place)
    record = shelf.get_record(connection, game_id)
    return Sight(game, record, place, seats_of(connection, game_id))


def etag(club: Club, game_id: str, player: Any | None, lang: str, at: int | None) -> str:
    """Return what changes when the view does: never anything hidden, and read without the packed record."""
    with club.read() as connection:
        game = get_game(connection, game_id)
        place = find_place(connection, club, game, player)
        check_may_watch(game, place)
    return f"{game.id}.{game.n}.{place.seat}.{lang}.{at}.{game.version}"


def view(club: Club, game_id: str, player: Any | None, lang: str, at: int | None = None) -> seats.Look:
    """Return a seat's view, what is asked of it and its legal moves; `at` looks back at entry n."""
    with club.read() as connection:
        sight = look(club, connection, game_id, player)
        if sight.game.held and sight.record.table is None:
            shelf.refuse_held_game()
        n = _moment(sight, at)
        table = None if sight.record.table is None else shelf.table_at(connection, sight.record, n)
    if player is not None and sight.place.seat is not None:
        note_reading(club, sight.game.id, player)
    by = seats.Onlooker(sight.place.seat, lang, sight.names)
    if n == sight.record.page.n and sight.place.until is None:
        return seats.look(sight.record, by, sight.game.title, sight.deadline)
    return seats.look_back(sight.record, by, sight.game.title, n, table)


def _moment(sight: Sight, at: int | None) -> int:
    last = sight.record.page.n if sight.place.until is None else sight.place.until
    if at is None:
        return last
    if not 0 <= at <= last:
        raise Refused("bad_position", "This game can be looked at up to entry {last}, not at {at}.", last=last, at=at)
    return at


def note_reading(club: Club, game_id: str, player: Any) -> None:
    """Remember that a player has looked: they have been told, and may want the next mail."""
    now = club.now()
    mine = (Seat.game_id == game_id) & (Seat.player_id == player.id) & Seat.awaited & Seat.told_at.is_(None)
    with club.read() as connection:
        is_news = connection.execute(select(Seat.seat).where(mine)).first() is not None
    if is_news or (player.looked_at or 0) < now - 60_000:
        with suppress(Refused), club.write() as connection:  # a full disk keeps nobody from looking
            connection.execute(update(Seat).where(mine).values(told_at=now))
            connection.execute(update(Player).where(Player.id == player.id).values(looked_at=now))


def preview(club: Club, game_id: str, player: Any, moves: Sequence[str], lang: str) -> seats.Preview:
    """Return what moves would do, played on a redealt copy up to the first reveal; nothing is stored."""
    with club.read() as connection:
        sight = look(club, connection, game_id, player)
    seat, table = sight.place.seat, sight.record.table
    if seat is None or sight.place.until is not None:
        raise Refused("not_your_seat", "You have no seat in this game.")
    if table is None:
        raise Refused("game_not_started", "The game has not started: it begins when every seat is taken.")
    return seats.preview(table, seats.Onlooker(seat, lang, sight.names), moves)


def entries(club: Club, game_id: str, player: Any | None, since: int, most: int, lang: str) -> dict[str, Any]:
    """Return a stretch of the ledger as the reader may see it, with the events in words."""
    with club.read() as connection:
        sight = look(club, connection, game_id, player)
        last = min(_moment(sight, None), since + min(most, MOST_ENTRIES) - 1)
        rows = shelf.entries_between(connection, game_id, since, last)
    shown = [{**_shown(_line(sight, row)), "told": _told(sight, row, lang)} for row in rows]
    more = last + 1 if last < _moment(sight, None) else None
    return {"entries": shown, "next": more}


def tell(club: Club, game_id: str, player: Any | None, n: int, lang: str) -> list[str]:
    """Return what one entry says to the reader."""
    page = entries(club, game_id, player, n, 1, lang)
    return [said for entry in page["entries"] for said in entry["told"]]


def _line(sight: Sight, row: Any) -> BundleLine:
    entry = shelf.stored_entry(row)
    salt_key = sight.record.page.salt_key
    n = entry.header.n
    body = msgspec.json.decode(entry.body)
    line = BundleLine(
        entry.header, entry.head.decode(), body, b64u(salt_of_body(salt_key, n)), b64u(salt_of_state(salt_key, n))
    )
    if sight.record.page.phase == "over":
        return line
    rules = engine.games()[sight.game.rules]
    if may_see(rules, line, sight.place.seat):
        return msgspec.structs.replace(line, salt_s=None)
    return BundleLine(line.header, line.head)


def _shown(line: BundleLine) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(line)
    return {**plain, "hash": line.header.hash}


def _told(sight: Sight, row: Any, lang: str) -> list[str]:
    """Return the events of an entry that the reader may know, in words."""
    if sight.record.table is None or row.events is None:
        return []
    rules = engine.games()[sight.game.rules]
    voice = sight.record.table.voice(lang, sight.names)
    is_over = sight.record.page.phase == "over"
    events = rules.read_events(msgspec.json.decode(row.events))
    return [voice.say(event.text()) for event in events if is_over or event.is_seen_by(sight.place.seat)]


def bundle(club: Club, game_id: str, player: Any | None) -> bytes:
    """Return the export of a game as the reader may see it; after the end, all of it."""
    with club.read() as connection:
        sight = look(club, connection, game_id, player)
        last = _moment(sight, None)
        rows = shelf.entries_between(connection, game_id, 0, last)
    page = sight.record.page
    receipts = [row.receipt.encode() for row in rows if row.receipt and row.seat == sight.place.seat]
    names = club.clerk.sign_names(game_id, sight.names)
    entries_ = [shelf.stored_entry(row) for row in rows]
    whole = whole_bundle(entries_, Secrets(page.secret, page.salt_key), _components(sight), receipts, names)
    shown: Bundle = whole if page.phase == "over" else redact(whole, sight.place.seat)
    return encode_bundle(shown)


def _components(sight: Sight) -> dict[str, Any] | None:
    table = sight.record.table
    if table is None:
        return sight.record.page.components
    return None if table.rules.is_default_edition else msgspec.to_builtins(table.rules.edition)
