"""Imaginarium in a few lines, for somebody who has not read the rulebook."""

from engine.core.language import Text
from engine.core.rules import Primer
from engine.games.imaginarium.book import ImaginariumBook


def make_primer(book: ImaginariumBook) -> Primer:
    """Return how the game is won and ends, and a round in five lines."""
    figures = book.edition.figures
    return Primer(
        Text(
            "The game ends with the round in which somebody has {goal} points behind the screen. Who has most of wood, "
            "copper, crystal or charcoalium gets {n} points for each; then most points win, and ties go to the higher "
            "levels of repaired machines.",
            goal=figures.goal,
            n=figures.majority,
        ),
        (
            Text("Planning: one after the other, reserve a machine of the belt or take an extractor."),
            Text("Implementation, from the deck side of the belt on: use the machines of your workshop, each once."),
            Text("Pay for the machine that you reserved, which comes broken, or take your extractor's charcoalium."),
            Text(
                "Turn the dial to two neighbouring actions, another pair than last time: recruit, extract, repair, "
                "transact, dismantle, reorganise."
            ),
            Text("Complete the projects that you fulfil, and end your turn. When all have, the belt moves on."),
        ),
    )
