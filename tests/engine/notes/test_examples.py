"""The notes that docs/playing.md teaches, in both languages: each can be written in a golden game, and plays there."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

import engine
from engine.core.errors import IllegalMove, Refused
from engine.core.notes.judging import judge
from engine.core.notes.terms import NoteTerms
from engine.core.notes.writing import write_notes
from engine.core.table import Table
from engine.core.types import Seat
from tests.engine.conformance.suite import open_recorded
from tests.engine.golden import records_of

DOCS = Path(__file__).parents[3] / "docs"
EXAMPLE = re.compile(r"^    # ([A-Z][\w ]+?) ?: .*\n    atelier note \. (.+)$", re.MULTILINE)
EXAMPLES = [
    (page, title, re.findall(r'"([^"]+)"', notes))
    for page in ("playing.md", "playing.fr.md")
    for title, notes in EXAMPLE.findall((DOCS / page).read_text(encoding="utf-8"))
]
TITLES = {rules.title.en: game for game, rules in engine.games().items()}


def walk(game: str) -> Iterator[tuple[Table, list[Seat]]]:
    """Yield every position of the golden games, on one table that goes on, with the seats that wait there."""
    for record in records_of(game).values():
        table = open_recorded(record)
        for seat, move, *_ in record["moves"]:
            yield table, [other for other in range(table.seats) if other not in table.awaiting]
            table.play(seat, move, blind=True)


def write(table: Table, seat: Seat, texts: Sequence[str]) -> list[NoteTerms] | None:
    try:
        return write_notes(table, seat, texts)
    except (IllegalMove, Refused):
        return None


def test_both_pages_teach_a_note_of_each_game():
    for page in ("playing.md", "playing.fr.md"):
        assert {TITLES[title] for one, title, _ in EXAMPLES if one == page} == {
            "fantastic_factories",
            "imaginarium",
            "mech_a_dream",
            "nicodemus",
        }


@pytest.mark.parametrize(("page", "title", "texts"), EXAMPLES)
def test_an_example_can_be_left_in_a_golden_game_and_is_played_there(page, title, texts):
    waiting: dict[Seat, NoteTerms] = {}
    for table, seats in walk(TITLES[title]):
        for seat in list(waiting):
            if seat in table.awaiting and judge(table, seat, waiting.pop(seat)).taken is not None:
                return
        for seat in seats:
            if seat not in waiting and (terms := write(table, seat, texts)):
                waiting[seat] = terms[0]
    pytest.fail(f"nowhere in a golden game: {texts}")
