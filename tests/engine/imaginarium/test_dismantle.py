"""Dismantle."""

import pytest

from tests.engine.imaginarium.positions import RULES, acting, goods, lines, me, of, play, player, refused

PAIR = "transact+dismantle"
BROKEN = {
    "P1": ["wood"],
    "P2": ["copper"],
    "P3": ["wood*2", "wood crystal"],
    "P4": ["wood*2", "wood copper", "copper*2"],
    "P5": ["crystal*2"],
    "P6": ["copper*2 crystal", "copper crystal*2"],
    "T1": ["copper", "crystal"],
    "T2": ["wood", "crystal"],
    "T3": ["wood copper", "copper*2"],
    "T4": ["wood copper", "wood crystal", "copper crystal"],
    "A1": ["wood", "crystal"],
    "A2": ["copper", "crystal"],
    "A3": ["wood", "crystal"],
    "A4": ["wood", "copper"],
    "A5": ["copper*2", "copper crystal", "crystal*2"],
    "A6": ["copper crystal*2", "crystal*3"],
    "D1": ["wood", "copper"],
    "D2": ["wood*2", "wood copper"],
    "D3": ["wood copper crystal", "wood crystal*2", "copper crystal*2"],
    "S1": [],
    "S2": [],
}


@pytest.mark.parametrize(("card", "parts"), BROKEN.items(), ids=BROKEN)
def test_a_broken_machine_gives_as_many_units_of_its_repair_list_as_its_level(card, parts):
    table = acting(player(yard=[card]), pair=PAIR)
    assert sorted(lines(table, "scrap")) == sorted(f"scrap {card} {one}" for one in parts)


@pytest.mark.parametrize("card", [card for card in BROKEN if card[0] != "S"])
def test_a_repaired_machine_gives_twice_its_repair_list_or_its_level_in_points(card):
    machine = RULES.book.machines[card]
    table = acting(player(card), pair=PAIR)
    play(table, "dismantle 1 parts")
    assert goods(table) == {good: 2 * n for good, n in machine.repair.items()}
    assert of(table).crusher == [card]
    again = acting(player(card), pair=PAIR)
    play(again, "dismantle 1 points")
    assert goods(again) == {"points": machine.level}


def test_the_broken_flamelleur_gives_2_crystal_and_1_copper_or_2_copper_and_1_crystal():
    table = acting(player(yard=["P6"]), pair=PAIR)
    assert lines(table, "scrap") == ["scrap P6 copper crystal*2", "scrap P6 copper*2 crystal"]
    play(table, "scrap P6 copper crystal*2")
    assert goods(table) == {"copper": 1, "crystal": 2}
    assert me(table).yard == []


def test_the_repaired_start_charcoalette_gives_4_wood_or_1_point():
    for gain, got in (("parts", {"wood": 4}), ("points", {"points": 1})):
        table = acting(player("P1"), pair=PAIR)
        play(table, f"dismantle 1 {gain}")
        assert goods(table) == got


@pytest.mark.parametrize("card", ["S1", "S2"])
def test_special_machines_are_never_dismantled_broken_or_repaired(card):
    table = acting(player(card, yard=[card]), pair=PAIR)
    assert lines(table, "scrap") == lines(table, "dismantle") == []
    assert refused(table, f"scrap {card} wood copper crystal") == "special"
    assert refused(table, "dismantle 1 points") == "special"


def test_a_machine_in_a_stack_must_first_be_separated():
    table = acting(player("P1+P1"), pair="dismantle+reorganise")
    assert refused(table, "dismantle 1 points") == "combined"
    play(table, "reorganise P1 P1", "dismantle 1 points")
    assert me(table).spaces == [(), ("P1",), (), ()]


def test_dismantling_leaves_a_gap():
    table = acting(player("P1", "P2", "P3"), pair=PAIR)
    play(table, "dismantle 2 points")
    assert me(table).spaces == [("P1",), (), ("P3",), ()]


def test_units_outside_the_repair_list_or_another_number_are_refused():
    table = acting(player(yard=["P6"]), pair=PAIR)
    for parts in ("wood copper crystal", "copper*3", "copper crystal", "copper*2 crystal*2"):
        assert refused(table, f"scrap P6 {parts}") == "wrong_parts"
    assert refused(table, "scrap P1 wood") == "not_in_yard"
    assert refused(table, "dismantle 1 parts") == "no_machine"


def test_one_machine_is_dismantled_per_turn_two_with_the_double_shift():
    table = acting(player("P1", "P2", yard=["P3"]), pair=PAIR)
    play(table, "dismantle 1 points")
    assert refused(table, "dismantle 2 points") == "done"
    assert refused(table, "scrap P3 wood*2") == "done"
    double = acting(player("P1", "P2", "P3", assistants=["AS03"], yard=["P3"]), pair=PAIR)
    play(double, "dismantle 1 points", "scrap P3 wood*2")
    assert refused(double, "dismantle 2 points") == "done"


def test_the_crusher_is_public_and_sorted():
    table = acting(player("T1", assistants=["AS03"], yard=["P1"]), pair=PAIR)
    play(table, "dismantle 1 points", "scrap P1 wood")
    assert table.view(1)["crusher"] == table.view(None)["crusher"] == ["P1", "T1"]


def test_a_used_attack_machine_can_be_dismantled():
    table = acting(player("A6"), pair=PAIR)
    play(table, "dismantle 1 points")
    assert goods(table) == {"points": 3}
