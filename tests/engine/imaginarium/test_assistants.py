"""The assistants, one row or more each, and how they work together."""

import pytest

from engine.games.imaginarium.state import Turn
from tests.engine.imaginarium.positions import (
    RULES,
    acting,
    at_turn,
    finish_round,
    goods,
    lines,
    me,
    of,
    play,
    player,
    projects,
    refused,
    rich,
)
from tests.engine.imaginarium.second.figures import SALARIES


@pytest.mark.parametrize(("card", "cost"), SALARIES.items(), ids=SALARIES)
def test_every_assistant_is_recruited_for_its_price(card, cost):
    table = acting(player(charcoalium=cost), pair="recruit+extract", assistants=[card])
    play(table, f"recruit {card}")
    assert me(table).assistants == [card]
    assert goods(table) == {}


def test_as01_any_two_different_actions_without_a_ban_on_repeating():
    table = at_turn(player(assistants=["AS01"], pair=("recruit", "repair")))
    play(table, "collect")
    assert len(lines(table, "dial")) == 15
    assert refused(table, "dial repair+repair") == "no_pair"
    play(table, "dial recruit+repair")


def test_as01_starts_with_the_next_turn():
    table = acting(player(charcoalium=9), pair="recruit+extract", assistants=["AS01"], seats=3)
    play(table, "recruit AS01")
    assert of(table).now.pair == ("recruit", "extract")
    assert refused(table, "repair P1") == "not_chosen"
    play(table, "end")
    of(table).at, of(table).step, of(table).now = 0, "use", Turn()
    play(table, "dial recruit+extract")


def test_as02_pays_the_level_of_the_machine_that_the_reset_discards():
    table = acting(player(assistants=["AS02"]), belt=["P1"] * 6 + ["P6"])
    finish_round(table)
    assert goods(table) == {"charcoalium": 3}


def test_as02_is_not_paid_for_sabotaged_dismantled_or_unpaid_machines():
    table = at_turn(player("P4"), player(assistants=["AS02"]), place=0, belt=["P6", *[None] * 6])
    play(table, "acquire", "dial transact+dismantle", "dismantle 1 points")
    assert of(table).crusher == ["P4", "P6"]
    finish_round(table)
    assert goods(table, 1) == {}


@pytest.mark.parametrize(("ruling", "pay"), [(False, {}), (True, {"charcoalium": 3})])
def test_as02_gets_no_pay_in_the_last_round_unless_the_ruling_says_so(ruling, pay):
    table = acting(
        player(assistants=["AS02"]),
        player(points=20, charcoalium=9),
        belt=["P1"] * 6 + ["P6"],
        rulings=RULES.options({"last_scrap_pay": ruling}),
    )
    finish_round(table)
    assert {kind: n for kind, n in goods(table).items() if kind == "charcoalium"} == pay


def test_as03_repeats_repair_or_dismantle_twice_in_all():
    table = acting(player("P1", "P2", "P3", assistants=["AS03"]), pair="transact+dismantle")
    play(table, "dismantle 1 points", "dismantle 2 points")
    assert refused(table, "dismantle 3 points") == "done"


def test_as03_with_as01_doubles_both_in_one_turn():
    table = acting(
        player("P1", "P2", yard=["D1", "D2"], assistants=["AS01", "AS03"], **rich()), pair="repair+dismantle"
    )
    play(table, "dismantle 1 points", "dismantle 2 points", "repair D1", "repair D2")
    assert me(table).spaces == [("D1",), ("D2",), (), ()]


def test_as04_adds_a_point_to_each_project():
    table = acting(player("A1", "A2", assistants=["AS04"]), projects=projects("PR02"))
    play(table, "complete PR02")
    assert goods(table) == {"points": 5}


def test_as05_pays_the_base_cost_only():
    table = at_turn(player(charcoalium=4, assistants=["AS05"]), place=0, belt=["P6", *["P1"] * 6])
    assert table.view(0)["belt"][0]["price"] == 4
    assert table.view(1)["belt"][0]["price"] == 7
    play(table, "acquire")
    assert goods(table) == {}
    assert me(table).yard == ["P6"]


