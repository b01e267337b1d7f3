"""Variante « Les robots éclairés »: the eight effects, the buying robot and the copying robot."""

import pytest

from tests.engine.mech_a_dream.positions import (
    BOOK,
    BOTH,
    EVENING,
    ROBOTS,
    by_day,
    by_night,
    first,
    play,
    player,
    state_of,
    store,
)
from tests.engine.positions import legal, outcome_of, refusal, reveals


def night_of(robot, *others, built=(), belt=None, **more):
    """Return a night in which the first player has a robot and the others have theirs."""
    goods = {kind: more.pop(kind) for kind in ("flower", "ink", "rainbow", "points", "used") if kind in more}
    rivals = others or (player(robot="robot_2" if robot == "robot_1" else "robot_1"),)
    return by_night(player(built, belt, robot=robot, **goods), *rivals, options=ROBOTS, **more)


@pytest.mark.parametrize(
    ("robot", "line", "before", "after"),
    [
        ("robot_1", "robot", (0, 0, 0, 0), (0, 0, 0, 1)),
        ("robot_2", "robot", (0, 0, 0, 0), (0, 0, 1, 0)),
        ("robot_3", "robot 1", (0, 0, 0, 0), (1, 1, 0, 0)),
        ("robot_3", "robot 2", (0, 0, 0, 0), (1, 0, 0, 0)),
        ("robot_5", "robot 1", (1, 0, 0, 0), (0, 3, 0, 0)),
        ("robot_5", "robot 2", (0, 1, 0, 0), (3, 0, 0, 0)),
        ("robot_6", "robot 1", (0, 0, 1, 0), (0, 4, 0, 0)),
        ("robot_6", "robot 2", (0, 1, 0, 0), (0, 0, 1, 0)),
        ("robot_7", "robot 1", (0, 0, 0, 0), (0, 0, 0, 0)),
    ],
)
def test_a_robot_takes_and_gives_what_its_screen_says_once_a_night(robot, line, before, after):
    flower, ink, rainbow, points = before
    table = night_of(robot, flower=flower, ink=ink, rainbow=rainbow, points=points)
    play(table, line, seat=0)
    assert store(first(table)) == after
    assert refusal(table, line, seat=0).reason == "used"


@pytest.mark.parametrize(("robot", "line"), [("robot_3", "robot 2"), ("robot_7", "robot 1")])
def test_a_robots_hourglass_moves_a_machine(robot, line):
    table = night_of(robot, belt={"red_07": 6})
    play(table, line, "advance red_07", seat=0)
    assert first(table).belt == {"red_07": 5}


def test_alternatives_have_numbers_and_a_single_effect_has_none():
    table = night_of("robot_3")
    assert legal(table, "robot", seat=0) == ["robot 1", "robot 2"]
    assert refusal(table, "robot", seat=0).reason == "which_effect"
    assert refusal(table, "robot 3", seat=0).reason == "which_effect"
    single = night_of("robot_1")
    assert legal(single, "robot", seat=0) == ["robot"]
    assert refusal(single, "robot 2", seat=0).reason == "one_effect"


def test_a_robot_that_cant_be_paid_is_refused():
    assert refusal(night_of("robot_5"), "robot 1", seat=0).reason == "too_poor"


def test_the_new_effect_replaces_the_printed_one():
    table = night_of("robot_1")
    play(table, "robot", seat=0)
    assert first(table).ink == 0


def test_a_parcels_activation_may_use_the_enlightened_robot_by_day():
    mine = player(robot="robot_2", flower=3)
    table = by_day(mine, player(robot="robot_1"), delivery="delivery_01", options=ROBOTS)
    play(table, "dock", "robot")
    assert first(table).rainbow == 1
    assert first(table).used == []


# Robot 4: the evening's parcel


def test_the_porter_fetches_the_evenings_parcel_without_assistant_or_flowers():
    table = night_of("robot_4", delivery="delivery_09")
    play(table, "robot", seat=0)
    assert store(first(table)) == (0, 0, 0, 3)
    assert first(table).assistants == []


def test_the_porters_hourglasses_are_spent_at_once():
    table = night_of("robot_4", belt={"red_07": 6}, delivery="delivery_05")
    play(table, "robot", "advance red_07", "advance red_07", seat=0)
    assert first(table).belt == {"red_07": 4}


