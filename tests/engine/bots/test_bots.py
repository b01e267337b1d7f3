"""Bots see only their desk, play legal moves, and repeat themselves from the same seed."""

import hashlib

import pytest

import engine
from engine.bots import BOTS, STAND_IN, Desk, find_title, get_bot, take_turn, word_of
from engine.core.editions import Label
from engine.core.errors import Refused
from tests.night import by_day_and_night


def play_out(game, seats, seed, bots, options=None):
    table = engine.open_table(game, seats, options, seed)
    turn = 0
    while table.awaiting:
        seat = table.awaiting[0]
        take_turn(table, seat, BOTS[bots[seat]], seed + b":%d" % turn)
        turn += 1
    assert table.result is not None
    return table


@by_day_and_night("seats", 1, 3)
@pytest.mark.parametrize("name", sorted(BOTS))
def test_a_bot_plays_a_whole_game_and_repeats_it(name, seats):
    bots = [name] * seats + ["random"] * (3 - seats)
    assert play_out("foundry", 3, b"bots", bots).dump() == play_out("foundry", 3, b"bots", bots).dump()


@pytest.mark.parametrize("name", sorted(BOTS))
def test_a_bot_chooses_the_same_whatever_it_may_not_know(name):
    from engine.core.chance import Chance

    table = engine.open_table("foundry", 3, seed=b"hidden")
    for seed in (b"a", b"b", b"c"):
        other = table.redeal(1, seed)
        chosen = [BOTS[name].choose(Desk(t, 1), Chance(b"bot")) for t in (table, other)]
        assert chosen[0] == chosen[1]


def test_a_bot_has_a_title_by_its_name_and_by_each_of_its_words():
    assert find_title("journeyman") == find_title("journeyman-2") == Label("journeyman", "compagnon")
    assert find_title("nobody") is None


def test_a_turn_of_a_bot_stops_when_it_learned_something():
    table = engine.open_table("foundry", 2, seed=b"stop")
    table.play(0, "bid 0")
    outcome = take_turn(table, 1, BOTS["random"], b"x")
    assert (len(outcome.played), 1 in outcome.learned_by) == (1, True)


def test_an_unknown_bot_is_refused():
    with pytest.raises(Refused, match="apprentice, greedy, journeyman, random"):
        get_bot("genius")


def test_a_name_means_the_newest_version_and_a_word_of_a_ledger_one_for_ever():
    assert (get_bot("greedy").version, word_of(get_bot("greedy"))) == (3, "greedy-3")
    assert word_of(get_bot("journeyman")) == "journeyman-3"
    assert (BOTS["greedy"].version, BOTS["greedy-2"].version, BOTS["journeyman"].version) == (1, 2, 1)
    assert get_bot("greedy-3") is get_bot("greedy")


@pytest.mark.parametrize(
    ("said", "name"), [("compagnon", "journeyman"), ("Apprenti", "apprentice"), ("glouton", "greedy")]
)
def test_a_bot_can_be_called_by_its_french_name(said, name):
    assert get_bot(said).name == name


def test_who_stands_in_for_somebody_is_a_bot():
    assert BOTS[STAND_IN].name == "greedy"


@pytest.mark.parametrize(
    ("game", "seats", "options", "turns", "ended"),
    [
        ("nicodemus", 2, None, 46, "fb05a2b8f14be16f"),
        ("fantastic_factories", 3, None, 89, "85abffff6c44656a"),
        ("mech_a_dream", 3, {"robots": True, "specialists": True}, 88, "6fa6741ad53d6ab9"),
        ("imaginarium", 3, None, 54, "8922c121453040e4"),
        ("fantastic_factories", 1, None, 40, "d8d48f7a12debc36"),
    ],
)
def test_the_first_greedy_bot_plays_as_it_always_did(game, seats, options, turns, ended):
    table, turn = engine.open_table(game, seats, options, b"greedy of 0.1"), 0
    while table.awaiting:
        take_turn(table, table.awaiting[0], BOTS["greedy"], b"%d" % turn)
        turn += 1
    assert (turn, hashlib.sha256(table.dump()).hexdigest()[:16]) == (turns, ended)


@pytest.mark.parametrize(
    ("word", "game", "seats", "ended"),
    [
        ("apprentice", "nicodemus", 2, "8d6e8a834d3a629d"),
        ("apprentice", "fantastic_factories", 3, "dd776b96e608a604"),
        ("apprentice", "mech_a_dream", 2, "5869af928eb87912"),
        ("apprentice", "imaginarium", 3, "a92d8248e403a121"),
        ("journeyman", "nicodemus", 2, "3876c4d95ae04440"),
        ("journeyman", "fantastic_factories", 3, "5dd915cf41ad18cb"),
        ("journeyman", "imaginarium", 3, "724addcc6de46c41"),
        ("journeyman-2", "nicodemus", 2, "12094ff07bb6ff66"),
        ("journeyman-2", "fantastic_factories", 3, "6550815027ad42de"),
        ("journeyman-2", "mech_a_dream", 2, "6be5b776e4911b3a"),
        ("journeyman-2", "imaginarium", 3, "1711ce888f8098d7"),
        ("greedy-3", "fantastic_factories", 3, "a2cff730cd24f36f"),
        ("greedy-3", "imaginarium", 2, "213e741c1ef2cf60"),
        ("greedy-2", "nicodemus", 2, "c7041ed14c829531"),
        ("greedy-2", "fantastic_factories", 3, "537cd206eb7f6c98"),
        ("greedy-2", "mech_a_dream", 2, "68656113471067e3"),
        ("greedy-2", "imaginarium", 3, "1763dfb18aee57b2"),
    ],
)
@pytest.mark.slow
def test_versions_that_have_landed_play_as_they_always_did(word, game, seats, ended):
    table = engine.open_table(game, seats, None, b"bots of 0.2")
    for turn in range(12):
        take_turn(table, table.awaiting[0], BOTS[word], b"%d" % turn)
    assert hashlib.sha256(table.dump()).hexdigest()[:16] == ended


@pytest.mark.parametrize(
    ("game", "seats", "games", "least"),
    [("nicodemus", 2, 10, 9), ("imaginarium", 3, 8, 7), ("fantastic_factories", 3, 6, 6), ("mech_a_dream", 3, 12, 11)],
)
@pytest.mark.slow
def test_greedy_beats_random(game, seats, games, least):
    wins = 0
    for number in range(games):
        bots = ["greedy" if seat == number % seats else "random" for seat in range(seats)]
        wins += play_out(game, seats, b"bots%d" % number, bots).result.winners == (number % seats,)
    assert wins >= least


@pytest.mark.parametrize(
    ("game", "options", "least"),
    [("fantastic_factories", None, 10), ("mech_a_dream", {"robots": True, "specialists": True}, 25)],
)
@pytest.mark.slow
def test_four_greedy_players_bring_a_game_to_a_good_end(game, options, least):
    assert min(play_out(game, 4, b"greedy", ["greedy"] * 4, options).result.scores) > least
