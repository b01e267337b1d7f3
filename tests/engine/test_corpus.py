"""The golden corpus: a hundred finished games of each kind replay exactly, so that rules can't change silently."""

import hashlib

import pytest

import engine
from tests.engine.conformance.suite import replay
from tests.engine.golden import corpus_of


@pytest.mark.parametrize("game", list(engine.games()))
def test_a_hundred_finished_games_replay_exactly(game):
    games = corpus_of(game)
    rules = engine.games()[game]
    assert len(games) >= 100
    assert {one["seats"] for one in games} == set(rules.seats)
    for one in games:
        table = replay(one)
        assert table.result is not None
        assert (list(table.result.scores), table.result.how) == (one["scores"], one["how"])
        assert hashlib.sha256(table.state_bytes()).hexdigest() == one["end"]
