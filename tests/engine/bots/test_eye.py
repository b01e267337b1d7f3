"""An eye compares positions in whole numbers: the same everywhere, and a chance where the game tells its parts."""

import math
from itertools import pairwise
from typing import Any

import pytest

import engine
from engine.bots import BOTS, Desk
from engine.bots.exponents import LOGIT, ONE, share
from engine.bots.eye import DECIDED, FlatEye, PartsEye, ViewEye, count_lead, count_win, is_played, open_eye, open_fit
from engine.bots.fits import GUESSED, TableFit, find_fit, fits_of, guess_fit, read_fit, weigh_by_progress
from engine.core.chance import Chance
from engine.core.parts import FINISHED
from engine.core.types import Result, rank
from tests.engine.golden import corpus_of

PARTS = {game: rules.parts for game, rules in engine.games().items() if rules.parts is not None}
GAMES = list(PARTS)


def result_of(*scores: int) -> Result:
    return rank("points", [(score,) for score in scores], list(scores), [{}] * len(scores))


@pytest.mark.parametrize("apart", [0, 0.01, 0.7, 3.3, 15.9])
def test_a_share_is_the_logistic_of_the_difference(apart):
    logits = [round(apart * LOGIT), 0]
    assert share(logits, 0) / ONE == pytest.approx(1 / (1 + math.exp(-apart)), abs=2e-4)
    assert share(logits, 0) + share(logits, 1) == pytest.approx(ONE, rel=1e-3)


