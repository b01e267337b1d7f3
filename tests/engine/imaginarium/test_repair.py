"""Repair, the effect that works at once, and the special machines."""

import pytest

from tests.engine.imaginarium.positions import (
    RULES,
    acting,
    goods,
    lines,
    me,
    of,
    play,
    player,
    refused,
    rich,
)

COSTS = {
    "P1": "wood*2",
    "P2": "copper*2",
    "P3": "wood*2 crystal",
    "P4": "wood*2 copper*2",
    "P5": "crystal*3",
    "P6": "copper*2 crystal*2",
    "T1": "copper crystal",
    "T2": "wood crystal",
    "T3": "wood copper*2",
    "T4": "wood copper crystal",
    "A1": "wood crystal",
    "A2": "copper crystal",
    "A3": "wood crystal*2",
    "A4": "wood copper*3",
    "A5": "copper*2 crystal*2",
    "A6": "copper crystal*3",
    "D1": "wood copper",
    "D2": "wood*3 copper",
    "D3": "wood copper crystal*2",
    "S1": "wood copper crystal*2",
    "S2": "wood copper crystal*2",
}
AT_ONCE = {
    "P1": {"charcoalium": 1},
    "P2": {"wood": 1},
    "P3": {"copper": 1},
    "P4": {"crystal": 1},
    "P5": {"wood": 1, "copper": 1},
}


def amounts(written):
    return {word.split("*")[0]: int((*word.split("*"), "1")[1]) for word in written.split()}


@pytest.mark.parametrize(("card", "cost"), COSTS.items(), ids=COSTS)
def test_a_repair_spends_the_resources_of_the_card(card, cost):
    assert RULES.book.machines[card].repair == amounts(cost)
    table = acting(player(yard=[card], **amounts(cost)))
    play(table, f"repair {card}")
    assert me(table).yard == []
    spent = {key for key in amounts(cost) if key not in AT_ONCE.get(card, {})}
    assert all(getattr(me(table), kind) == 0 for kind in spent)


@pytest.mark.parametrize("card", COSTS)
def test_a_repair_with_one_resource_too_few_is_refused(card):
    enough = amounts(COSTS[card])
    for kind in enough:
        table = acting(player(yard=[card], **{**enough, kind: enough[kind] - 1}))
        assert refused(table, f"repair {card}") == "too_poor"
        assert lines(table, "repair") == []


@pytest.mark.parametrize(("card", "gain"), AT_ONCE.items(), ids=AT_ONCE)
def test_choiceless_effects_run_at_once(card, gain):
    table = acting(player(yard=[card], **amounts(COSTS[card])))
    play(table, f"repair {card}")
    assert goods(table) == gain
    assert of(table).pending[0] == []


def test_a_repaired_machine_goes_to_the_lowest_free_space():
    table = acting(player("P1", "-", "P2", yard=["D1"], **rich()))
    play(table, "repair D1")
    assert me(table).spaces == [("P1",), ("D1",), ("P2",), ()]


def test_a_repair_needs_a_free_space():
    table = acting(player("P1", "P2", "P3", "P4", yard=["D1"], **rich()))
    assert refused(table, "repair D1") == "no_space"
    assert lines(table, "repair") == []


def test_only_what_lies_broken_in_the_yard_is_repaired():
    table = acting(player("P2", yard=["D1"], **rich()))
    assert refused(table, "repair P2") == "not_in_yard"


def test_one_machine_is_repaired_per_turn():
    table = acting(player(yard=["D1", "D2"], **rich()))
    play(table, "repair D1")
    assert refused(table, "repair D2") == "done"


def test_equal_broken_machines_are_offered_once():
    table = acting(player(yard=["P1", "P1"], **rich()))
    assert lines(table, "repair") == ["repair P1"]


def test_a_flamelleur_asks_for_its_kind_or_is_skipped():
    table = acting(player(yard=["P6"], copper=2, crystal=2))
    play(table, "repair P6")
    assert lines(table) == ["effect wood", "effect copper", "effect crystal", "skip"]
    play(table, "effect wood")
    assert goods(table) == {"wood": 1}
    assert "end" in lines(table)


def test_an_open_effect_can_be_declined_and_nothing_else_done_meanwhile():
    table = acting(player(yard=["P6"], copper=2, crystal=2))
    play(table, "repair P6")
    assert refused(table, "extract") == "not_now"
    assert refused(table, "end") == "not_now"
    play(table, "skip")
    assert goods(table) == {}
    assert me(table).spaces[0] == ("P6",)
    play(table, "extract", "end")


def test_a_transformation_asks_for_its_input():
    table = acting(player(yard=["T4"], wood=2, copper=2, crystal=1))
    play(table, "repair T4")
    assert lines(table) == ["effect wood copper", "skip"]
    play(table, "effect wood copper")
    assert goods(table) == {"charcoalium": 6}


def test_an_effect_with_nothing_to_choose_is_not_opened():
    table = acting(player(yard=["T1"], copper=1, crystal=1))
    play(table, "repair T1")
    assert of(table).pending[0] == []
    assert "end" in lines(table)


def test_an_effect_with_one_choice_is_asked_all_the_same():
    table = acting(player(yard=["T1"], wood=1, copper=1, crystal=1))
    play(table, "repair T1")
    assert lines(table) == ["effect wood", "skip"]


def test_defence_machines_have_nothing_to_do_at_once():
    table = acting(player(yard=["D3"], **rich()))
    outcome = play(table, "repair D3")
    assert len(outcome.events) == 1


