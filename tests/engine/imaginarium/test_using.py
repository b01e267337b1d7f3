"""1. Using the workshop machines, and the machines themselves."""

import pytest

from engine.core.errors import IllegalMove
from engine.games.imaginarium.moves import Use
from tests.engine.imaginarium.positions import at_turn, goods, lines, me, of, play, player, refused

STACKS = [
    ("P1", "use 1", {"charcoalium": 1}),
    ("P1+P1", "use 1", {"charcoalium": 3}),
    ("P1+P1+P1", "use 1", {"charcoalium": 7}),
    ("P2", "use 1", {"wood": 1}),
    ("P2+P2", "use 1", {"wood": 3}),
    ("P2+P2+P2", "use 1", {"wood": 5}),
    ("P3", "use 1", {"copper": 1}),
    ("P3+P3", "use 1", {"copper": 3}),
    ("P3+P3+P3", "use 1", {"copper": 5}),
    ("P4", "use 1", {"crystal": 1}),
    ("P4+P4", "use 1", {"crystal": 3}),
    ("P4+P4+P4", "use 1", {"crystal": 5}),
    ("P5", "use 1", {"wood": 1, "copper": 1}),
    ("P6", "use 1 copper", {"copper": 1}),
    ("P6+P6", "use 1 crystal", {"crystal": 3}),
    ("P2+T1", "use 1", {"charcoalium": 3}),
    ("P3+T1", "use 1", {"charcoalium": 3}),
    ("P4+T1", "use 1", {"charcoalium": 3}),
    ("P6+T1", "use 1", {"charcoalium": 3}),
    ("P2+T2", "use 1", {"copper": 1}),
    ("P4+T2", "use 1", {"copper": 1}),
    ("P2+T3", "use 1", {"crystal": 1}),
    ("P3+T3", "use 1", {"crystal": 1}),
    ("P5+T4", "use 1", {"charcoalium": 6}),
    ("S2", "use 1", {"points": 1}),
    ("S2+S2", "use 1", {"points": 3}),
]
INPUTS = [
    ("T1", "use 1 wood", {"copper": 1, "crystal": 1, "charcoalium": 3}),
    ("T1+T1", "use 1 crystal", {"wood": 1, "copper": 1, "charcoalium": 5}),
    ("T2", "use 1 wood", {"copper": 2, "crystal": 1}),
    ("T2+T2", "use 1 copper", {"wood": 1, "copper": 3, "crystal": 1}),
    ("T3", "use 1 copper", {"wood": 1, "crystal": 2}),
    ("T3+T3", "use 1 crystal", {"wood": 1, "copper": 1, "crystal": 3}),
    ("T4", "use 1 wood copper", {"crystal": 1, "charcoalium": 6}),
    ("T4+T4", "use 1 wood crystal", {"copper": 1, "charcoalium": 9}),
    ("T4+T4+T4", "use 1 copper crystal", {"wood": 1, "charcoalium": 12}),
]
UNUSABLE = ["A1", "A2", "A3", "A4", "A5", "A6", "D1", "D2", "D3", "D1+D2+D3", "D3+D3"]


@pytest.mark.parametrize(("stack", "line", "made"), STACKS, ids=[row[0] for row in STACKS])
def test_a_stack_makes_what_its_multiplier_says(stack, line, made):
    table = at_turn(player(stack))
    play(table, line)
    assert goods(table) == made


@pytest.mark.parametrize(("stack", "line", "left"), INPUTS, ids=[row[0] for row in INPUTS])
def test_a_transformation_on_its_own_takes_resources_of_your_choice(stack, line, left):
    table = at_turn(player(stack, wood=1, copper=1, crystal=1))
    play(table, line)
    assert goods(table) == left


@pytest.mark.parametrize("stack", UNUSABLE)
def test_attack_and_defence_machines_are_not_used_in_this_step(stack):
    table = at_turn(player(stack))
    assert lines(table, "use") == []
    assert refused(table, "use 1") == "no_use"


def test_the_start_machines_charcoalette_and_carpenteur_earn_1_charcoalium_and_1_wood():
    table = at_turn(player("P1", "P2"))
    play(table, "use 1", "use 2")
    assert goods(table) == {"charcoalium": 1, "wood": 1}


def test_machines_are_used_in_any_order_and_none_is_forced():
    table = at_turn(player("P1", "P2", "P3"))
    play(table, "use 3", "use 1", "collect")
    assert goods(table) == {"copper": 1, "charcoalium": 4}


