"""Phase de nuit: assistants back, the workshop's effects in any order, machines built at night, the next day."""

import pytest

import engine
from engine.games.mech_a_dream.events import DayBegan, NightFell, WorkEnded
from tests.engine.mech_a_dream.positions import EVENING, by_day, by_night, first, play, player, state_of, store
from tests.engine.positions import legal, outcome_of, refusal


def test_assistants_come_back_before_the_nights_effects():
    table = by_day(player([], {"red_07": 6}, assistants=["red_07", "red_07"]), player(), moment=EVENING, turn=1)
    play(table, "storage ink")
    assert state_of(table).step == "night"
    assert first(table).assistants == []
    assert first(table).belt == {"red_07": 4}


def test_nightfall_notes_which_machines_stand_and_the_morning_forgets_it():
    table = by_day(player(["blue_01"]), player(["red_01a", "red_01b"]), moment=EVENING, turn=1)
    assert NightFell(day=1) in outcome_of(table, "storage ink").events
    assert state_of(table).dusk == [1, 2]
    play(table, "sleep")
    events = outcome_of(table, "sleep").events
    assert state_of(table).dusk == []
    assert events[-1] == DayBegan(day=2, first=1, delivery=state_of(table).delivery)


@pytest.mark.parametrize(("more", "how"), [({"day": 7}, "week"), ({"piles": {"belt_red": 0}}, "machines")])
def test_the_last_night_is_told(more, how):
    table = by_night(player(), player(), **more)
    play(table, "sleep")
    assert outcome_of(table, "sleep").events[-1] == WorkEnded(how=how)


def test_the_night_is_played_at_the_same_time():
    table = by_night(player(), player(), player())
    play(table, "sleep", seat=1)
    assert table.awaiting == (0, 2)
    assert by_night(player(), player(), player()).awaiting == (0, 1, 2)


def test_the_robot_gives_an_ink_once_a_night():
    table = by_night(player(), player())
    play(table, "robot")
    assert first(table).ink == 1
    assert refusal(table, "robot").reason == "used"


def test_each_purple_machine_works_once_a_night():
    table = by_night(player(["blue_01", "red_01a"]), player())
    play(table, "activate red_01a", "activate blue_01")
    assert store(first(table)) == (2, 0, 0, 2)
    assert refusal(table, "activate blue_01").say() == "`activate Petal Press`: `Petal Press` has worked this night."


def test_every_effect_is_optional():
    table = by_night(player(["blue_01"]), player())
    play(table, "sleep")
    assert store(first(table)) == (0, 0, 0, 0)


def test_the_night_example_two_flowers_two_points_an_ink_then_a_rainbow_for_three_hourglasses():
    mine = player(["blue_01", "red_01a", "blue_15"], {"yellow_03": 2, "blue_07": 1, "red_07": 3}, rainbow=1)
    table = by_night(mine, player())
    play(table, "activate blue_01", "activate red_01a", "robot", "activate blue_15")
    assert store(first(table)) == (2, 1, 0, 2)
    assert legal(table, seat=0) == ["advance blue_07", "advance red_07", "advance yellow_03"]


def test_the_example_of_machines_built_at_night_nine_points_then_an_hourglass_more():
    mine = player(["blue_15"], {"yellow_03": 2, "blue_07": 1, "red_07": 3}, rainbow=1)
    table = by_night(mine, player())
    play(table, "activate blue_15", "advance yellow_03", "advance yellow_03")
    assert first(table).points == 9
    play(table, "advance blue_07")
    assert first(table).built == ["blue_15", "yellow_03", "blue_07"]
    play(table, "activate blue_07", "advance red_07")
    assert first(table).belt == {"red_07": 2}


def test_a_machine_built_by_a_hourglass_can_be_used_only_when_all_are_spent():
    table = by_night(player(["blue_14"], {"blue_01": 1, "red_07": 6}), player())
    play(table, "activate blue_14", "advance blue_01")
    assert legal(table, seat=0) == ["advance red_07"]
    play(table, "advance red_07")
    assert "activate blue_01" in legal(table, seat=0)