def test_the_test_runner_doubles_production_transformation_and_diplomateur():
    for card, gain in (("P1", {"charcoalium": 2}), ("S2", {"points": 2}), ("P5", {"wood": 2, "copper": 2})):
        table = acting(player(yard=[card], assistants=["AS11"], **amounts(COSTS[card])))
        play(table, f"repair {card}", *["effect"] * (card == "S2"))
        assert goods(table) == gain


def test_each_doubled_use_of_a_transformation_needs_its_own_input():
    table = acting(player(yard=["T1"], assistants=["AS11"], wood=1, copper=2, crystal=1))
    play(table, "repair T1", "effect wood")
    assert lines(table) == ["effect copper", "skip"]
    play(table, "effect copper")
    assert goods(table) == {"charcoalium": 6}
    short = acting(player(yard=["T1"], assistants=["AS11"], wood=1, copper=1, crystal=1))
    play(short, "repair T1", "effect wood")
    assert of(short).pending[0] == []


def test_each_doubled_use_of_a_flamelleur_names_its_own_kind():
    table = acting(player(yard=["P6"], assistants=["AS11"], copper=2, crystal=2))
    play(table, "repair P6", "effect wood", "effect crystal")
    assert goods(table) == {"wood": 1, "crystal": 1}


def test_skip_declines_all_that_is_left_of_an_effect():
    table = acting(player(yard=["P6"], assistants=["AS11"], copper=2, crystal=2))
    play(table, "repair P6", "skip")
    assert of(table).pending[0] == []
    tangle = acting(player(yard=["A6"], **rich()), player("P1"), player("P1"))
    play(tangle, "repair A6", "tangle p2 1", "skip")
    assert of(tangle).pending[0] == []
    assert of(tangle).players[2].face_down == []


def test_the_test_runner_does_not_double_attack_defence_or_recyclateur():
    table = acting(player(yard=["A1"], assistants=["AS11"], **rich()), player(charcoalium=9))
    play(table, "repair A1")
    assert goods(table)["charcoalium"] == 9 + 3
    again = acting(player(yard=["S1"], assistants=["AS11"], **rich()), crusher=["P1"])
    play(again, "repair S1", "recover P1")
    assert goods(again)["charcoalium"] == 9 + 1


def test_the_recyclateur_is_discarded_and_brings_a_machine_back_repaired():
    table = acting(player("P2", yard=["S1"], wood=1, copper=1, crystal=2), crusher=["P1", "A1", "S2"])
    play(table, "repair S1")
    assert of(table).crusher == ["P1", "A1", "S1", "S2"]
    assert lines(table) == ["recover P1", "recover S2", "skip"]
    play(table, "recover P1")
    assert me(table).spaces[:2] == [("P2",), ("P1",)]
    assert goods(table) == {"charcoalium": 1}
    assert of(table).crusher == ["A1", "S1", "S2"]


def test_a_diplomateur_can_be_recovered_but_nothing_with_lightning():
    table = acting(player(yard=["S1"], **rich()), crusher=["A1", "A5", "A6", "S2"])
    play(table, "repair S1")
    assert lines(table, "recover") == ["recover S2"]
    for card in ("A1", "A5", "A6", "S1", "P1"):
        assert refused(table, f"recover {card}") == "no_target"
    play(table, "recover S2", "effect")
    assert goods(table)["points"] == 1


def test_a_recovered_machine_with_a_choice_opens_its_own_effect():
    table = acting(player(yard=["S1"], **rich()), crusher=["P6"])
    play(table, "repair S1", "recover P6")
    assert lines(table) == ["effect wood", "effect copper", "effect crystal", "skip"]


def test_a_recyclateur_without_a_target_is_discarded_for_nothing():
    table = acting(player(yard=["S1"], **rich()), crusher=["A1"])
    play(table, "repair S1")
    assert of(table).pending[0] == []
    assert of(table).crusher == ["A1", "S1"]
    assert me(table).spaces == [(), (), (), ()]


def test_a_declined_recyclateur_is_still_discarded():
    table = acting(player(yard=["S1"], **rich()), crusher=["P1"])
    play(table, "repair S1", "skip")
    assert of(table).crusher == ["P1", "S1"]
    assert me(table).spaces == [(), (), (), ()]


def test_a_recyclateur_needs_a_free_space_to_be_repaired_and_then_leaves_it():
    full = acting(player("P1", "P2", "P3", "P4", yard=["S1"], **rich()), crusher=["P1"])
    assert refused(full, "repair S1") == "no_space"
    last = acting(player("P1", "P2", "P3", yard=["S1"], **rich()), crusher=["D1"])
    play(last, "repair S1", "recover D1")
    assert me(last).spaces[3] == ("D1",)


def test_a_recovery_is_no_repair_for_the_test_runner_unless_the_ruling_says_so():
    for ruling, coal in ((False, 1), (True, 2)):
        options = {"double_recovery": ruling}
        table = acting(player(yard=["S1"], assistants=["AS11"], **rich(2)), crusher=["P1"], options=options)
        of(table).rulings = RULES.options(options)
        play(table, "repair S1", "recover P1")
        assert goods(table)["charcoalium"] == 2 + coal


def test_the_double_shift_repairs_twice_in_all_each_with_its_own_space_and_cost():
    table = acting(player("P1", "P2", yard=["D1", "D1", "D2"], assistants=["AS03"], **rich()))
    play(table, "repair D1", "repair D2")
    assert refused(table, "repair D1") == "done"
    crowded = acting(player("P1", "P2", "P3", yard=["D1", "D2"], assistants=["AS03"], **rich()))
    play(crowded, "repair D1")
    assert refused(crowded, "repair D2") == "no_space"
