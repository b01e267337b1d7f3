"""A whole turn as an example: it is legal, and made of nothing that its player can't know."""

import random

import pytest

import engine
from engine.core.examples import MOST_MOVES, imagine_turn


def positions(game, count=12, apart=9):
    """Yield positions of a random game with a seat that is asked there."""
    rng = random.Random(8)
    rules = engine.games()[game]
    table = engine.open_table(game, rules.seats[-1], {}, b"examples")
    for n in range(count * apart):
        if not table.awaiting:
            return
        seat = rng.choice(table.awaiting)
        if n % apart == 0:
            yield table, seat
        table.play(seat, rng.choice(table.legal(seat)))


@pytest.mark.parametrize("game", list(engine.games()))
def test_an_example_is_a_legal_turn_wherever_it_is_known(game):
    for table, seat in positions(game):
        turn = imagine_turn(table, seat)
        assert 1 <= len(turn.moves) <= MOST_MOVES
        outcome = table.copy().play(seat, turn.moves)
        assert (outcome.played, outcome.unplayed) == (tuple(turn.moves), ())


@pytest.mark.parametrize("game", list(engine.games()))
def test_an_example_is_the_same_on_every_table_that_its_player_cant_tell_apart(game):
    for table, seat in positions(game):
        turn = imagine_turn(table, seat)
        assert imagine_turn(table.redeal(seat, b"elsewhere"), seat) == turn


def test_later_in_a_turn_of_imaginarium_come_the_dial_and_all_its_actions():
    table = next(table for table, seat in positions("imaginarium", 40, 3) if table.state.step == "use")
    seat = table.awaiting[0]
    turn = imagine_turn(table, seat)
    later = [str(move) for moment in turn.later for move in moment.moves]
    assert len([line for line in later if line.startswith("dial ")]) > 1
    assert "end" in later
    assert str(turn.moves[-1]) == "end"
    now = {type(move) for move in table.legal(seat)}
    assert not any(type(move) in now for moment in turn.later for move in moment.moves)


def test_an_example_ends_where_something_is_shown():
    table = engine.open_table("nicodemus", 2, {}, b"examples")
    turn = imagine_turn(table, table.awaiting[0])
    assert len(turn.moves) == 1
    assert table.play(table.awaiting[0], turn.moves).learned_by