def test_more_is_never_worth_less_and_beyond_reach_all_is_one():
    shares = [share([logit * LOGIT // 40, 0, LOGIT], 0) for logit in range(-900, 900)]
    assert all(one <= more for one, more in pairwise(shares))
    assert share([99 * LOGIT, 0], 0) == share([50 * LOGIT, 0], 0)


def test_a_win_is_shared_and_a_lead_has_limits():
    shared, won = result_of(9, 9, 2), result_of(400, 1)
    assert [count_win(shared, seat) for seat in range(3)] == [ONE // 2, ONE // 2, 0]
    assert [count_lead(shared, seat) for seat in range(3)] == [0, 0, -7]
    assert [count_lead(won, seat) for seat in range(2)] == [64, -64]


@pytest.mark.parametrize("game", GAMES)
def test_every_position_has_its_parts(game):
    rules = engine.games()[game]
    newest = [one for one in corpus_of(game) if one["version"] == rules.version]
    for record in newest[:3]:
        table = engine.open_table(game, record["seats"], record["options"], bytes.fromhex(record["seed"]))
        for seat, *lines in record["moves"]:
            for other in range(record["seats"]):
                found = PARTS[game].weigh(rules.book, table.state, other)
                assert len(found) == len(PARTS[game].guesses)
                assert all(isinstance(one, int) for one in found)
            assert 0 <= PARTS[game].find_progress(rules.book, table.state) <= FINISHED
            table.play(seat, lines, blind=True)


@pytest.mark.parametrize("game", GAMES)
def test_every_fit_names_the_parts_of_its_game(game):
    rules = engine.games()[game]
    for path in fits_of(rules).glob("*.toml"):
        fit = read_fit(path)
        assert fit.game == game
        assert path.stem.isdecimal()
        for table in (*fit.table, *fit.hasty):
            assert table.early.keys() == table.late.keys()
            assert table.early.keys() <= PARTS[game].guesses.keys()


@pytest.mark.parametrize("game", GAMES)
def test_the_bots_of_today_play_by_a_fit_that_is_kept(game):
    assert (fits_of(engine.games()[game]) / "1.toml").exists()


def test_the_nearest_number_of_seats_stands_in_for_one_that_was_not_fitted():
    parts = PARTS["nicodemus"]
    tables = tuple(TableFit(seats, {"score": seats}, {"score": 10 * seats}) for seats in (2, 4))
    rows = weigh_by_progress(tables, parts, 5)
    assert (rows[0][0], rows[FINISHED][0]) == (4 * FINISHED, 40 * FINISHED)
    assert weigh_by_progress(tables, parts, 3)[0][0] == 2 * FINISHED


def test_of_a_fit_that_is_not_there_the_one_before_counts_and_before_the_first_the_guesses():
    rules = engine.games()["nicodemus"]
    assert find_fit(rules, 999) == read_fit(max(fits_of(rules).glob("*.toml"), key=lambda path: int(path.stem)))
    assert PARTS["nicodemus"] is not None
    assert find_fit(rules, GUESSED) == guess_fit("nicodemus", PARTS["nicodemus"])
    assert find_fit(engine.games()["foundry"], 1) is None


@pytest.mark.parametrize("game", GAMES)
def test_chances_of_all_seats_come_to_one(game):
    rules = engine.games()[game]
    seats = rules.seats[-1]
    table = engine.open_table(game, seats, seed=b"chances")
    eye = open_eye(rules, seats, table.chosen, GUESSED)
    assert isinstance(eye, PartsEye)
    assert sum(eye.chance(table.state, seat) for seat in range(seats)) == pytest.approx(ONE, rel=0.02)


def test_who_is_in_a_hurry_may_weigh_the_parts_otherwise():
    rules = engine.games()["nicodemus"]
    parts = PARTS["nicodemus"]
    chances, haste = (
        weigh_by_progress([TableFit(2, {name: 10**6}, {name: 10**6})], parts, 2) for name in ("score", "resources")
    )
    even, hasty = PartsEye(rules, 2, chances), PartsEye(rules, 2, chances, haste)
    state: Any = engine.open_table("nicodemus", 2, seed=b"haste").state
    state.players[0].score, state.players[0].stock.wood = 3, 0
    state.players[1].score, state.players[1].stock.wood = 0, 3
    assert even.strength(state, 0) > even.strength(state, 1)
    assert hasty.strength(state, 0) < hasty.strength(state, 1)
    assert hasty.chance(state, 0) == even.chance(state, 0) > ONE // 2


def test_a_game_without_parts_or_rivals_is_appraised():
    table = engine.open_table("foundry", 2, seed=b"view")
    assert isinstance(open_eye(table.rules, 2, table.chosen, 1), ViewEye)
    alone = engine.open_table("fantastic_factories", 1, seed=b"alone")
    eye = open_eye(alone.rules, 1, alone.chosen, 1)
    assert isinstance(eye, ViewEye)
    assert eye.chance(alone.state, 0) == eye.strength(alone.state, 0)


def test_bots_look_at_views_where_a_fit_did_worse():
    """Chances are told by the fit all the same."""
    table = engine.open_table("fantastic_factories", 2, seed=b"lost")
    assert not is_played(table.rules, 1)
    assert isinstance(open_eye(table.rules, 2, table.chosen, 1), ViewEye)
    assert isinstance(open_fit(table.rules, 2, 1), PartsEye)
    seat = table.awaiting[0]
    new, old = (BOTS[word].choose(Desk(table, seat), Chance(b"same")) for word in ("greedy-2", "greedy"))
    assert new == old


def test_a_lead_in_views_flattens_out_and_a_decided_game_counts_as_a_chance():
    record = next(one for one in corpus_of("foundry") if one["seats"] == 2)
    table = engine.open_table("foundry", 2, record["options"], bytes.fromhex(record["seed"]))
    flat, plain = FlatEye(table.rules, 2, table.chosen), ViewEye(table.rules, 2, table.chosen)
    seen = []
    for seat, *lines in record["moves"]:
        seen.append((plain.chance(table.state, 0), flat.chance(table.state, 0)))
        assert 0 < seen[-1][1] < ONE
        table.play(seat, lines, blind=True)
    assert [one for _, one in sorted(seen)] == sorted(one for _, one in seen)
    assert table.result is not None
    (winner,) = table.result.winners
    assert flat.chance(table.state, winner) == pytest.approx(ONE, rel=0.05)
    assert flat.chance(table.state, 1 - winner) == pytest.approx(0, abs=0.05 * ONE)


@pytest.mark.parametrize("game", ["foundry", "nicodemus"])
def test_a_decided_game_is_worth_more_than_any_prospects(game):
    record = next(one for one in corpus_of(game) if one["seats"] == 2)
    table = engine.open_table(game, 2, record["options"], bytes.fromhex(record["seed"]))
    eye = open_eye(table.rules, 2, table.chosen, GUESSED)
    for seat, *lines in record["moves"]:
        before = [eye.chance(table.state, one) for one in (0, 1)]
        table.play(seat, lines, blind=True)
    assert table.result is not None
    winner = table.result.winners[0]
    assert eye.chance(table.state, winner) > before[winner]
    assert eye.chance(table.state, winner) >= (ONE if game == "nicodemus" else DECIDED)
