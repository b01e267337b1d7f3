"""Mech A Dream in a few lines, for somebody who has not read the rulebook."""

from engine.core.language import Text
from engine.core.rules import Primer
from engine.games.mech_a_dream.book import DreamBook


def make_primer(book: DreamBook) -> Primer:
    """Return how the game is won and ends, and a round in five lines."""
    board = book.board
    return Primer(
        Text(
            "Most points win: each rainbow is worth {rainbow} and {goods} flowers and ink together 1; ties go to more "
            "machines, then to more rainbows. The game ends after the night of day {days}, or of the day on which "
            "somebody has {machines} machines.",
            rainbow=board.rainbow_points,
            goods=board.resources_per_point,
            days=board.days,
            machines=board.end_machines,
        ),
        (
            Text("In the morning, the afternoon and the evening, each player sends one assistant:"),
            Text(
                "to the storage for flowers and ink, to the dock for its parcels, to buy a tile, or to a machine on the "
                "belt."
            ),
            Text(
                "After each moment a machine advances one slot for each assistant on it; when it leaves slot 1, it is "
                "built."
            ),
            Text("At night all use their robot and their purple machines at the same time, each once, then sleep."),
            Text("Then the next delivery comes to the dock, and the next player is the first."),
        ),
    )
