"""Whole games that must stay as they are: every end, tie-break, table size and difficulty, the guide's, and bots."""

import hashlib
import json
import random
import re
from pathlib import Path

import pytest

import engine
from engine.bots import BOTS, take_turn
from tests.engine.fantastic_factories.positions import CARDS, GAME, at_work, player, result_of

ROOT = Path(__file__).parents[3]
GOLDEN = sorted((ROOT / "tests" / "golden" / "fantastic_factories").glob("*.json"))
GUIDE = (ROOT / "docs" / "rules" / "fantastic_factories.md").read_text(encoding="utf-8")
RECORDS = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in GOLDEN}


@pytest.mark.parametrize("name", RECORDS)
def test_a_golden_game_ends_as_it_did(name):
    record = RECORDS[name]
    seed = bytes.fromhex(record["seed"])
    table = engine.open_table("fantastic_factories", record["seats"], record["options"], seed)
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


def test_every_end_table_size_and_difficulty_has_a_golden_game():
    assert {record["result"]["how"] for record in RECORDS.values()} == set(GAME.ends)
    for seats in (2, 3, 4, 5):
        ends = {record["result"]["how"] for record in RECORDS.values() if record["seats"] == seats}
        assert ends == {"goods", "buildings"}
    alone = [record for record in RECORDS.values() if record["seats"] == 1]
    assert {record["options"].get("difficulty") for record in alone} >= {"easy", "medium", "hard", "expert"}
    assert {bool(record["result"]["winners"]) for record in alone} == {True, False}


def test_every_tie_break_has_a_golden_game():
    for name, figure in (("tie_metal", "metal"), ("tie_energy", "energy"), ("tie_cards", "cards")):
        result = RECORDS[name]["result"]
        assert result["scores"][0] == result["scores"][1]
        one, other = result["details"]
        decided = next(key for key in ("metal", "energy", "cards") if one[key] != other[key])
        assert decided == figure
        assert len(result["winners"]) == 1
    assert RECORDS["shared"]["result"]["winners"] == [0, 1]


def test_the_game_in_the_guide_can_be_replayed():
    block = re.search(r"```log\n(.*?)```", GUIDE, re.DOTALL)
    assert block is not None
    head, *turns = block[1].strip().splitlines()
    table = engine.open_table("fantastic_factories", 2, None, bytes.fromhex(head.split()[1]))
    for turn in turns:
        who, moves = turn.split(maxsplit=1)
        outcome = table.play(int(who[1:]) - 1, moves.split("; "), blind=True)
        assert not outcome.unplayed
    assert result_of(table).how == "goods"
    assert "p1 {}, p2 {}".format(*result_of(table).scores) in GUIDE


def test_the_guide_names_tests_that_exist():
    folder = Path(__file__).parent
    tests = {
        name
        for path in folder.glob("test_*.py")
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
    for game in range(6):
        table = engine.open_table("fantastic_factories", 3, seed=b"bots%d" % game)
        turn = 0
        while table.awaiting:
            seat = table.awaiting[0]
            bot = BOTS["greedy" if seat == game % 3 else "random"]
            take_turn(table, seat, bot, b"%d:%d" % (game, turn))
            turn += 1
        wins += result_of(table).winners == (game % 3,)
    assert wins == 6


def test_four_greedy_players_bring_a_game_to_its_end():
    table = engine.open_table("fantastic_factories", 4, seed=b"greedy")
    turn = 0
    while table.awaiting and turn < 600:
        take_turn(table, table.awaiting[-1], BOTS["greedy"], b"%d" % turn)
        turn += 1
    assert min(result_of(table).scores) > 10


def test_legal_lists_stay_short():
    longest = 0
    for game in range(15):
        table = engine.open_table("fantastic_factories", 1 + game % 5, {"replicator": "any"}, b"lists%d" % game)
        rng = random.Random(game)
        while table.awaiting:
            seat = rng.choice(table.awaiting)
            moves = table.legal(seat)
            longest = max(longest, len(moves))
            table.play(seat, rng.choice(moves))
    assert longest < 300


def test_even_a_full_compound_with_many_dice_and_cards_lists_few_moves():
    built = [card for card, row in CARDS.items() if row.use]
    market = ["warehouse", "golem", "manufactory", "dojo"]
    hand = [card for card in CARDS if card not in market]
    table = at_work(player(hand, built=built, dice=[1, 2, 3, 4, 5, 6] * 2, metal=30, energy=30), market=market)
    assert 100 < len(table.legal(0)) < 300