def test_the_porters_parcel_rewards_no_dock_specialist():
    mine = player(robot="robot_4", specialists={"specialist_04": 1})
    table = by_night(mine, player(robot="robot_1"), delivery="delivery_09", options=BOTH)
    play(table, "robot", seat=0)
    assert first(table).points == 3


@pytest.mark.parametrize(("robot", "line", "flowers"), [("robot_4", "robot", 1), ("robot_8", "copy p2 robot", 0)])
def test_a_fetched_parcel_is_opened_before_rewards_that_still_wait(robot, line, flowers):
    mine = player([], {"red_07": 6}, robot=robot, flower=3, specialists={"specialist_05": 1, "specialist_06": 1})
    rival = player(robot="robot_1" if robot == "robot_4" else "robot_4")
    table = by_day(mine, rival, delivery="delivery_03", moment=EVENING, options=BOTH)
    play(table, "dock")
    assert store(first(table)) == (1, 3, 0, 0)
    play(table, line)
    assert store(first(table)) == (flowers, 6, 0, 0)
    assert legal(table) == ["advance red_07"]
    play(table, "advance red_07", "advance red_07")
    assert first(table).belt == {"red_07": 4}
    assert table.awaiting == (1,)


def test_a_fetched_parcels_hourglasses_are_spent_before_rewards_that_still_wait():
    mine = player([], {"red_07": 6}, robot="robot_4", flower=3, specialists={"specialist_05": 1, "specialist_06": 1})
    table = by_day(mine, player(robot="robot_1"), delivery="delivery_05", moment=EVENING, options=BOTH)
    play(table, "dock", "advance red_07", "advance red_07", "robot")
    assert [asked.__struct_config__.tag for asked in state_of(table).pending[0]] == ["rewards", "hourglasses"]
    play(table, *["advance red_07"] * 4)
    assert first(table).built == ["red_07"]


def test_a_fetched_parcel_is_opened_before_a_second_use_of_the_same_parcel():
    pending = [[{"ask": "activation"}, {"ask": "activation"}], []]
    mine = player(robot="robot_4")
    table = by_day(mine, player(robot="robot_1"), delivery="delivery_09", pending=pending, options=ROBOTS)
    play(table, "robot")
    assert first(table).points == 3
    assert legal(table) == ["robot", "skip"]


def test_a_fetched_parcel_is_opened_before_a_second_use_while_the_docks_own_parcels_wait():
    pending = [[{"ask": "activation"}, {"ask": "activation"}], []]
    mine = player(robot="robot_4", waiting=[{"gain": {"ink": 2}}])
    table = by_day(mine, player(robot="robot_1"), delivery="delivery_09", pending=pending, options=ROBOTS)
    play(table, "robot")
    assert (first(table).points, first(table).ink) == (3, 0)


def test_a_fetched_parcel_waits_for_the_hourglasses_of_the_one_before():
    pending = [[{"ask": "activation"}, {"ask": "hourglasses", "n": 2}], []]
    mine = player([], {"red_07": 6}, robot="robot_4", waiting=[{"gain": {"ink": 2}, "chained": True}])
    table = by_day(mine, player(robot="robot_1"), pending=pending, options=ROBOTS)
    play(table, "advance red_07")
    assert first(table).ink == 0
    play(table, "advance red_07")
    assert first(table).ink == 2


def test_parcels_of_the_dock_wait_until_an_open_use_is_answered():
    mine = player(robot="robot_4", waiting=[{"gain": {"ink": 2}}])
    table = by_day(
        mine,
        player(robot="robot_1"),
        delivery="delivery_09",
        options=ROBOTS,
        pending=[[{"ask": "activation"}, {"ask": "activation"}], []],
    )
    play(table, "skip")
    assert first(table).ink == 0
    play(table, "skip")
    assert first(table).ink == 2


def test_a_fetched_activation_cant_fetch_again():
    pending = [[{"ask": "activation", "chained": True}], []]
    table = night_of("robot_4", built=["blue_01"], pending=pending)
    assert legal(table, seat=0) == ["activate blue_01", "skip"]
    assert refusal(table, "robot", seat=0).reason == "chained"


# Robot 7: the purchase


