"""The golden corpus: a hundred finished games of each kind replay exactly, so that rules can't change silently."""

import gzip
import hashlib
import json
from pathlib import Path

import pytest

import engine
from engine.registry import GAMES
from tests.engine.conformance.suite import replay

FOLDER = Path(__file__).parents[1] / "golden" / "corpus"


def corpus(game):
    path = FOLDER / f"{game}.jsonl.gz"
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).decode().splitlines()]


@pytest.mark.parametrize("game", [game for game in GAMES if game != "foundry"])
def test_a_hundred_finished_games_replay_exactly(game):
    games = corpus(game)
    rules = engine.games()[game]
    assert len(games) >= 100
    assert {one["seats"] for one in games} == set(rules.seats)
    for one in games:
        table = replay(one)
        assert table.result is not None
        assert (list(table.result.scores), table.result.how) == (one["scores"], one["how"])
        assert hashlib.sha256(table.state_bytes()).hexdigest() == one["end"]