def test_nobody_goes_to_sleep_with_hourglasses_left():
    table = by_night(player(["blue_07"], {"red_07": 6}), player())
    play(table, "activate blue_07")
    assert refusal(table, "sleep").reason == "not_now"


def test_whoever_sleeps_is_asked_no_more():
    table = by_night(player(["blue_01"]), player())
    play(table, "sleep")
    assert refusal(table, "activate blue_01", seat=0).code == "not_awaited"


def test_hourglasses_for_an_empty_belt_are_advised_against_but_allowed():
    table = by_night(player(["blue_07"]), player())
    outcome = outcome_of(table, "activate blue_07")
    assert [str(text) for text in outcome.advice] == ["Your belt is empty: the hourglasses will be lost."]
    assert legal(table, seat=0) == ["sleep", "robot"]


def test_an_activation_by_day_comes_besides_the_use_at_night():
    table = by_day(
        player(["blue_01"], flower=2, assistants=["dock", "dock"]),
        player(),
        delivery="delivery_08",
        day=2,
        moment=0,
    )
    play(table, "dock", "activate blue_01", "activate blue_01")
    assert first(table).flower == 4
    assert first(table).used == []


@pytest.mark.parametrize("tile", ["green_01a", "yellow_03", "red_07", "delivery_01"])
def test_only_ones_own_built_purple_machines_are_used(tile):
    table = by_night(player(["blue_01", "green_01a", "yellow_03"]), player(["red_07"]))
    illegal = refusal(table, f"activate {tile}")
    assert illegal.reason == "not_yours"
    assert "is no purple machine of yours; you have Petal Press" in illegal.say()


def test_seats_in_any_order_come_to_the_same_position():
    def played(order):
        table = by_night(player(["blue_01"]), player(["red_01a"]), player(["blue_03"]))
        for seat in order:
            tile = state_of(table).players[seat].built[0]
            play(table, "robot", f"activate {tile}", "sleep", seat=seat)
        return table.state_bytes()

    assert played((0, 1, 2)) == played((2, 0, 1)) == played((1, 2, 0))


# The next day


def test_the_piece_passes_left_the_day_moves_and_the_delivery_is_replaced():
    table = by_night(player(), player(), player())
    before = state_of(table).delivery
    coming = state_of(table).deliveries[-1]
    play(table, "sleep", "sleep")
    outcome = outcome_of(table, "sleep")
    state = state_of(table)
    assert (state.day, state.first, state.turn, state.moment, state.step) == (2, 1, 1, 0, "day")
    assert state.delivery == coming
    assert state.past == [before]
    assert outcome.learned_by == {0, 1, 2}


def test_each_of_the_seven_days_has_a_delivery_of_its_own_and_the_first_player_goes_round():
    table = engine.open_table("mech_a_dream", 3, {"first_player": "p1"}, b"week")
    removed, days = state_of(table).removed, []
    while table.awaiting:
        state = state_of(table)
        if (state.step, state.moment, state.turn) == ("day", 0, state.first):
            days.append((state.first, state.delivery))
        play(table, "sleep" if state.step == "night" else "storage ink")
    assert [first_player for first_player, _ in days] == [0, 1, 2, 0, 1, 2, 0]
    assert len({delivery for _, delivery in days} - set(removed)) == 7


def test_what_has_worked_works_again_the_next_night():
    table = by_night(player(["blue_01"]), player())
    play(table, "activate blue_01", "sleep", "sleep")
    for _ in range(6):
        play(table, "storage ink")
    assert "activate blue_01" in legal(table, seat=0)


def test_sleep_reveals_nothing_until_the_last_one_sleeps():
    table = by_night(player(), player())
    assert not outcome_of(table, "sleep").learned_by
