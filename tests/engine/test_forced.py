"""What goes without saying: the one move that is left, played within its turn where nobody learns anything by it."""

import random

import pytest

import engine
from engine.core import forced
from engine.core.forced import MOST_FORCED, find_forced, play_forced
from engine.seats import Onlooker, preview

GAMES = list(engine.games())


def positions(game, count=150):
    """Yield the positions of a random game with a seat that is asked there."""
    rng = random.Random(game)
    rules = engine.games()[game]
    table = engine.open_table(game, rules.seats[0], {}, b"forced")
    for _ in range(count):
        if not table.awaiting:
            return
        seat = rng.choice(table.awaiting)
        yield table, seat
        table.play(seat, rng.choice(table.legal(seat)))


@pytest.mark.parametrize("game", GAMES)
def test_what_is_played_on_is_the_only_move_of_the_same_turn_and_shows_nobody_anything(game):
    for table, seat in positions(game):
        move = table.legal(seat)[0]
        done, beside = table.copy().play(seat, move), table.copy()
        outcome = beside.play(seat, move)
        play_forced(outcome, seat)
        assert outcome.forced == len(outcome.played) - 1 <= MOST_FORCED
        after = done.table
        for move in outcome.played[1:]:
            assert table.rules.mark_turn(after.state) == table.rules.mark_turn(table.state)
            assert after.legal(seat) == [move]
            played = after.play(seat, move)
            assert (played.touched, played.learned_by) == (False, frozenset())
        assert after.state == beside.state


@pytest.mark.parametrize("game", GAMES)
def test_it_is_played_until_something_else_could_be(game):
    for table, seat in positions(game):
        outcome = table.copy().play(seat, table.legal(seat)[0])
        play_forced(outcome, seat)
        left = find_forced(outcome.table, seat, outcome.turn)
        assert left is None or outcome.forced == MOST_FORCED or seat in outcome.learned_by


def test_no_more_of_it_is_played_than_so_many_moves(monkeypatch):
    monkeypatch.setattr(forced, "MOST_FORCED", 1)
    played = []
    for table, seat in positions("imaginarium", 600):
        outcome = table.copy().play(seat, table.legal(seat)[0])
        play_forced(outcome, seat)
        played.append(outcome.forced)
    assert set(played) == {0, 1}


@pytest.mark.parametrize("game", GAMES)
def test_tables_that_a_seat_cant_tell_apart_play_on_alike(game):
    for table, seat in positions(game, 80):
        turn = table.rules.mark_turn(table.state)
        assert find_forced(table.redeal(seat, b"elsewhere"), seat, turn) == find_forced(table, seat, turn)


@pytest.mark.parametrize("game", GAMES)
def test_a_preview_tells_what_would_be_played_on(game):
    for table, seat in positions(game, 60):
        line = str(table.legal(seat)[0])
        outcome = table.copy().play(seat, line)
        play_forced(outcome, seat)
        shown = preview(table, Onlooker(seat, "en", ["ada"] * table.seats), [line])
        assert [move.line for move in shown.forced] == [str(move) for move in outcome.played[1:]]
        assert shown.played == [line]


def test_nothing_is_added_to_a_turn_that_taught_its_player_something():
    table = engine.open_table("nicodemus", 2, {}, b"forced")
    seat = table.awaiting[0]
    outcome = table.play(seat, table.legal(seat)[0])
    assert seat in outcome.learned_by
    play_forced(outcome, seat)
    assert outcome.forced == 0


def test_a_move_that_belongs_to_the_next_turn_is_not_played():
    for table, seat in positions("imaginarium", 300):
        if len(table.legal(seat)) == 1 and find_forced(table, seat, table.rules.mark_turn(table.state)):
            assert find_forced(table, seat, ("another",)) is None
            return
    pytest.fail("no position with one move left")


def test_what_ends_the_round_is_left_to_its_player():
    """The belt moves on, and everybody sees the new machines."""
    for table, seat in positions("imaginarium", 2000):
        if [str(move) for move in table.legal(seat)] != ["end"]:
            continue
        if table.copy().play(seat, "end").learned_by:
            assert find_forced(table, seat, table.rules.mark_turn(table.state)) is None
            return
    pytest.fail("no round ended")