def test_the_buyers_example_a_tile_of_time_three_enters_slot_one_without_an_assistant():
    table = night_of("robot_7", ink=2, market=["red_08"])
    outcome = outcome_of(table, "buy red_08", seat=0)
    assert first(table).belt == {"red_08": 1}
    assert first(table).assistants == []
    assert first(table).ink == 0
    assert reveals(outcome)


def test_the_buyers_example_with_a_green_machine_three_minus_two_minus_one_is_built_at_once():
    table = night_of("robot_7", built=["green_03a"], ink=2, market=["red_08"])
    play(table, "buy red_08", seat=0)
    assert first(table).belt == {}
    assert first(table).built == ["green_03a", "red_08"]
    assert "activate red_08" not in legal(table, seat=0)
    first(table).flower = 1
    assert "activate red_08" in legal(table, seat=0)


def test_the_buyer_pays_the_normal_price_with_green_discounts():
    table = night_of("robot_7", built=["green_01a"], ink=1, market=["red_08"])
    play(table, "buy red_08", seat=0)
    assert first(table).ink == 0


def test_a_tile_of_time_two_is_built_at_once_by_the_buyer():
    table = night_of("robot_7", ink=3, market=["blue_02"])
    play(table, "buy blue_02", "activate blue_02", seat=0)
    assert first(table).flower == 2


def test_the_buyers_purchase_rewards_no_acquire_specialist():
    mine = player(robot="robot_7", ink=2, specialists={"specialist_10": 1, "specialist_02": 1})
    table = by_night(mine, player(robot="robot_1"), market=["red_08"], options=BOTH)
    play(table, "buy red_08", seat=0)
    assert first(table).points == 0
    assert first(table).belt == {"red_08": 1}


def test_the_purchase_is_written_buy_alone_and_uses_up_the_robot():
    table = night_of("robot_7", ink=9, market=["red_08"])
    assert refusal(table, "robot 2", seat=0).reason == "own_verb"
    play(table, "buy red_08", seat=0)
    assert not legal(table, "buy", seat=0)
    assert refusal(table, "robot 1", seat=0).reason == "used"


def test_only_the_buyer_buys():
    table = night_of("robot_1", ink=9, market=["red_08"])
    assert refusal(table, "buy red_08", seat=0).reason == "no_purchase"


def test_the_buyer_buys_by_day_through_a_parcel():
    mine = player(robot="robot_7", flower=3, ink=0)
    table = by_day(mine, player(robot="robot_1"), delivery="delivery_01", market=["red_08"], options=ROBOTS)
    play(table, "dock", "buy red_08")
    assert first(table).belt == {"red_08": 1}
    assert table.awaiting == (1,)


# Robot 8: the copy


def test_the_mimic_pays_a_flower_to_use_an_opponents_purple_machine():
    table = night_of("robot_8", player(["red_01a"], robot="robot_1"), flower=1)
    play(table, "copy p2 red_01a", seat=0)
    assert store(first(table)) == (0, 0, 0, 2)
    assert state_of(table).players[1].used == []


def test_the_mimic_pays_the_flower_and_what_the_copied_machine_takes():
    rival = player(["red_08"], robot="robot_1")
    assert refusal(night_of("robot_8", rival, flower=1), "copy p2 red_08", seat=0).reason == "too_poor"
    table = night_of("robot_8", rival, flower=2)
    play(table, "copy p2 red_08", seat=0)
    assert store(first(table)) == (0, 0, 0, 2)


@pytest.mark.parametrize(
    ("robot", "line", "after"),
    [
        ("robot_1", "copy p2 robot", (4, 5, 5, 1)),
        ("robot_2", "copy p2 robot", (4, 5, 6, 0)),
        ("robot_3", "copy p2 robot 1", (5, 6, 5, 0)),
        ("robot_3", "copy p2 robot 2", (5, 5, 5, 0)),
        ("robot_4", "copy p2 robot", (4, 5, 5, 3)),
        ("robot_5", "copy p2 robot 1", (3, 8, 5, 0)),
        ("robot_5", "copy p2 robot 2", (7, 4, 5, 0)),
        ("robot_6", "copy p2 robot 1", (4, 9, 4, 0)),
        ("robot_6", "copy p2 robot 2", (4, 4, 6, 0)),
    ],
)
def test_the_mimic_copies_any_other_robot_for_itself(robot, line, after):
    table = night_of("robot_8", player(robot=robot), flower=5, ink=5, rainbow=5, delivery="delivery_09")
    play(table, line, seat=0)
    assert store(first(table)) == after


