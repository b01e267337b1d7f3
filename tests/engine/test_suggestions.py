"""What is suggested to a seat: lines that can be played, compared fairly, and nothing of what the seat may not know."""

import pytest

import engine
from engine.analysis import judging
from engine.analysis.judging import DEALS
from engine.bots import BOTS, take_turn
from engine.bots.exponents import ONE
from engine.bots.eye import open_eye
from engine.core.errors import Refused
from engine.core.memory import Memory
from engine.seats import Onlooker
from engine.suggestions import FIT, VERDICTS, compare, judge, make_verdicts, suggest
from tests.games import INSTALLED
from tests.thought import thought

__all__ = ["thought"]

NAMES = ("ada", "bob", "cyd", "dan", "eve")
GAMES = list(engine.games())


def open_with(game, seats, turns=0, seed=b"suggest"):
    """Return a table after some turns of bots, and the seat that is asked there."""
    table = engine.open_table(game, seats, seed=seed)
    for turn in range(turns):
        take_turn(table, table.awaiting[0], BOTS["random"], b"%d" % turn)
    return table, table.awaiting[0]


def ask(table, seat, lang="en", told=()):
    return suggest(table, Onlooker(seat, lang, NAMES[: table.seats]), told)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_suggested_can_be_played_and_says_what_it_brings(game):
    table, seat = open_with(game, max(2, engine.games()[game].seats[0]), 2)
    found = ask(table, seat)
    assert (found.seat, found.bot) == (seat, "journeyman")
    assert 1 <= len(found.lines) <= 3
    for line in found.lines:
        outcome = table.copy().play(seat, line.moves)
        assert [str(move) for move in outcome.played] == line.moves
        assert len(line.shown) == len(line.moves)
        assert line.reveals is (seat in outcome.learned_by)
        assert line.said.startswith(VERDICTS[line.verdict].say())


@pytest.mark.parametrize("game", GAMES)
def test_what_is_suggested_is_the_same_whatever_the_seat_may_not_know(game):
    for turns in (0, 3):
        table, seat = open_with(game, min(3, engine.games()[game].seats[-1]), turns)
        assert ask(table, seat) == ask(table.redeal(seat, b"x"), seat) == ask(table.redeal(seat, b"y"), seat)


@pytest.mark.parametrize("game", INSTALLED)
def test_no_other_hand_and_no_secret_seed_changes_what_is_suggested(game):
    table, seat = open_with(game, 2, 3)
    other = engine.open_table(game, 2, seed=b"another")
    twin = table.copy()
    twin.chance = other.chance
    assert ask(table, seat) == ask(twin, seat)


def test_lines_are_different_and_none_is_another_in_a_different_order():
    table, seat = open_with("fantastic_factories", 2, 6)
    sets = [tuple(sorted(line.moves)) for line in ask(table, seat).lines]
    assert len(set(sets)) == len(sets)


def test_the_first_is_the_best_and_chances_have_their_errors():
    table, seat = open_with("nicodemus", 2, 3)
    lines = ask(table, seat).lines
    chances = [line.chance for line in lines]
    assert chances == sorted(chances, reverse=True)
    assert all(0 <= line.chance <= 1 and 0 <= line.error < 0.2 for line in lines)
    assert "games in a hundred (±" in lines[0].said


def test_alone_there_are_lines_without_a_chance():
    table, seat = open_with("fantastic_factories", 1)
    lines = ask(table, seat).lines
    assert {(line.chance, line.error) for line in lines} == {(None, None)}
    assert "games in a hundred" not in lines[0].said


def test_a_game_that_tells_no_parts_is_suggested_for_in_words():
    table, seat = open_with("foundry", 3)
    assert {line.chance for line in ask(table, seat).lines} == {None}


def test_what_is_suggested_is_said_in_french():
    table, seat = open_with("mech_a_dream", 2)
    english, french = ask(table, seat), ask(table, seat, "fr")
    assert [line.moves for line in english.lines] == [line.moves for line in french.lines]
    assert french.lines[0].said != english.lines[0].said
    assert french.lines[0].events != english.lines[0].events


def test_where_nothing_is_asked_nothing_is_suggested():
    table, seat = open_with("nicodemus", 2)
    with pytest.raises(Refused) as refused:
        ask(table, 1 - seat)
    assert refused.value.code == "not_awaited"


def eye_of(game, seats):
    return open_eye(engine.games()[game], seats, engine.open_table(game, seats).chosen, FIT)


def test_a_difference_counts_beyond_its_error_and_from_one_game_in_a_hundred_on():
    eye = eye_of("nicodemus", 2)
    best = [ONE // 2 + ONE * (deal % 3) // 100 for deal in range(DEALS)]
    assert judge(best, [value - ONE // 10 for value in best], eye) == "worse"
    assert judge(best, [value - ONE // 30 for value in best], eye) == "behind"
    assert judge(best, [value - ONE // 1000 for value in best], eye) == "even"
    assert judge(best, [value + ONE * (-1) ** deal // 3 for deal, value in enumerate(best)], eye) == "even"


def test_where_there_is_no_chance_any_clear_difference_counts():
    eye = eye_of("foundry", 2)
    assert judge([3] * DEALS, [2] * DEALS, eye) == "worse"
    assert judge([3] * DEALS, [3] * DEALS, eye) == "even"


def test_the_first_is_clearly_better_only_where_all_others_are_worse():
    assert make_verdicts(["worse", "worse"]) == ["better", "worse", "worse"]
    assert make_verdicts(["worse", "even"]) == ["first", "worse", "even"]
    assert make_verdicts([]) == ["first"]


def test_what_a_seat_has_counted_is_used():
    table, seat = open_with("imaginarium", 2, 12)
    eye = eye_of("imaginarium", 2)
    counted = compare(table, seat, eye, Memory(seat))
    assert {len(one.values) for one in counted} == {judging.DEALS}
    assert ask(table, seat, told=()).lines


def test_all_of_it_can_be_told_line_by_line():
    table, seat = open_with("nicodemus", 2)
    found = ask(table, seat)
    told = list(found.tell())
    assert told[0] == f"1. {'; '.join(found.lines[0].shown)}"
    assert told[1].strip() == found.lines[0].said
    assert told[-1] == found.note
    found.lines[0].events, found.lines[0].advice = [], []
    assert len(list(found.tell())) == len(told) - 1
