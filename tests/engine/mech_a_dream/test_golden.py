"""Whole games that must stay as they are: every end, tie-break, table size and variant, the guide's, and bots."""

import hashlib
import json
import random
import re
from pathlib import Path

import pytest

import engine
from engine.bots import BOTS, take_turn
from tests.engine.mech_a_dream.positions import BOOK, BOTH, GAME, by_night, legal, player, result_of

ROOT = Path(__file__).parents[3]
GOLDEN = sorted((ROOT / "tests" / "golden" / "mech_a_dream").glob("*.json"))
GUIDE = (ROOT / "docs" / "rules" / "mech_a_dream.md").read_text(encoding="utf-8")
RECORDS = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in GOLDEN}


@pytest.mark.parametrize("name", RECORDS)
def test_a_golden_game_ends_as_it_did(name):
    record = RECORDS[name]
    table = engine.open_table("mech_a_dream", record["seats"], record["options"], bytes.fromhex(record["seed"]))
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


def test_every_end_table_size_and_variant_has_a_golden_game():
    found = {
        (record["result"]["how"], record["seats"], *(record["options"].get(name, False) for name in BOTH))
        for record in RECORDS.values()
    }
    wanted = {
        (how, seats, robots, specialists)
        for how in GAME.ends
        for seats in GAME.seats
        for robots in (False, True)
        for specialists in (False, True)
    }
    assert found >= wanted


def test_every_tie_break_has_a_golden_game():
    for name, figure in (("tie_machines", "machines"), ("tie_rainbows", "rainbows")):
        result = RECORDS[name]["result"]
        assert result["scores"][0] == result["scores"][1]
        one, other = result["details"]
        decided = next(key for key in ("machines", "rainbows") if one[key] != other[key])
        assert decided == figure
        assert len(result["winners"]) == 1
    assert RECORDS["shared"]["result"]["winners"] == [0, 1]


def test_the_golden_games_play_every_kind_of_move():
    verbs = {move.split()[0] for record in RECORDS.values() for _, move in record["moves"]}
    assert verbs == {str(move.__struct_config__.tag) for move in GAME.moves}


def test_the_game_in_the_guide_can_be_replayed():
    block = re.search(r"```log\n(.*?)```", GUIDE, re.DOTALL)
    assert block is not None
    head, *turns = block[1].strip().splitlines()
    table = engine.open_table("mech_a_dream", 2, None, bytes.fromhex(head.split()[1]))
    for turn in turns:
        who, moves = turn.split(maxsplit=1)
        outcome = table.play(int(who[1:]) - 1, moves.split("; "), blind=True)
        assert not outcome.unplayed
    assert "p1 {}, p2 {}".format(*result_of(table).scores) in GUIDE


def test_the_guide_names_tests_that_exist():
    tests = {
        name
        for path in Path(__file__).parent.glob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    named = set(re.findall(r"`(test_\w+)`", GUIDE))
    assert named
    assert named <= tests, named - tests


def test_the_guide_names_every_option_and_every_move():
    for option in GAME.options_type.__struct_fields__:
        assert f"`{option}`" in GUIDE
    for move in GAME.moves:
        assert f"`{move.__struct_config__.tag}" in GUIDE


def test_greedy_beats_two_random_players():
    wins = 0
    for game in range(12):
        table = engine.open_table("mech_a_dream", 3, seed=b"bots%d" % game)
        play_out(table, {game % 3: "greedy"})
        wins += result_of(table).winners == (game % 3,)
    assert wins >= 11


def test_greedy_plays_both_variants_to_their_end():
    table = engine.open_table("mech_a_dream", 4, BOTH, b"greedy")
    play_out(table, dict.fromkeys(range(4), "greedy"))
    assert min(result_of(table).scores) > 25


def play_out(table, bots):
    """Let bots play to the end; a seat without one plays at random."""
    turn = 0
    while table.awaiting:
        seat = table.awaiting[-1]
        take_turn(table, seat, BOTS[bots.get(seat, "random")], b"%d" % turn)
        turn += 1
        assert turn < 2000


def test_legal_lists_stay_short():
    longest = 0
    for game in range(20):
        table = engine.open_table("mech_a_dream", 2 + game % 3, BOTH, b"lists%d" % game)
        rng = random.Random(game)
        while table.awaiting:
            seat = rng.choice(table.awaiting)
            moves = table.legal(seat)
            longest = max(longest, len(moves))
            table.play(seat, rng.choice(moves))
    assert longest < 40


def test_even_a_copier_among_full_workshops_has_few_moves():
    purple = list(BOOK.purple)
    rivals = [player(purple[n : n + 8], robot=robot) for n, robot in ((0, "robot_3"), (8, "robot_5"), (16, "robot_6"))]
    mine = player(purple[24:32], robot="robot_8", flower=9, ink=9, rainbow=9)
    table = by_night(mine, *rivals, options={"robots": True})
    assert 30 < len(legal(table, seat=0)) < 60
