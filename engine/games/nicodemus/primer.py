"""Nicodemus in a few lines, for somebody who has not read the rulebook."""

from engine.core.language import Text
from engine.core.rules import Primer
from engine.games.nicodemus.book import NicodemusBook


def make_primer(book: NicodemusBook) -> Primer:
    """Return how the game is won and ends, and a round in five lines."""
    limits = book.limits
    return Primer(
        Text(
            "Most points win; ties go to more charcoalium, then to more resources. The round in which somebody "
            "reaches {most} points is the last one, and so is that in which the deck can't refill a hand.",
            most=book.edition.end.score_trigger,
        ),
        (
            Text("On your turn, play a machine of your hand or repair one of the bric-a-brac."),
            Text(
                "A machine that you play joins the bric-a-brac as the newest. It gives as much charcoalium as it has "
                "points, or 1 of what it makes, or its effect."
            ),
            Text(
                "Then you draw up to {hand}; when {full} machines lie there, the {row} oldest are discarded.",
                hand=limits.hand_refill_to,
                full=limits.purge_at,
                row=limits.row_length,
            ),
            Text(
                "A repair costs the machine's resources and 1 charcoalium onto each newer machine. What stands in your "
                "workshop takes off what it makes."
            ),
            Text(
                "A repaired machine scores its points and can claim projects with others of your workshop, which then "
                "leave it."
            ),
        ),
    )
