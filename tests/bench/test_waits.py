"""The simulation of waits: what is counted, and that its notes are written from one's own view and save something."""

import pytest

import engine
from bench.waits.counting import Habit, measure_length
from bench.waits.people import MORNING, NIGHT, ZONES, People
from bench.waits.report import BY_HAND, find_mean
from bench.waits.traces import Fitness, Slip, Tracer
from bench.waits.writer import leave_notes

TRUE, FALSE = Fitness(fires=True, true=True), Fitness(fires=True, true=False)


def slip(seat, after, previous=None, *notes, goes_on=False, by_tail=False):
    return Slip(seat, after, previous, goes_on, notes, by_tail)


ROUND_TRIP = [slip(0, 0), slip(1, 1), slip(0, 2, 0, TRUE), slip(1, 3, 1, FALSE), slip(0, 4, 2, FALSE, TRUE)]
SITTING = [slip(0, 0), slip(0, 1, 0, goes_on=True, by_tail=True), slip(1, 2)]


@pytest.mark.parametrize(
    ("slips", "habit", "waits"),
    [
        (ROUND_TRIP, BY_HAND, 5),
        (ROUND_TRIP, Habit(1), 4),
        (ROUND_TRIP, Habit(1, any_firing=True), 3),
        (ROUND_TRIP, Habit(2), 3),
        (SITTING, BY_HAND, 2),
        (SITTING, Habit(by_mail=True), 3),
        (SITTING, Habit(by_mail=True, tails=True), 2),
    ],
)
def test_a_wait_is_an_answer_that_no_right_note_gave(slips, habit, waits):
    assert measure_length(slips, habit, People("count")).waits == waits


def test_nobody_answers_at_night_or_at_the_weekend_where_they_live():
    for number in range(200):
        people, seat = People(str(number)), number % len(ZONES)
        local = people.begin + ZONES[seat] + people.answer("ask", seat, 0.0)
        assert MORNING <= local % 24 <= NIGHT
        assert local // 24 % 7 < 5


@pytest.mark.parametrize("game", engine.games())
def test_notes_are_written_from_nothing_but_the_seat_s_own_view(game):
    table = engine.open_table(game, 2, seed=b"view")
    while len(table.awaiting) == 2:
        table.play(table.awaiting[0], table.legal(table.awaiting[0])[0])
    (seat,) = {0, 1} - set(table.awaiting)
    here = leave_notes(table, seat, b"seed", 1)
    there = leave_notes(table.redeal(seat, b"hidden things lie otherwise"), seat, b"seed", 1)
    assert here.texts
    assert here == there


def test_notes_save_a_third_of_the_waits_of_two_games():
    traced = [Tracer("mech_a_dream", 2, number).play() for number in range(2)]
    assert find_mean(traced, Habit(1)).waits < find_mean(traced, BY_HAND).waits * 2 / 3
