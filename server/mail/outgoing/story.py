"""What happened in a game since somebody's last turn, as far as they may know it."""

from collections.abc import Iterator

import msgspec

from engine.core.language import Text
from engine.core.types import Event
from engine.ledger.sentences import tell_entry
from server.mail.outgoing.material import Material
from server.services import interventions, shelf
from server.services.interventions import Told
from server.services.shelf import BareEntry

MOST_TOLD = 40
NEWS = frozenset({"undo", "clock", "seat", "host", "agree", "settle"})
"""Kinds of entries that a player wants to hear of, beside the moves."""


def tell_since_last_turn(material: Material, seat: int) -> list[str]:
    """Return what a seat may know of all that happened after its own last entry, without what was taken back."""
    kept: list[BareEntry] = []
    for row in reversed(material.get_recent(seat)):
        if row.kind == "undo":
            to = msgspec.json.decode(row.body)["to"]
            kept = [one for one in kept if one.n <= to]
        kept.append(row)
    hosts = interventions.find_told(material.session, material.game_id, [row.n for row in kept if row.kind == "host"])
    voice = material.voice.turn_to(seat)
    told = [voice.say(text) for row in kept for text in _tell(material, seat, row, hosts.get(row.n))]
    return told[-MOST_TOLD:]


def _tell(material: Material, seat: int | None, row: BareEntry, by: Told | None) -> Iterator[Text]:
    if row.events is not None:
        events: list[Event] = material.table.rules.read_events(msgspec.json.decode(row.events))
        yield from (event.text() for event in events if event.is_seen_by(seat))
    if row.kind in NEWS:
        yield from tell_entry(shelf.read_header(row), shelf.read_body(row), material.reader.zone, by and by.host)