def test_without_the_buyer_the_mimic_waits_for_nobody():
    assert night_of("robot_8", player(robot="robot_1")).awaiting == (0, 1)


def test_the_mimic_copies_the_purchase_after_the_buyer():
    table = night_of("robot_8", player(robot="robot_7", ink=9), flower=1, ink=2, market=["red_08", "red_09"])
    play(table, "buy red_09", "sleep", seat=1)
    play(table, "copy p2 robot 2", seat=0)
    assert first(table).flower == 0
    play(table, "buy red_08", seat=0)
    assert first(table).belt == {"red_08": 1}
    assert first(table).ink == 0


def test_a_copied_purchase_may_be_declined_but_the_flower_is_gone():
    table = night_of("robot_8", player(robot="robot_7", asleep=True), flower=1, ink=2, market=["red_08"])
    play(table, "copy p2 robot 2", "skip", seat=0)
    assert store(first(table)) == (0, 2, 0, 0)
    assert legal(table, seat=0) == ["sleep"]


def test_a_purchase_that_nothing_can_be_paid_for_is_not_copied():
    table = night_of("robot_8", player(robot="robot_7", asleep=True), flower=1)
    assert refusal(table, "copy p2 robot 2", seat=0).reason == "too_poor"


def test_at_night_the_mimic_copies_only_what_stood_when_night_fell():
    rival = player(["blue_07"], {"red_01a": 1}, robot="robot_1")
    table = night_of("robot_8", rival, flower=3)
    play(table, "activate blue_07", "advance red_01a", seat=1)
    assert state_of(table).players[1].built == ["blue_07", "red_01a"]
    assert "copy p2 blue_07" in legal(table, seat=0)
    assert refusal(table, "copy p2 red_01a", seat=0).reason == "not_theirs"


def test_by_day_the_mimic_copies_what_stands():
    mine = player(robot="robot_8", flower=4)
    table = by_day(mine, player(["red_01a"], robot="robot_1"), delivery="delivery_01", options=ROBOTS)
    play(table, "dock", "copy p2 red_01a")
    assert store(first(table)) == (0, 2, 0, 5)


def test_the_mimic_copies_once_a_night_and_only_opponents():
    table = night_of("robot_8", player(["red_01a"], robot="robot_1"), built=["red_01b"], flower=5)
    assert refusal(table, "copy p1 red_01b", seat=0).reason == "no_opponent"
    assert refusal(table, "copy p4 robot", seat=0).reason == "no_opponent"
    play(table, "copy p2 red_01a", seat=0)
    assert refusal(table, "copy p2 robot", seat=0).reason == "used"


def test_only_the_mimic_copies_and_it_has_no_other_effect():
    assert refusal(night_of("robot_1", player(robot="robot_2"), flower=3), "copy p2 robot", seat=0).reason == "no_copy"
    assert refusal(night_of("robot_8", player(robot="robot_1"), flower=3), "robot", seat=0).reason == "own_verb"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("copy p2 yellow_03", "not_theirs"),
        ("copy p2 robot 1", "one_effect"),
        ("copy p2 red_01a 2", "one_effect"),
        ("copy p2 blue_01", "not_theirs"),
    ],
)
def test_a_copy_that_makes_no_sense_is_refused(line, reason):
    table = night_of("robot_8", player(["red_01a", "yellow_03"], robot="robot_1"), flower=3)
    assert refusal(table, line, seat=0).reason == reason


def test_a_copied_porter_cant_be_reached_from_a_fetched_parcel():
    pending = [[{"ask": "activation", "chained": True}], []]
    table = night_of("robot_8", player(robot="robot_4"), flower=3, pending=pending)
    assert refusal(table, "copy p2 robot", seat=0).reason == "chained"


def test_even_a_copier_among_full_workshops_has_few_moves():
    purple = list(BOOK.purple)
    rivals = [player(purple[n : n + 8], robot=robot) for n, robot in ((0, "robot_3"), (8, "robot_5"), (16, "robot_6"))]
    mine = player(purple[24:32], robot="robot_8", flower=9, ink=9, rainbow=9)
    table = by_night(mine, *rivals, options={"robots": True})
    assert 30 < len(legal(table, seat=0)) < 60
