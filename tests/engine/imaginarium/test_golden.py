"""Whole games that must stay as they are: one for each number of players, each tie-break, the guide's, and bots."""

import hashlib
import json
import re
from pathlib import Path

import pytest

import engine
from engine.bots import get_bot, take_turn
from tests.engine.imaginarium.positions import RULES

ROOT = Path(__file__).parents[3]
GOLDEN = sorted((ROOT / "tests" / "golden" / "imaginarium").glob("*.json"))
GUIDE = (ROOT / "docs" / "rules" / "imaginarium.md").read_text(encoding="utf-8")


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", GOLDEN, ids=[path.stem for path in GOLDEN])
def test_a_golden_game_ends_as_it_did(path):
    record = read(path)
    table = engine.open_table("imaginarium", record["seats"], record["options"], bytes.fromhex(record["seed"]))
    for seat, move in record["moves"]:
        table.play(seat, move)
    assert table.result is not None
    assert {
        "how": table.result.how,
        "scores": list(table.result.scores),
        "winners": list(table.result.winners),
        "details": [standing.details for standing in table.result.standings],
    } == record["result"]
    assert hashlib.sha256(table.state_bytes()).hexdigest() == record["digest"]


def test_every_end_every_number_of_players_and_every_tie_break_has_a_golden_game():
    records = {path.stem: read(path) for path in GOLDEN}
    assert {record["result"]["how"] for record in records.values()} == set(RULES.ends)
    assert {record["seats"] for record in records.values()} == set(RULES.seats)
    broken, shared = records["tie_levels"]["result"], records["shared"]["result"]
    assert broken["scores"].count(max(broken["scores"])) > len(broken["winners"])
    assert len(shared["winners"]) > 1


def test_the_game_in_the_guide_can_be_replayed():
    block = re.search(r"```log\n(.*?)```", GUIDE, re.DOTALL)
    assert block is not None
    head, *turns = block[1].strip().splitlines()
    table = engine.open_table("imaginarium", 2, None, bytes.fromhex(head.split()[1]))
    for turn in turns:
        who, moves = turn.split(maxsplit=1)
        outcome = table.play(int(who[1:]) - 1, moves.split("; "), blind=True)
        assert [str(move) for move in outcome.played] == moves.split("; ")
    assert table.result is not None
    assert "p1 {}, p2 {}".format(*table.result.scores) in GUIDE


def test_the_guide_names_tests_that_exist():
    folder = Path(__file__).parent
    tests = {
        name
        for path in folder.glob("test_*.py")
        for name in [path.stem, *re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)]
    }
    named = set(re.findall(r"`(test_\w+?)(?:\.py)?`", GUIDE))
    assert len(named) > 60
    assert named <= tests, named - tests


def test_the_guide_names_every_option_and_every_move():
    for option in RULES.options_type.__struct_fields__:
        assert f"`{option}`" in GUIDE
    for move in RULES.moves:
        assert f"`{move.__struct_config__.tag}" in GUIDE


def test_greedy_beats_random():
    wins = 0
    for seed in range(8):
        table = engine.open_table("imaginarium", 3, seed=b"bots%d" % seed)
        greedy, turn = seed % 3, 0
        while table.awaiting:
            seat = table.awaiting[0]
            take_turn(table, seat, get_bot("greedy" if seat == greedy else "random"), b"%d" % turn)
            turn += 1
        assert table.result is not None
        wins += table.result.winners == (greedy,)
    assert wins >= 7
