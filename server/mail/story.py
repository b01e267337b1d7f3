"""What happened in a game since somebody's last turn, as far as they may know it."""

from collections.abc import Iterator
from typing import Any

import msgspec
from sqlalchemy import func, select

from engine.core.language import Text, Who
from engine.core.types import Event
from server.mail.desk import Desk
from server.models import Entry
from server.services import shelf

MOST_TOLD = 40
MOST_ENTRIES = 200


def since_last_turn(desk: Desk, seat: int) -> list[str]:
    """Return what a seat may know of all that happened after its own last entry, oldest first."""
    last = _last_own(desk, seat)
    return told_between(desk, seat, last + 1, desk.record.page.n)


def told_between(desk: Desk, seat: int | None, first: int, last: int) -> list[str]:
    """Return what a seat may know of a stretch of the ledger, without what was taken back in it."""
    rows = shelf.entries_between(desk.connection, desk.row.game_id, max(first, last - MOST_ENTRIES), last)
    kept: list[Any] = []
    for row in rows:
        if row.kind == "undo":
            to = msgspec.json.decode(row.body)["to"]
            kept = [one for one in kept if one.n <= to]
        kept.append(row)
    told = [desk.say(text) for row in kept for text in _told(desk, seat, row)]
    return told[-MOST_TOLD:]


def _last_own(desk: Desk, seat: int) -> int:
    own = (Entry.game_id == desk.row.game_id) & (Entry.seat == seat) & Entry.answers.is_not(None)
    return desk.connection.execute(select(func.max(Entry.n)).where(own)).scalar() or 0


def _told(desk: Desk, seat: int | None, row: Any) -> Iterator[Text]:
    if row.events is not None:
        events: list[Event] = desk.table.rules.read_events(msgspec.json.decode(row.events))
        yield from (event.text() for event in events if event.is_seen_by(seat))
    if row.kind == "undo":
        yield Text("{who} took back a turn.", who=Who(row.seat))
    elif row.kind == "clock":
        yield from _clock(row, msgspec.json.decode(row.body)["action"])
    elif row.kind == "seat":
        yield from _seat(row, msgspec.json.decode(row.body)["how"])


def _clock(row: Any, action: str) -> Iterator[Text]:
    if action == "bot_turn":
        yield Text("The time of {who} was up: a bot plays this turn.", who=Who(row.seat))
    elif action == "bot_seat":
        yield Text("The time of {who} was up: a bot has the seat.", who=Who(row.seat))
    elif action == "open_seat":
        yield Text("The time of {who} was up: the seat is open for a substitute.", who=Who(row.seat))


def _seat(row: Any, how: str) -> Iterator[Text]:
    if how == "taken":
        yield Text("{who} has taken over the seat.", who=Who(row.seat))
    elif how == "returned":
        yield Text("{who} is back at the table.", who=Who(row.seat))
    elif how == "left":
        yield Text("{who} has left the table.", who=Who(row.seat))
