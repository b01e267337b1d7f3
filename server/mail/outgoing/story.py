"""What happened in a game since somebody's last turn, as far as they may know it."""

from collections.abc import Iterator

import msgspec

from engine.core.language import Text, Who
from engine.core.types import Event
from server.mail.outgoing.material import Material
from server.models import StoredEntry

MOST_TOLD = 40


def tell_since_last_turn(material: Material, seat: int) -> list[str]:
    """Return what a seat may know of all that happened after its own last entry, without what was taken back."""
    kept: list[StoredEntry] = []
    for row in reversed(material.get_recent(seat)):
        if row.kind == "undo":
            to = msgspec.json.decode(row.body)["to"]
            kept = [one for one in kept if one.n <= to]
        kept.append(row)
    told = [material.say(text) for row in kept for text in _tell(material, seat, row)]
    return told[-MOST_TOLD:]


def _tell(material: Material, seat: int | None, row: StoredEntry) -> Iterator[Text]:
    if row.events is not None:
        events: list[Event] = material.table.rules.read_events(msgspec.json.decode(row.events))
        yield from (event.text() for event in events if event.is_seen_by(seat))
    if row.kind == "undo":
        yield Text("{who} took back a turn.", who=_who(row))
    elif row.kind == "clock":
        yield from _tell_clock(row, msgspec.json.decode(row.body)["action"])
    elif row.kind == "seat":
        yield from _tell_seat(row, msgspec.json.decode(row.body)["how"])


def _tell_clock(row: StoredEntry, action: str) -> Iterator[Text]:
    if action == "bot_turn":
        yield Text("The time of {who} was up: a bot plays this turn.", who=_who(row))
    elif action == "bot_seat":
        yield Text("The time of {who} was up: a bot has the seat.", who=_who(row))
    elif action == "open_seat":
        yield Text("The time of {who} was up: the seat is open for a substitute.", who=_who(row))


def _tell_seat(row: StoredEntry, how: str) -> Iterator[Text]:
    if how == "taken":
        yield Text("{who} has taken over the seat.", who=_who(row))
    elif how == "returned":
        yield Text("{who} is back at the table.", who=_who(row))
    elif how == "left":
        yield Text("{who} has left the table.", who=_who(row))


def _who(row: StoredEntry) -> Who:
    assert row.seat is not None
    return Who(row.seat)
