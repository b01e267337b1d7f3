"""The boards of golden games, first, middle and late: names and no ids, nothing beyond 80 columns or at the edge."""

import re
from functools import cache

import pytest

import engine
from engine.core.sheet import WIDTH, breadth
from engine.core.table import Table
from engine.core.types import Standing
from tests.engine.conformance.suite import open_recorded
from tests.engine.golden import records_of
from tests.engine.positions import final_rows

PLAYERS = ["Odile", "Max", "Anna-Sophie", "Bruno", "Lea"]
MOMENTS = (0.0, 0.2, 0.5, 0.8, 1.0)
SHOWN = [(game, seats, moment) for game, rules in engine.games().items() for seats in rules.seats for moment in MOMENTS]


@cache
def recorded(game: str, seats: int) -> dict:
    """Return the golden game of a size that has the most moves."""
    return max((one for one in records_of(game).values() if one["seats"] == seats), key=lambda one: len(one["moves"]))


def table_at(game: str, seats: int, moment: float) -> Table:
    record = recorded(game, seats)
    table = open_recorded(record)
    for seat, *lines in record["moves"][: round(len(record["moves"]) * moment)]:
        table.play(seat, lines, blind=True)
    return table


def boards_of(table: Table, seats: int, lang: str) -> list[list[str]]:
    return [table.sheet(reader, lang, PLAYERS[:seats]).lines() for reader in (None, *range(seats))]


ENDED = [
    (game, seats, lang) for game, rules in engine.games().items() for seats in rules.seats for lang in ("en", "fr")
]


@pytest.mark.parametrize(("game", "seats", "lang"), ENDED)
def test_the_end_stands_on_the_board_as_a_table_with_the_winner_first(game, seats, lang):
    table = table_at(game, seats, 1.0)
    assert table.result is not None
    ranked = [table.result.standings[seat] for seat in table.result.ranking]
    rows = [row for row in final_rows(table, lang, PLAYERS[:seats]) if any(name in row for name in PLAYERS)]
    assert [row.split()[:3] for row in rows] == [[str(x) for x in (s.place, PLAYERS[s.seat], s.score)] for s in ranked]
    assert all(str(figure) in row.split() for row, one in zip(rows, ranked, strict=True) for figure in counted(one))


def counted(one: Standing) -> list[int]:
    """Return the figures of a standing that stand in its row; a rival who has no seat has a row of his own."""
    return [figure for name, figure in one.details.items() if name != "machine"]


def ids_of(table: Table, lang: str) -> set[str]:
    """Return the ids that no name and no word of the language could be."""
    said = {word for names in table.rules.names.values() for word in re.findall(r"\w+", names[lang])}
    return {thing for thing in table.rules.names if re.search(r"[_\d]", thing) and thing not in said}


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize(("game", "seats", "moment"), SHOWN)
def test_a_board_has_names_and_keeps_to_its_columns(game, seats, moment, lang):
    table = table_at(game, seats, moment)
    ids = ids_of(table, lang)
    for lines in boards_of(table, seats, lang):
        assert [line for line in lines if breadth(line) > WIDTH] == []
        assert [line for line in lines if line and not line.startswith(" ")] == []
        assert [line for line in lines if ids & set(re.findall(r"\w+", line))] == []
        assert [line for line in lines if re.search(r"\w\*\d", line)] == []
