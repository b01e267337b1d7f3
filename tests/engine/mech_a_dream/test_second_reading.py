"""Readings that were corrected: each as it was before its version, and as it is now."""

import pytest

from tests.engine.mech_a_dream.positions import SPECIALISTS, by_day, by_night, first, play, player, state_of, store
from tests.engine.positions import legal, outcome_of, refusal

WHOLE_FLOOR = {**SPECIALISTS, "specialist_mode": "replaces_all"}
ROBOTS = {"robots": True}
COPIED = "copy p2 robot 2"


def poaching(card, version=None, **mine):
    """A morning on which p1 can take a specialist instead of the whole floor."""
    rival = player(specialists={card: 0})
    return by_day(player(flower=3, ink=4, **mine), rival, options=WHOLE_FLOOR, version=version)


@pytest.mark.parametrize("card", ["specialist_07", "specialist_08"])
def test_a_poach_that_collects_no_goods_rewards_no_storage_specialist(card):
    table = poaching(card)
    play(table, f"poach {card}")
    assert store(first(table)) == (3, 4, 0, 0)
    assert state_of(table).pending[0] == []
    assert table.awaiting == (1,)


def test_nor_does_it_reward_a_storage_specialist_that_was_there_before():
    table = poaching("specialist_09", specialists={"specialist_07": 1})
    play(table, "poach specialist_09")
    assert first(table).rainbow == 0


def test_goods_of_the_storage_are_rewarded_whatever_a_poach_replaces():
    table = poaching("specialist_09", specialists={"specialist_07": 1})
    play(table, "storage ink")
    assert first(table).rainbow == 1


def test_before_version_3_such_a_poach_was_rewarded():
    table = poaching("specialist_07", version=2)
    play(table, "poach specialist_07")
    assert store(first(table)) == (3, 4, 1, 0)


def night(version=None, *, buyer=None, **mine):
    """A night in which p1 has the Mimic, p2 the Buyer and p3 the Dreamer."""
    mimic = player(["red_01a"], robot="robot_8", **{"flower": 3, "ink": 9, **mine})
    others = player(robot="robot_7", **{"ink": 9, **(buyer or {})}), player(["red_01b"], robot="robot_1")
    return by_night(mimic, *others, market=["red_08", "red_09"], options=ROBOTS, version=version)


def test_the_mimic_lives_its_own_night_beside_the_buyer():
    table = night()
    assert table.awaiting == (0, 1, 2)
    play(table, "activate red_01a", "copy p3 red_01b", "sleep", seat=0)
    assert first(table).points == 4
    assert table.awaiting == (1, 2)


def test_only_the_copied_purchase_waits_for_the_buyer():
    table = night()
    assert "copy p2 robot 1" in legal(table, seat=0)
    assert COPIED not in legal(table, seat=0)
    assert refusal(table, COPIED, seat=0).reason == "buyer_first"


@pytest.mark.parametrize("line", ["buy red_09", "robot 1", "sleep"])
def test_the_wait_ends_when_the_buyer_has_bought_or_used_the_other_effect_or_sleeps(line):
    table = night()
    outcome_of(table, line, seat=1)
    play(table, COPIED, "buy red_08", seat=0)
    assert first(table).belt == {"red_08": 1}


def test_a_buyer_who_merely_cant_pay_is_waited_for():
    table = night(buyer={"ink": 0})
    assert legal(table, "buy", seat=1) == []
    assert refusal(table, COPIED, seat=0).reason == "buyer_first"


def test_by_day_no_copy_waits():
    mimic = player(robot="robot_8", flower=4, ink=9)
    table = by_day(mimic, player(robot="robot_7"), delivery="delivery_01", market=["red_08"], options=ROBOTS)
    play(table, "dock", COPIED, "buy red_08")
    assert first(table).belt == {"red_08": 1}


def test_before_version_3_the_mimic_waited_until_the_buyer_slept():
    table = night(2)
    assert table.awaiting == (1, 2)
    play(table, "robot 1", seat=1)
    assert table.awaiting == (1, 2)
    play(table, "sleep", seat=1)
    assert table.awaiting == (0, 2)
    assert COPIED in legal(table, seat=0)


def test_before_version_3_nobody_waited_once_all_others_slept():
    table = night(2)
    play(table, "sleep", seat=2)
    play(table, "sleep", seat=1)
    assert table.awaiting == (0,)