def test_each_space_is_used_once_a_turn():
    table = at_turn(player("P1"))
    play(table, "use 1")
    assert refused(table, "use 1") == "used"


def test_what_one_machine_makes_another_can_transform():
    table = at_turn(player("P2", "T1"))
    assert lines(table, "use") == ["use 1"]
    play(table, "use 1", "use 2 wood")
    assert goods(table) == {"charcoalium": 3}


def test_a_flamelleur_names_its_kind_and_nothing_else():
    table = at_turn(player("P6+P6"))
    assert lines(table, "use") == ["use 1 wood", "use 1 copper", "use 1 crystal"]
    assert refused(table, "use 1 wood copper") == "one_kind"
    assert refused(table, "use 1 wood*3") == "one_kind"


def test_a_double_flamelleur_makes_three_identical_resources():
    table = at_turn(player("P6+P6"))
    play(table, "use 1 wood")
    assert goods(table) == {"wood": 3}


def test_a_supercombusteur_stack_takes_two_inputs_in_all():
    table = at_turn(player("T4+T4+T4", wood=6))
    assert lines(table, "use") == ["use 1 wood*2"]
    assert refused(table, "use 1 wood*6") == "wrong_input"


def test_supercombusteur_inputs_need_not_be_identical():
    table = at_turn(player("T4", wood=1, copper=1, crystal=2))
    ways = ["wood copper", "wood crystal", "copper crystal", "crystal*2"]
    assert sorted(lines(table, "use")) == sorted(f"use 1 {way}" for way in ways)


def test_a_fed_transformation_takes_nothing():
    table = at_turn(player("P2+T3", wood=2))
    assert refused(table, "use 1 wood") == "no_goods"
    play(table, "use 1")
    assert goods(table) == {"wood": 2, "crystal": 1}


def test_a_fed_transformation_always_has_its_lowest_multiplier():
    for stack, coal in (("P2+T1", 3), ("P5+T4", 6)):
        table = at_turn(player(stack))
        play(table, "use 1")
        assert goods(table) == {"charcoalium": coal}


def test_inputs_come_from_behind_the_screen():
    table = at_turn(player("T2", copper=1))
    assert refused(table, "use 1 wood") == "too_poor"
    assert refused(at_turn(player("T2")), "use 1") == "wrong_input"


def test_a_forced_argument_is_filled_in():
    table = at_turn(player("T2", wood=1))
    play(table, "use 1")
    assert goods(table) == {"copper": 1}


def test_empty_and_unknown_spaces_are_refused():
    table = at_turn(player("P1"))
    for line in ("use 2", "use 0", "use 5", "use 99"):
        assert refused(table, line) == "no_machine"


def test_a_move_of_the_next_step_closes_this_one():
    table = at_turn(player("P1"))
    play(table, "collect")
    assert refused(table, "use 1") == "not_now"


def test_attack_machines_stay_in_the_workshop_and_hold_a_space():
    table = at_turn(player("A1", "A2", "P1"))
    play(table, "use 3", "collect", "dial extract+repair", "end")
    assert me(table).spaces == [("A1",), ("A2",), ("P1",), ()]


def test_a_face_down_space_is_not_used_and_turns_back_when_the_step_closes():
    table = at_turn(player("P1", "P2", face_down=[0]))
    assert lines(table, "use") == ["use 2"]
    assert refused(table, "use 1") == "face_down"
    play(table, "use 2")
    assert me(table).face_down == [0]
    play(table, "collect")
    assert me(table).face_down == []


@pytest.mark.parametrize("closing", [("topdeck",), ("dial extract+repair",)])
def test_every_way_out_of_the_step_turns_back_what_is_face_down(closing):
    table = at_turn(player("P1", face_down=[0], charcoalium=5, assistants=["AS07"]), place=None)
    play(table, *closing)
    assert me(table).face_down == []


def test_goods_in_another_order_are_put_in_order():
    table = at_turn(player("T4", wood=1, crystal=1))
    play(table, "USE 1 Cristal bois")
    assert goods(table) == {"charcoalium": 6}
    assert of(table).now.used == [0]


def test_goods_have_one_spelling():
    table = at_turn(player("T4", wood=1, copper=1))
    with pytest.raises(IllegalMove, match="write wood first"):
        table.play(0, Use(1, ("copper", "wood")))
