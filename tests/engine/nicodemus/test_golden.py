"""Whole games that must stay as they are: one for each end and each tie-break, the one in the docs, and bots."""

import hashlib
import json
import re
from pathlib import Path

import pytest

import engine
from engine.bots.desk import Bot, take_turn
from engine.bots.greedy import GreedyBot
from engine.bots.random import RandomBot
from tests.engine.nicodemus.positions import GAME, result_of

ROOT = Path(__file__).parents[3]
GOLDEN = sorted((ROOT / "tests" / "golden" / "nicodemus").glob("*.json"))
GUIDE = (ROOT / "docs" / "rules" / "nicodemus.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", GOLDEN, ids=[path.stem for path in GOLDEN])
def test_a_golden_game_ends_as_it_did(path):
    record = json.loads(path.read_text(encoding="utf-8"))
    table = engine.open_table("nicodemus", 2, record["options"], bytes.fromhex(record["seed"]))
    for seat, move in record["moves"]:
        table.play(seat, move)
    result = result_of(table)
    assert {
        "how": result.how,
        "scores": list(result.scores),
        "winners": list(result.winners),
        "details": [standing.details for standing in result.standings],
    } == record["result"]
    assert hashlib.sha256(table.state_bytes()).hexdigest() == record["digest"]


def test_every_end_and_every_tie_break_has_a_golden_game():
    assert {path.stem for path in GOLDEN} == {"points", "deck", "tie_charcoalium", "tie_resources", "shared"}
    ends = {json.loads(path.read_text(encoding="utf-8"))["result"]["how"] for path in GOLDEN}
    assert ends == set(GAME.ends)


def test_the_game_in_the_guide_can_be_replayed():
    block = re.search(r"```log\n(.*?)```", GUIDE, re.DOTALL)
    assert block is not None
    head, *turns = block[1].strip().splitlines()
    table = engine.open_table("nicodemus", 2, None, bytes.fromhex(head.split()[1]))
    for turn in turns:
        who, moves = turn.split(maxsplit=1)
        table.play(int(who[1:]) - 1, moves.split("; "), blind=True)
    assert result_of(table).how == "points"
    assert "p1 {}, p2 {}".format(*result_of(table).scores) in GUIDE


def test_the_guide_names_tests_that_exist():
    folder = Path(__file__).parent
    tests = {
        name
        for path in folder.glob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", path.read_text(), re.MULTILINE)
    }
    named = set(re.findall(r"`(test_\w+)`", GUIDE))
    assert named
    assert named <= tests


def test_the_guide_names_every_option_and_every_move():
    for option in GAME.options_type.__struct_fields__:
        assert f"`{option}`" in GUIDE
    for move in GAME.moves:
        assert f"`{move.__struct_config__.tag}" in GUIDE


def test_greedy_beats_random():
    wins = 0
    for seed in range(10):
        table = engine.open_table("nicodemus", 2, seed=b"bots%d" % seed)
        bots: list[Bot] = [GreedyBot(), RandomBot()] if seed % 2 else [RandomBot(), GreedyBot()]
        turn = 0
        while table.awaiting:
            seat = table.awaiting[0]
            take_turn(table, seat, bots[seat], b"%d" % turn)
            turn += 1
        wins += result_of(table).winners == (0 if seed % 2 else 1,)
    assert wins >= 9
