"""Every game has golden games for all its ends, and a guide that is true: each replays, each word and test exists."""

import hashlib
import re

import pytest

import engine
from engine.core.table import Table
from tests.engine.conformance.suite import find_shown, open_recorded, replay
from tests.engine.golden import find_home, guide_of, records_of

RECORDS = {f"{game}-{name}": record for game in engine.games() for name, record in records_of(game).items()}
each_game = pytest.mark.parametrize("game", list(engine.games()))


@pytest.mark.parametrize("name", RECORDS)
def test_a_golden_game_ends_as_it_did(name):
    record = RECORDS[name]
    table = replay(record)
    assert table.result is not None
    assert {
        "how": table.result.how,
        "scores": list(table.result.scores),
        "winners": list(table.result.winners),
        "details": [standing.details for standing in table.result.standings],
    } == record["result"]
    assert hashlib.sha256(table.state_bytes()).hexdigest() == record["digest"]


@each_game
def test_every_end_and_every_number_of_players_has_a_golden_game(game):
    rules, records = engine.games()[game], records_of(game).values()
    assert {record["result"]["how"] for record in records} == set(rules.ends)
    assert {record["seats"] for record in records} == set(rules.seats)


@each_game
def test_every_tie_break_has_a_golden_game(game):
    records, figures = records_of(game), engine.games()[game].tie_breaks
    for figure in figures:
        result = records[f"tie_{figure}"]["result"]
        one, other = result["details"]
        assert result["scores"][0] == result["scores"][1]
        assert next(key for key in figures if one[key] != other[key]) == figure
        assert result["winners"] == [0 if one[figure] > other[figure] else 1]


@each_game
def test_a_game_that_can_be_won_together_has_a_golden_game_of_that(game):
    shared = records_of(game).get("shared")
    assert (shared is not None) == engine.games()[game].has_shared_wins
    assert shared is None or len(shared["result"]["winners"]) > 1


@each_game
def test_every_corrected_reading_has_a_golden_game_that_shows_it(game):
    shown = [find_shown(record) for record in records_of(game).values()]
    assert set().union(*shown) == set(engine.games()[game].corrections)


@each_game
def test_the_game_in_the_guide_can_be_replayed(game):
    block = re.search(r"```log\n(.*?)```", guide_of(game), re.DOTALL)
    assert block is not None
    head, *turns = block[1].strip().splitlines()
    table = engine.open_table(game, 2, None, bytes.fromhex(head.split()[1]))
    for turn in turns:
        who, moves = turn.split(maxsplit=1)
        assert [play_as_shown(table, int(who[1:]) - 1, line) for line in moves.split("; ")] == moves.split("; ")
    assert table.result is not None
    assert "p1 {}, p2 {}".format(*table.result.scores) in guide_of(game)


def play_as_shown(table: Table, seat: int, line: str) -> str:
    """Read and play a line, and return the move as it is shown to its player."""
    move = table.read(seat, line)
    shown = table.scribe(seat).line(move)
    table.play(seat, move)
    return shown


@each_game
def test_every_example_of_the_guide_is_a_move_as_it_was_shown_in_a_golden_game(game):
    _, _, table_of_moves = guide_of(game).partition("| move | for example |")
    rows = [row.split(" | ") for row in table_of_moves.partition("\n\n")[0].splitlines()[2:]]
    examples = {row[1].strip("`") for row in rows if row[1]}
    tables = [(open_recorded(record), record["moves"]) for record in records_of(game).values()]
    shown = {play_as_shown(table, seat, line) for table, turns in tables for seat, *lines in turns for line in lines}
    assert len(examples) >= len(rows) - 1  # nobody passes in a golden game
    assert examples <= shown, examples - shown


@each_game
def test_every_ruling_of_the_guide_names_a_test(game):
    _, is_ruled, rest = guide_of(game).partition("\n## Rulings\n")
    section = rest.partition("\n## ")[0]
    rows = re.findall(r"^(?:\| [^-].*|- (?:.|\n  )*)$", section, re.MULTILINE)
    rulings = [row for row in rows if not row.startswith(("| option", "| name"))]
    assert bool(rulings) == bool(is_ruled)
    assert [row for row in rulings if "`test_" not in row] == []


@each_game
def test_the_guide_names_tests_that_exist(game):
    tests = {
        name
        for path in find_home(game).tests.glob("test_*.py")
        for name in [path.stem, *re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)]
    }
    rules, named = engine.games()[game], set(re.findall(r"`(test_\w+?)(?:\.py)?`", guide_of(game)))
    assert len(named) >= sum(
        map(len, (rules.moves, rules.event_types, rules.ends, rules.options_type.__struct_fields__))
    )
    assert named <= tests, named - tests


@each_game
def test_the_guide_names_every_option_and_every_move(game):
    rules = engine.games()[game]
    for option in rules.options_type.__struct_fields__:
        assert f"`{option}`" in guide_of(game)
    for move in rules.moves:
        assert f"`{move.__struct_config__.tag}" in guide_of(game)