def test_as05_with_a_shortfall_counts_from_the_base_cost():
    table = at_turn(player(charcoalium=3, wood=2, assistants=["AS05"]), place=0, belt=["P6", *["P1"] * 6])
    assert lines(table, "acquire") == ["acquire wood*2"]
    poor = at_turn(player(charcoalium=3, wood=1, assistants=["AS05"]), place=0, belt=["P6", *["P1"] * 6])
    play(poor, "acquire")
    assert of(poor).crusher == ["P6"]


def test_as06_gives_six_spaces_in_all_at_once():
    table = acting(player("P1", "P2", "P3", "P4", charcoalium=4), pair="recruit+extract", assistants=["AS06"])
    play(table, "recruit AS06")
    assert me(table).spaces == [("P1",), ("P2",), ("P3",), ("P4",), (), ()]


def with_deck_buyer(**fields):
    return at_turn(player(assistants=["AS07"], **fields), deck=["P1", "P6"])


def test_as07_buys_the_top_of_the_deck_for_3_charcoalium_once_a_turn():
    table = with_deck_buyer(charcoalium=7)
    outcome = play(table, "topdeck")
    assert me(table).yard == ["P6"]
    assert goods(table) == {"charcoalium": 4}
    assert 0 in outcome.learned_by
    assert refused(table, "topdeck") == "bought_blind"


def test_as07_works_before_or_after_picking_up():
    for first, second in (("topdeck", "collect"), ("collect", "topdeck")):
        table = with_deck_buyer(charcoalium=3)
        play(table, first, second)
        assert goods(table) == {"charcoalium": 3}


def test_as07_is_not_paid_with_resources_nor_lowered_by_as05():
    assert refused(with_deck_buyer(charcoalium=2, wood=9), "topdeck") == "too_poor"
    both = at_turn(player(assistants=["AS05", "AS07"], charcoalium=2), deck=["P6"])
    assert refused(both, "topdeck") == "too_poor"


def test_as07_is_for_its_employer_in_the_second_step_only():
    assert refused(at_turn(player(charcoalium=9)), "topdeck") == "no_deck_buyer"
    late = acting(player(charcoalium=9, assistants=["AS07"]))
    assert refused(late, "topdeck") == "not_now"


def test_as07_reshuffles_an_empty_deck_and_finds_nothing_when_both_piles_are_empty():
    table = at_turn(player(assistants=["AS07"], charcoalium=3), deck=[], crusher=["P1"])
    play(table, "topdeck")
    assert me(table).yard == ["P1"]
    empty = at_turn(player(assistants=["AS07"], charcoalium=3), deck=[], crusher=[])
    assert refused(empty, "topdeck") == "no_deck"
    gaps = at_turn(
        player(assistants=["AS07"], charcoalium=3),
        deck=[],
        crusher=["P1"],
        rulings=RULES.options({"empty_deck": "gaps"}),
    )
    assert refused(gaps, "topdeck") == "no_deck"


def recruiting_the_drawer(unused, **fields):
    table = acting(player(charcoalium=6), pair="recruit+extract", assistants=["AS08"], unused_projects=unused, **fields)
    return table, play(table, "recruit AS08")


def test_as08_draws_two_projects_that_are_not_in_play_privately():
    table, outcome = recruiting_the_drawer(["PR01", "PR02", "PR03"])
    assert me(table).private == ["PR02", "PR03"]
    assert outcome.learned_by == {0}
    assert table.view(0)["private"] == ["PR02", "PR03"]
    assert table.view(1)["players"][0]["private"] == 2
    assert "PR02" not in str(table.view(1))
    assert [event.is_seen_by(1) for event in outcome.events] == [True, False]


def test_as08_draws_what_there_is_when_fewer_than_two_are_left():
    assert me(recruiting_the_drawer(["PR01"])[0]).private == ["PR01"]
    assert me(recruiting_the_drawer([])[0]).private == []


