"""Who is asked now, and what is to be mailed: written in the same transaction as the entry that causes it."""

import secrets
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import BindParameter, Connection, Insert, bindparam, case, literal, select, update

from engine.ledger.record import Chair, Page
from server.models import Holder, OutboxRow, Seat, Session, open_session, table
from server.services.club import Club
from server.services.pace import Pace, reckon
from server.storage.inserts import insert_into, insert_unless_there
from server.storage.statements import Statement

SEATS = table(Seat)
OUTBOX = table(OutboxRow)
# The statements of a turn are made once: making one costs as much as running it.
_HERE = (SEATS.c.game_id == bindparam("game")) & (SEATS.c.seat == bindparam("place"))
_NOW: dict[str, Any] = {"by": bindparam("new_by"), "awaited": bindparam("new_awaited"), "ask": bindparam("new_ask")}
_STILL_LOOKED_AT = case((bindparam("new_by") == "player", SEATS.c.look_at))
_NOTE_AT: BindParameter[int | None] = bindparam("new_note_at", type_=SEATS.c.note_at.type)
_TRY_NOTES = case((SEATS.c.has_notes, _NOTE_AT))
_CHANGE = Statement(update(SEATS).where(_HERE).values({**_NOW, "look_at": _STILL_LOOKED_AT}))
_ASK_ANEW = Statement(update(SEATS).where(_HERE).values({**_NOW, "look_at": _STILL_LOOKED_AT, "note_at": _TRY_NOTES}))
"""Of a seat whose ask goes on in another position: its notes are tried there too."""
_ASKED: dict[str, Any] = {
    "asked_at": bindparam("new_at"),
    "told_at": None,
    "deadline": bindparam("new_deadline"),
    "look_at": bindparam("new_look"),
    "is_lent": False,
    "note_at": _TRY_NOTES,
}
_ASK = Statement(update(SEATS).where(_HERE).values({**_NOW, **_ASKED}))


class About(msgspec.Struct, frozen=True):
    """What a mail is about, where it goes if not to the address on file, and how long it waits."""

    game_id: str | None = None
    n: int | None = None
    seat: int | None = None
    ask: int | None = None
    data: dict[str, Any] = {}
    address: str | None = None
    wait: int = 0


NOTHING = About()
_OF_TURN = ("key", "message_id", "created_at", "due_at", "game_id", "n", "seat", "ask")
_OF_ALL_TURNS: dict[str, Any] = {"kind": "turn", "data": {}, "state": "queued", "attempts": 0}
"""What the notices of turns have alike; what is neither here nor there is left to the database."""


def _post_turn(dialect: str) -> Insert:
    """Return the statement that writes a turn's notice to whoever holds the seat, if anybody does."""
    told = [*_OF_TURN, *_OF_ALL_TURNS]
    row = [bindparam(f"row_{name}", type_=OUTBOX.c[name].type).label(name) for name in _OF_TURN]
    row += [literal(value, OUTBOX.c[name].type).label(name) for name, value in _OF_ALL_TURNS.items()]
    holder = (SEATS.c.game_id == bindparam("row_game_id")) & (SEATS.c.seat == bindparam("row_seat"))
    to_holder = select(*row, SEATS.c.player_id).where(holder, SEATS.c.player_id.is_not(None))
    fresh = insert_into(dialect, OutboxRow).on_conflict_do_nothing(index_elements=["key"])
    return fresh.from_select([*told, "player_id"], to_holder)


_POST_TURN = Statement({dialect: _post_turn(dialect) for dialect in ("sqlite", "postgresql")})


def store_seats(connection: Connection, club: Club, before: Page, page: Page, at: int, pace: Pace | None) -> None:
    """Bring the seats' rows up to date with the record and tell those who are asked."""
    changed = [
        seat
        for seat, (old, new) in enumerate(zip(before.chairs, page.chairs, strict=True))
        if (old.ask, old.by) != (new.ask, new.by) or page.phase != before.phase
    ]
    _store_changed(connection, before, page, changed, AskedAt(at, at + _get_pause(club), pace))
    for seat in changed:
        if is_asked_again(page, before.chairs[seat], page.chairs[seat]) and page.chairs[seat].by == "player":
            _announce_turn(connection, club, page, seat)


