"""Bots see only their desk, play legal moves, and repeat themselves from the same seed."""

import pytest

import engine
from engine.bots import BOTS, Desk, get_bot, take_turn
from engine.core.errors import Refused


def play_out(game, seats, seed, bots, options=None):
    table = engine.open_table(game, seats, options, seed)
    turn = 0
    while table.awaiting:
        seat = table.awaiting[0]
        take_turn(table, seat, BOTS[bots[seat]], seed + b":%d" % turn)
        turn += 1
    assert table.result is not None
    return table


@pytest.mark.parametrize("name", sorted(BOTS))
def test_a_bot_plays_a_whole_game_and_repeats_it(name):
    first = play_out("foundry", 3, b"bots", [name] * 3)
    assert play_out("foundry", 3, b"bots", [name] * 3).dump() == first.dump()


@pytest.mark.parametrize("name", sorted(BOTS))
def test_a_bot_chooses_the_same_whatever_it_may_not_know(name):
    from engine.core.chance import Chance

    table = engine.open_table("foundry", 3, seed=b"hidden")
    for seed in (b"a", b"b", b"c"):
        other = table.redeal(1, seed)
        chosen = [get_bot(name).choose(Desk(t, 1), Chance(b"bot")) for t in (table, other)]
        assert chosen[0] == chosen[1]


def test_a_turn_of_a_bot_stops_when_it_learned_something():
    table = engine.open_table("foundry", 2, seed=b"stop")
    table.play(0, "bid 0")
    outcome = take_turn(table, 1, BOTS["random"], b"x")
    assert (len(outcome.played), 1 in outcome.learned_by) == (1, True)


def test_an_unknown_bot_is_refused():
    with pytest.raises(Refused, match="greedy, random"):
        get_bot("genius")


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
