"""Bots that search: fixed in what they imagine, the same everywhere, and blind for what their seat may not know."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import engine
from engine.bots import BOTS, Desk, take_turn
from engine.bots.eye import open_eye
from engine.bots.fits import find_fit
from engine.bots.search.halving import halve
from engine.bots.search.levels import LEVELS, Effort, SearchBot, pick_lines
from engine.bots.search.rollouts import Rollouts
from engine.bots.worlds import count_rounds, find_next
from engine.core.chance import Chance
from engine.core.editions import Label
from engine.core.memory import Memory
from tests.night import by_day_and_night

ROOT = Path(__file__).parents[3]
LITTLE = SearchBot("little", Label("little", "petit"), Effort(moves=150, lines=4, rounds=1))


def test_levels_imagine_more_and_more():
    efforts = [bot._effort.moves for bot in LEVELS]
    assert efforts == sorted(efforts)
    assert len(set(efforts)) == len(efforts)


def test_the_line_that_brings_most_stays_longest():
    worth = [3, 9, 1, 7, 5]
    trials = halve(5, lambda line, deal: worth[line], lambda number, rounds: True)
    assert trials[0].place == 1
    assert sorted(trial.place for trial in trials) == [0, 1, 2, 3, 4]


def test_of_lines_that_bring_the_same_the_first_is_best():
    assert [one.place for one in halve(4, lambda line, deal: 0, lambda number, rounds: True)] == [0, 1, 2, 3]


def test_all_lines_are_tried_on_the_same_deals():
    tried = []

    def value(line, deal):
        tried.append((line, deal))
        return line

    halve(4, value, lambda number, rounds: len(tried) >= 10 * number)
    assert {deal for line, deal in tried if line == 0} == {deal for line, deal in tried if line == 1}
    assert len(tried) <= 24


def test_a_single_line_is_tried_once():
    assert [trial.values for trial in halve(1, lambda line, deal: deal, lambda number, rounds: True)] == [[0]]


@pytest.mark.parametrize("game", list(engine.games()))
def test_what_is_considered_can_be_played(game):
    table = engine.open_table(game, max(2, engine.games()[game].seats[0]), seed=b"considered")
    for turn in range(6):
        if not table.awaiting:
            break
        seat = table.awaiting[0]
        for considered in LITTLE.consider(Desk(table, seat), Chance(b"%d" % turn))[:3]:
            table.copy().play(seat, considered.moves)
        take_turn(table, seat, BOTS["random"], b"%d" % turn)


@pytest.mark.parametrize("game", list(engine.games()))
def test_a_search_chooses_the_same_whatever_its_seat_may_not_know(game):
    table = engine.open_table(game, engine.games()[game].seats[-1], seed=b"blind")
    memories = [Memory(seat) for seat in range(table.seats)]
    for turn in range(12):
        if not table.awaiting:
            break
        seat = table.awaiting[0]
        worlds = (table, table.redeal(seat, b"x"), table.redeal(seat, b"y"))
        chosen = [LITTLE.choose(Desk(one, seat, memory=memories[seat]), Chance(b"%d" % turn)) for one in worlds]
        assert chosen[0] == chosen[1] == chosen[2]
        outcome = take_turn(table, seat, BOTS["random"], b"%d" % turn)
        for memory in memories:
            memory.see(outcome.events)


class Clock:
    """An eye that sees nothing but the round."""

    def __init__(self, rules):
        self.rules = rules

    def strength(self, state, seat):
        return 0

    def chance(self, state, seat):
        return count_rounds(self.rules, state)


@pytest.mark.parametrize(("version", "rounds_later"), [(1, 2), (2, 1)])
def test_a_line_that_ends_a_round_is_looked_at_no_later_than_others_but_by_the_first_version(version, rounds_later):
    table = engine.open_table("nicodemus", 2, seed=b"round")
    take_turn(table, table.awaiting[0], BOTS["greedy"], b"x")
    desk = Desk(table, table.awaiting[0])
    ends = [move for move in desk.legal if desk.imagine(move).view["round"] == 2]
    rollouts = Rollouts(desk, Clock(desk.rules), rounds=1, from_now=version > 1)
    assert rollouts.value((ends[0],), b"deal") == 1 + rounds_later


def test_the_third_journeyman_has_another_fit_where_it_did_better():
    games = [game for game, rules in engine.games().items() if find_fit(rules, 3) != find_fit(rules, 1)]
    assert games == ["fantastic_factories", "imaginarium"]


def test_lines_begin_with_different_moves_first():
    table = engine.open_table("nicodemus", 2, seed=b"lines")
    desk = Desk(table, table.awaiting[0])
    considered = SearchBot("x", Label("x", "x"), Effort(moves=1, lines=5, rounds=1)).consider(desk, Chance(b"x"))
    assert len({line.moves[0] for line in considered}) == len(considered) == 5
    assert pick_lines([], 4) == []


def test_a_budget_is_kept_whatever_the_machine():
    table = engine.open_table("mech_a_dream", 2, seed=b"budget")
    desk = Desk(table, table.awaiting[0])
    eye = open_eye(desk.rules, desk.seats, desk.options, 1)
    rollouts = Rollouts(desk, eye, rounds=1)
    rollouts.value((desk.legal[0],), b"deal")
    once = rollouts.imagined
    rollouts.value((desk.legal[0],), b"deal")
    assert rollouts.imagined == 2 * once > 0


def test_who_moved_goes_on_as_long_as_they_are_asked():
    table = engine.open_table("foundry", 3, seed=b"next")
    assert [find_next(table.rules, table.state, seat) for seat in (0, 2)] == [0, 2]
    table.state.step = "over"
    assert find_next(table.rules, table.state, 0) is None


def test_rounds_are_counted_where_there_are_some():
    assert count_rounds(engine.games()["mech_a_dream"], engine.open_table("mech_a_dream", 2).state) == 1
    assert count_rounds(engine.games()["pebbles"], engine.open_table("pebbles", 2).state) == 0


PLAYED = """
import hashlib, sys, engine
from engine.bots import BOTS, take_turn
words = ("greedy-2", "apprentice", "greedy-3", "journeyman-3", "journeyman")
for game in ("nicodemus", "fantastic_factories", "mech_a_dream", "imaginarium"):
    table = engine.open_table(game, 2, seed=b"everywhere")
    for turn in range(int(sys.argv[1])):
        take_turn(table, table.awaiting[0], BOTS[words[turn % len(words)]], b"%d" % turn)
    print(game, hashlib.sha256(table.dump()).hexdigest())
"""


@pytest.mark.process
@by_day_and_night("seeds", ("1", "77"), ("1", "2", "77", "random"))
def test_decisions_are_the_same_in_every_process_and_with_every_hash_seed(seeds):
    said = [
        subprocess.run(
            [sys.executable, "-W", "ignore", "-c", PLAYED, str(5 * (len(seeds) - 1))],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in seeds
    ]
    assert said[0].count("\n") == 4
    assert set(said) == {said[0]}
