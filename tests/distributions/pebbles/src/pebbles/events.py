"""What happens in Pebbles."""

from engine.core.language import Count, Text, Who
from engine.core.types import Event, Seat


class Taken(Event, frozen=True, tag="taken"):
    """Pebbles were taken from the heap."""

    seat: Seat
    pebbles: int

    def text(self) -> Text:
        """Tell it."""
        return Count("{who} took {n} pebble.", "{who} took {n} pebbles.", self.pebbles, who=Who(self.seat))


EVENTS = (Taken,)
