"""Fits are found from who won."""

import random

import pytest

import engine
from engine.bots.fits import Fit, TableFit, read_fit
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
    written = Fit("nicodemus", "some games", (TableFit(2, {"score": 5}, {"score": -7}),))
    (tmp_path / "1.toml").write_text(format_fit(written))
    assert read_fit(tmp_path / "1.toml") == written


def test_parts_count_by_how_far_the_game_has_come():
    rules = engine.games()["nicodemus"]
    row = [1] + [0] * 7
    assert fold_parts(rules, 0, row) == [0.22, 0.0]
    assert fold_parts(rules, 16, row) == [0.0, 0.22]
