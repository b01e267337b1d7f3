"""Fits are found from who won."""

import random
from typing import Any

import pytest

import engine
from engine.bots.fits import Fit, TableFit, find_fit, read_fit
from tools import hasty
from tools.fit import fold_parts, format_fit
from tools.logistic import Sample, chances, find_loss, fit, solve


def test_equations_are_solved():
    assert solve([[4.0, 1.0], [1.0, 3.0]], [1.0, 2.0]) == pytest.approx([1 / 11, 7 / 11])


def test_what_decides_is_found():
    rng, true, samples = random.Random(3), [1.5, -0.5], []
    for _ in range(1500):
        features = [[rng.gauss(0, 1), rng.gauss(0, 1)] for _ in range(3)]
        winner = rng.choices(range(3), chances(features, true))[0]
        samples.append(Sample(features, [float(seat == winner) for seat in range(3)]))
    found = fit(samples, [0.0, 0.0], [1.0, 1.0])
    assert found == pytest.approx(true, abs=0.15)
    assert find_loss(samples, found) < find_loss(samples, [0.0, 0.0])


def test_a_guess_that_is_trusted_stays():
    sample = Sample([[1.0], [0.0]], [1.0, 0.0])
    assert fit([sample], [0.2], [1e9]) == pytest.approx([0.2], abs=1e-6)


def test_a_fit_is_read_as_it_was_written(tmp_path):
    table, hasty = (TableFit(seats, {"score": seats}, {"score": -7}) for seats in (4, 2))
    written = Fit("nicodemus", "some games", (table,), (hasty,), plays=False)
    (tmp_path / "1.toml").write_text(format_fit(written))
    assert read_fit(tmp_path / "1.toml") == written


def test_parts_count_by_how_far_the_game_has_come():
    rules = engine.games()["nicodemus"]
    row = [1] + [0] * 7
    assert fold_parts(rules, 0, row) == [0.22, 0.0]
    assert fold_parts(rules, 16, row) == [0.0, 0.22]


def weights_of(rules, **parts):
    return [float(parts.get(name, 0)) for name in rules.parts.guesses for _ in ("early", "late")]


def test_who_cares_for_points_beats_who_cares_for_nothing():
    rules = engine.games()["nicodemus"]
    eager, idle = (
        hasty.open_hasty(rules, weights_of(rules, score=10 * one, resources=2 * one, reach=one)) for one in (10, 0)
    )
    brought = [hasty.play_both(rules, eager, idle, b"%d" % deal) for deal in range(4)]
    assert all(-1 <= one <= 1 for one in brought)
    assert sum(brought) > 2, brought
    assert hasty.play_both(rules, idle, idle, b"same") == 0


def test_weights_climb_to_what_wins(monkeypatch):
    """Here who weighs the first part more early wins, and nothing else counts."""
    monkeypatch.setattr(hasty, "STEPS", 6)
    monkeypatch.setattr(hasty, "DEALS", 1500)
    monkeypatch.setattr(hasty, "open_hasty", lambda rules, weights: weights)
    monkeypatch.setattr(hasty, "play_both", lambda rules, one, other, seed: 1 if one[0] > other[0] else -1)
    rules = engine.games()["nicodemus"]
    found = hasty.climb(rules, weights_of(rules, score=100, symbols=100), random.Random(5))
    assert found[0] > 300
    assert found[1] == pytest.approx(100, abs=40)


def test_a_new_fit_tells_chances_as_the_one_before_and_a_number_that_is_taken_is_kept(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(hasty, "fits_of", lambda rules: tmp_path)
    monkeypatch.setattr(hasty, "climb", lambda rules, weights, rng: [2 * weight for weight in weights])
    rules = engine.games()["nicodemus"]
    before = find_fit(rules, 1)
    for _ in range(2):
        hasty.main(["nicodemus"], 2)
    found = read_fit(tmp_path / "2.toml")
    assert before is not None
    assert found.table == before.table
    assert found.hasty[0].early == {name: 2 * weight for name, weight in before.table[0].early.items()}
    assert "is kept; name another number" in capsys.readouterr().out


def test_a_game_that_lasts_too_long_counts_as_it_stands(monkeypatch):
    monkeypatch.setattr(hasty, "LONGEST", 3)
    rules = engine.games()["nicodemus"]
    end: Any = hasty.play_at_once(rules, [hasty.open_hasty(rules, weights_of(rules, score=1))] * 2, b"long")
    assert rules.result(end) is None
    end.players[0].score, end.players[1].score = 4, 1
    assert [hasty.count_brought(rules, end, seat) for seat in (0, 1)] == pytest.approx([0.72, -0.72])