def test_as08_never_draws_a_cancelled_project_unless_the_ruling_says_so():
    table, _ = recruiting_the_drawer(["PR01"], cancelled=["PR05"])
    assert me(table).private == ["PR01"]
    again, _ = recruiting_the_drawer(["PR01"], cancelled=["PR05"], rulings=RULES.options({"redraw_cancelled": True}))
    assert me(again).private == ["PR01", "PR05"]


def test_as08_the_first_one_met_scores_in_full_and_both_go():
    table = acting(player("A1", "A2", "D1", private=["PR02", "PR04"]), player(), projects=projects("PR01"))
    assert lines(table, "complete") == ["complete PR02", "complete PR04"]
    play(table, "complete PR04")
    assert goods(table) == {"points": 4}
    assert me(table).private == []
    assert of(table).spent == ["PR02", "PR04"]
    assert lines(table, "complete") == []


def test_as08_private_projects_of_others_cannot_be_completed():
    table = acting(player("A1", "A2"), player(private=["PR02"]), projects=projects("PR01"))
    assert refused(table, "complete PR02") == "no_project"


@pytest.mark.parametrize(("ruling", "points"), [(True, 5), (False, 4)])
def test_as08_counts_for_as04_unless_the_ruling_says_no(ruling, points):
    table = acting(
        player("A1", "A2", private=["PR02"], assistants=["AS04", "AS08"]),
        projects=[],
        rulings=RULES.options({"private_bonus": ruling}),
    )
    play(table, "complete PR02")
    assert goods(table) == {"points": points}


def test_as09_points_cost_3_charcoalium():
    table = acting(player(charcoalium=3, assistants=["AS09"]), pair="repair+transact")
    play(table, "buy point")
    assert goods(table) == {"points": 1}


def test_as10_makes_five_transactions():
    table = acting(player(wood=6, assistants=["AS10"]), pair="repair+transact")
    play(table, *["sell wood"] * 5)
    assert refused(table, "sell wood") == "done"


def test_as11_uses_the_effect_twice_when_a_machine_is_repaired():
    table = acting(player(yard=["P2"], copper=2, assistants=["AS11"]))
    play(table, "repair P2")
    assert goods(table) == {"wood": 2}


def test_as12_borrows_one_single_production_or_transformation_machine_of_an_opponent():
    table = at_turn(player(wood=1, assistants=["AS12"]), player("P4", "P1+P1", "D1", "A1"), player("T1", "S2"))
    assert lines(table, "borrow") == ["borrow p2 1", "borrow p3 1 wood"]
    play(table, "borrow p3 1 wood")
    assert goods(table) == {"charcoalium": 3}
    assert goods(table, 2) == {}
    assert refused(table, "borrow p2 1") == "borrowed"


def test_as12_leaves_the_machine_to_its_owner():
    table = at_turn(player(assistants=["AS12"]), player("P4"))
    play(table, "borrow p2 1")
    assert of(table).players[1].spaces[0] == ("P4",)
    assert of(table).now.used == []


def test_as12_is_for_its_employer_and_for_opponents_machines():
    assert refused(at_turn(player(), player("P4")), "borrow p2 1") == "no_borrower"
    table = at_turn(player("P1", assistants=["AS12"]), player("P4", "P2+T3", "S2", "D1"))
    assert refused(table, "borrow p1 1") == "no_opponent"
    for space in (2, 3, 4, 5):
        assert refused(table, f"borrow p2 {space}") == "no_loan"


def test_as13_majorities_are_worth_3_points():
    table = acting(player(points=20, wood=5, copper=5, assistants=["AS13"]), player(crystal=1, charcoalium=9))
    finish_round(table, pair="dismantle+reorganise")
    assert table.result is not None
    assert [one.details["majorities"] for one in table.result.standings][:2] == [6, 4]


def test_assistants_other_than_as01_work_at_once():
    table = acting(
        player(yard=["D1", "D2"], charcoalium=6, **dict.fromkeys(("wood", "copper", "crystal"), 9)),
        pair="recruit+repair",
        assistants=["AS03"],
    )
    play(table, "recruit AS03", "repair D1", "repair D2")
    assert me(table).spaces[:2] == [("D1",), ("D2",)]