def announce_phase(connection: Connection, club: Club, before: Page, page: Page) -> None:
    """Tell everybody at the table that the game has begun or is over."""
    if page.phase == before.phase:
        return
    kind = {"running": "started", "over": "over"}[page.phase]
    with open_session(connection) as session:
        for player in get_seated_players(session, page.game):
            announce(session, club, kind, player, About(game_id=page.game, n=page.n))


def is_newly_asked(page: Page, old: Chair, new: Chair) -> bool:
    """Tell whether a seat is asked something that it was not asked before, or somebody sits down to answer."""
    is_new = not old.ask.is_open or old.ask.number != new.ask.number or (new.by == "player" and old.by != "player")
    return page.phase == "running" and new.ask.is_open and is_new


def is_asked_again(page: Page, old: Chair, new: Chair) -> bool:
    """Tell whether a seat needs telling: it is newly asked, or the position that it is asked in has changed."""
    return is_newly_asked(page, old, new) or (page.phase == "running" and new.ask.is_open and old.ask.on != new.ask.on)


def _get_pause(club: Club) -> int:
    """Return how long a turn mail waits, and what a note would play."""
    return club.config.mail.undo_pause * 1000


class AskedAt(NamedTuple):
    """When seats are asked, when their notes are tried, and by which pace."""

    at: int
    note_at: int
    pace: Pace | None


def _store_changed(connection: Connection, before: Page, page: Page, seats: list[int], asked_at: AskedAt) -> None:
    """Store the seats that changed: those asked anew or no longer, and those whose ask goes on, be it in another position."""
    at, note_at, pace = asked_at
    asked: list[dict[str, object]] = []
    anew: list[dict[str, object]] = []
    going_on: list[dict[str, object]] = []
    for seat in seats:
        new = page.chairs[seat]
        is_asked = new.ask.is_open and page.phase == "running"
        row = {"game": page.game, "place": seat, "new_by": new.by, "new_awaited": is_asked, "new_ask": new.ask.number}
        if is_newly_asked(page, before.chairs[seat], new) or not is_asked:
            deadline = reckon(pace, at).deadline if pace and is_asked and new.by == "player" else None
            look = None if deadline is None else at
            moments = {"new_at": at, "new_note_at": note_at} if is_asked else {"new_at": None, "new_note_at": None}
            asked.append({**row, **moments, "new_deadline": deadline, "new_look": look})
        elif is_asked_again(page, before.chairs[seat], new):
            anew.append({**row, "new_note_at": note_at})
        else:
            going_on.append(row)
    for row in asked:
        _ASK.run(connection, row)
    for row in anew:
        _ASK_ANEW.run(connection, row)
    for row in going_on:
        _CHANGE.run(connection, row)


def _announce_turn(connection: Connection, club: Club, page: Page, seat: int) -> None:
    ask = page.chairs[seat].ask.number
    about = About(game_id=page.game, n=page.n, seat=seat, ask=ask, wait=_get_pause(club))
    row = _make_row(club, "turn", about, f"turn:{page.game}:{page.n}:{seat}:{ask}")
    _POST_TURN.run(connection, {f"row_{name}": row[name] for name in _OF_TURN})


def get_seated_players(session: Session, game_id: str) -> list[str]:
    """Return the players who hold a seat of a game now."""
    held = select(Holder.player_id).where(Holder.game_id == game_id, Holder.until_n.is_(None)).order_by(Holder.seat)
    return list(session.execute(held).scalars())


def announce(
    session: Session, club: Club, kind: str, player: str | None, about: About = NOTHING, unique: str = ""
) -> None:
    """Write the intent to mail somebody about something; the same thing, by its unique key, is never announced twice."""
    key = unique or f"{kind}:{player}:{about.game_id}:{about.n}:{about.seat}:{about.ask}"
    row = _make_row(club, kind, about, key)
    insert_unless_there(session, OutboxRow, ["key"], {**row, "player_id": player})


def _make_row(club: Club, kind: str, about: About, key: str) -> dict[str, object]:
    """Return a row of the outbox without its player."""
    now = club.now()
    domain = club.config.mail.sender.partition("@")[2]
    return {
        "key": key,
        "kind": kind,
        "data": about.data,
        "message_id": f"<{secrets.token_hex(16)}@{domain}>",
        "state": "queued",
        "created_at": now,
        "due_at": now + about.wait,
        "attempts": 0,
        "address": about.address,
        "game_id": about.game_id,
        "n": about.n,
        "seat": about.seat,
        "ask": about.ask,
    }
