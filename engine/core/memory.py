"""What a seat has counted by the events that it saw: beside the table, and in no state."""

from collections import Counter
from collections.abc import Iterable

from engine.core.types import Event, Seat


class Memory:
    """By how much everybody's holdings have changed since the first deal, as one seat has seen it."""

    __slots__ = ("changed", "seat")

    def __init__(self, seat: Seat) -> None:
        """Begin with the first deal."""
        self.seat = seat
        self.changed: Counter[tuple[Seat, str]] = Counter()

    def see(self, events: Iterable[Event]) -> None:
        """Count what happened, as far as the seat may know of it."""
        for event in events:
            if event.is_seen_by(self.seat):
                self.changed.update(event.changes())
