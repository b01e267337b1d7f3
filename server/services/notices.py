"""Who is asked now, and what is to be mailed: written in the same transaction as the entry that causes it."""

import secrets
from typing import Any

from sqlalchemy import Connection, bindparam, select, update
from sqlalchemy.dialects.postgresql import insert as postgres_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from engine.ledger.record import Chair, Page
from server.models import Game, Holder, OutboxRow, Seat, table
from server.services.club import Club
from server.services.pace import Pace, read_pace, reckon
from server.services.prepared import Prepared, Together

SEATS = table(Seat)
OUTBOX = table(OutboxRow)
GAMES = table(Game)
MOST_PACES = 4096
_HERE = (SEATS.c.game_id == bindparam("game")) & (SEATS.c.seat == bindparam("place"))
_NOW: dict[str, Any] = {"by": bindparam("new_by"), "awaited": bindparam("new_awaited"), "ask": bindparam("new_ask")}
_CHANGE = Prepared(update(SEATS).where(_HERE).values(_NOW))
_ASKED: dict[str, Any] = {"asked_at": bindparam("new_at"), "told_at": None, "deadline": bindparam("new_deadline")}
_ASK = Prepared(update(SEATS).where(_HERE).values({**_NOW, **_ASKED}))
_PACE = select(GAMES.c.pace).where(GAMES.c.id == bindparam("game"))
_ROW = (
    "key", "kind", "data", "message_id", "state", "created_at", "due_at", "attempts", "address", "game_id", "n", "seat",
    "ask",
)  # fmt: skip
_INSERTS: tuple[tuple[str, Any], ...] = (("sqlite", sqlite_insert), ("postgresql", postgres_insert))
_POST = {kind: insert(OUTBOX).on_conflict_do_nothing(index_elements=["key"]) for kind, insert in _INSERTS}


def _turn_post(kind: str) -> Any:
    """Return the statement that writes a turn's notice to whoever holds the seat, if anybody does."""
    insert = dict(_INSERTS)[kind]
    row = [bindparam(f"row_{name}", type_=OUTBOX.c[name].type).label(name) for name in _ROW]
    holder = (SEATS.c.game_id == bindparam("row_game_id")) & (SEATS.c.seat == bindparam("row_seat"))
    told = select(*row, SEATS.c.player_id).where(holder, SEATS.c.player_id.is_not(None))
    return insert(OUTBOX).from_select([*_ROW, "player_id"], told).on_conflict_do_nothing(index_elements=["key"])


_POST_TURN = Prepared(_turn_post)


def seats_changed(driver: Together, club: Club, before: Page, page: Page, at: int, pace: Pace | None) -> None:
    """Bring the seats' rows up to date with the record and tell those who are asked."""
    changed = [
        seat
        for seat, (old, new) in enumerate(zip(before.chairs, page.chairs, strict=True))
        if (old.ask, old.by) != (new.ask, new.by) or page.phase != before.phase
    ]
    _store_seats(driver, before, page, changed, at, pace)
    for seat in changed:
        if is_asked_again(page, before.chairs[seat], page.chairs[seat]) and page.chairs[seat].by == "player":
            _announce_turn(driver, club, page, seat)


def phase_changed(connection: Connection, club: Club, before: Page, page: Page) -> None:
    """Tell everybody at the table that the game has begun or is over."""
    if page.phase != before.phase:
        kind = {"running": "started", "over": "over"}[page.phase]
        for player in seated_players(connection, page.game):
            announce(connection, club, kind, player, game_id=page.game, n=page.n)


def is_newly_asked(page: Page, old: Chair, new: Chair) -> bool:
    """Tell whether a seat is asked something that it was not asked before, or somebody sits down to answer."""
    is_new = not old.ask.is_open or old.ask.number != new.ask.number or (new.by == "player" and old.by != "player")
    return page.phase == "running" and new.ask.is_open and is_new


def is_asked_again(page: Page, old: Chair, new: Chair) -> bool:
    """Tell whether a seat needs telling: it is newly asked, or the position that it is asked in has changed."""
    return is_newly_asked(page, old, new) or (page.phase == "running" and new.ask.is_open and old.ask.on != new.ask.on)


def pace_of(connection: Connection, club: Club, page: Page) -> Pace | None:
    """Return a running game's pace; it never changes, so that it is read once by each process."""
    if page.phase != "running":
        return None
    if page.game not in club.paces:
        if len(club.paces) >= MOST_PACES:
            club.paces.clear()
        club.paces[page.game] = read_pace(connection.execute(_PACE, {"game": page.game}).scalar() or {})
    found: Pace | None = club.paces[page.game]
    return found


def _store_seats(driver: Together, before: Page, page: Page, seats: list[int], at: int, pace: Pace | None) -> None:
    """Store the seats that changed: those asked anew or no longer, and those whose ask goes on."""
    for seat in seats:
        new = page.chairs[seat]
        is_asked = new.ask.is_open and page.phase == "running"
        row = {"game": page.game, "place": seat, "new_by": new.by, "new_awaited": is_asked, "new_ask": new.ask.number}
        if is_newly_asked(page, before.chairs[seat], new) or not is_asked:
            deadline = reckon(pace, at).deadline if pace and is_asked and new.by == "player" else None
            driver.run(_ASK, {**row, "new_at": at if is_asked else None, "new_deadline": deadline})
        else:
            driver.run(_CHANGE, row)


def _announce_turn(driver: Together, club: Club, page: Page, seat: int) -> None:
    ask = page.chairs[seat].ask.number
    about = {"game_id": page.game, "n": page.n, "seat": seat, "ask": ask}
    row = outbox_row(club, "turn", about, f"turn:{page.game}:{page.n}:{seat}:{ask}", club.config.mail.undo_pause * 1000)
    driver.run(_POST_TURN, {f"row_{name}": value for name, value in row.items()})


def seated_players(connection: Connection, game_id: str) -> list[str]:
    """Return the players who hold a seat of a game now."""
    held = select(Holder.player_id).where(Holder.game_id == game_id, Holder.until_n.is_(None)).order_by(Holder.seat)
    return list(connection.execute(held).scalars())


def announce(connection: Connection, club: Club, kind: str, player: str | None, **about: Any) -> None:
    """Write the intent to mail somebody about something; the same thing is never announced twice.

    `about` is what the mail is about: game_id, n, seat, ask, data, an address, how long to `wait`, a `unique` key.
    """
    wait = about.pop("wait", 0)
    parts = [about.get(name) for name in ("game_id", "n", "seat", "ask")]
    key = about.pop("unique", None) or f"{kind}:{player}:{':'.join(map(str, parts))}"
    row = outbox_row(club, kind, about, key, wait)
    connection.execute(_POST[connection.dialect.name], {**row, "player_id": player})


def outbox_row(club: Club, kind: str, about: dict[str, Any], key: str, wait: int) -> dict[str, Any]:
    """Return a row of the outbox without its player."""
    now = club.now()
    domain = club.config.mail.sender.partition("@")[2]
    return {
        "key": key, "kind": kind, "data": {}, "message_id": f"<{secrets.token_hex(16)}@{domain}>", "state": "queued",
        "created_at": now, "due_at": now + wait, "attempts": 0, "address": None, "game_id": None, "n": None,
        "seat": None, "ask": None, **about,
    }  # fmt: skip
