"""How strong the bots are is measured so that it can be measured again, and what was measured is kept."""

import pytest

import engine
from engine.bots import BOTS
from tools import kept_games
from tools.kept_games import (
    BINS,
    Line,
    find_bin,
    find_foretold,
    format_foretold,
    format_lines,
    keep_row,
    list_lines,
    read_rows,
    wilson,
)
from tools.strength import ALL_BOTS, foretell, list_missing, measure, measure_game, play_game

LINE = Line("foundry", "greedy-2", "random", 2)
CHEAP = [line for line in list_lines() if line.hero.startswith("greedy")]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(kept_games, "FOLDER", tmp_path)
    return tmp_path


def test_an_interval_holds_what_was_found():
    low, high = wilson(140, 200)
    assert 0.63 < low < 0.7 < high < 0.76


def test_a_measured_game_can_be_measured_again():
    played = [measure_game(BOTS["greedy-2"], BOTS["random"], "foundry", 2, 1) for _ in range(2)]
    assert played[0]["scores"] == played[1]["scores"]
    assert played[0]["seat"] == 1


def test_everybody_remembers_what_happened_in_a_game():
    table = engine.open_table("foundry", 2, seed=b"played")
    asked = list(play_game(table, [BOTS["random"]] * 2, "seed"))
    assert table.result is not None
    assert set(asked) == {0, 1}


def test_games_that_were_kept_are_not_played_again(folder):
    for number in (2, 0):
        keep_row(LINE.path, measure(LINE, number))
    assert list(read_rows(LINE.path)) == [0, 2]
    assert [job.play.args for job in list_missing([LINE], 4)] == [(LINE, 1), (LINE, 3)]
    assert list_lines() == [LINE]


@pytest.mark.parametrize(
    ("games", "bar", "shown"), [(200, 0.9, "**90%**"), (200, 0.99, "99%"), (199, 0.9, "90%"), (200, None, "")]
)
def test_the_table_says_in_bold_what_holds_in_two_hundred_games(folder, games, bar, shown):
    for number in range(games):
        keep_row(LINE.path, {"number": number, "won": 1.0, "decisions": 2, "seconds": 0.5, "longest": 0.3})
    bars = {} if bar is None else {LINE: bar}
    row = f"| foundry | {games} of {games} | 100.0% | 98.1% to 100.0% | {shown} | 250 ms, 0.30 s |"
    assert list(format_lines(bars))[2:] == [f"| greedy-2 against random, 2 players {row}"]
    assert list(format_foretold()) == []


def test_the_table_says_for_each_tenth_how_often_it_came_true(folder):
    for number, (chance, won) in enumerate([(0.31, 1.0), (0.33, 0.0), (1.0, 1.0), (None, 0.0)]):
        keep_row(find_foretold("foundry", 3), {"number": number, "chance": chance, "won": won})
    cells = next(line for line in format_foretold() if "foundry" in line).split(" | ")
    assert cells[0] == "| foundry, 3"
    assert [cell.strip(" |") for cell in cells if "→" in cell] == ["32% → 50% (2)", "100% → 100% (1)"]
    assert "32%" in cells[4]


def test_what_is_foretold_lies_in_the_tenth_of_the_games_number():
    told = [(number, foretell("nicodemus", 1, number)) for number in range(3, 8)]
    noted = [(number, row) for number, row in told if row["chance"] is not None]
    assert noted
    for number, row in noted:
        assert find_bin(row["chance"]) == number % BINS
        assert row["won"] in (0, 0.5, 1)


@pytest.mark.parametrize("line", list_lines(), ids=lambda line: f"{line.hero}-{line.game}-{line.seats}")
def test_what_was_kept_is_of_bots_that_there_are(line):
    assert {line.hero, line.rival} <= set(ALL_BOTS)
    assert line.seats in engine.games()[line.game].seats


@pytest.mark.parametrize("line", CHEAP, ids=lambda line: f"{line.hero}-{line.game}")
def test_a_kept_game_of_greedy_bots_is_played_the_same_today(line):
    kept = next(iter(read_rows(line.path).values()))
    again = measure(line, kept["number"])
    assert (again["won"], list(again["scores"])) == (kept["won"], kept["scores"])
