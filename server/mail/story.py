"""What happened in a game since somebody's last turn, as far as they may know it."""

from collections.abc import Iterator
from typing import Any

import msgspec

from engine.core.language import Text, Who
from engine.core.types import Event
from server.mail.desk import Desk

MOST_TOLD = 40


def since_last_turn(desk: Desk, seat: int) -> list[str]:
    """Return what a seat may know of all that happened after its own last entry, without what was taken back."""
    kept: list[Any] = []
    for row in reversed(desk.recent(seat)):
        if row.kind == "undo":
            to = msgspec.json.decode(row.body)["to"]
            kept = [one for one in kept if one.n <= to]
        kept.append(row)
    told = [desk.say(text) for row in kept for text in _told(desk, seat, row)]
    return told[-MOST_TOLD:]


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
