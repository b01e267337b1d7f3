"""Réparer une machine du bric-à-brac, 4; Exemple de validation de projet; Projets."""

from typing import Any

import pytest

from tests.engine.nicodemus.positions import PROJECTS, duel, play, player, state_of
from tests.engine.positions import legal, outcome_of, refusal

RICH: dict[str, Any] = {"wood": 4, "copper": 4, "crystal": 4}


def claiming(workshop, card, projects, **more):
    """Return a table on which the card has just been repaired."""
    table = duel(row=[card], mine=player([], workshop=workshop, **RICH, **more), theirs=player([]), projects=projects)
    table.play(0, next(line for line in legal(table, "repair")))
    return table


def test_the_worked_example_claims_two_projects_at_once_for_three_points():
    table = claiming(["yellow_2"], "purple_5", ["two_worth_three", "two_charcoalium"])
    before = state_of(table).players[0].score
    state = play(table, "claim two_worth_three", "claim two_charcoalium", "end")
    assert state.players[0].score == before + 3
    assert state.players[0].workshop == []
    assert state.players[0].aside == ["purple_5", "yellow_2"]


FULFILLED = """
all_colours          5 blue_1 purple_1 red_1 + yellow_1
two_blue             1 blue_1 + blue_3
two_purple           1 purple_1 + purple_4
two_red              3 red_1 + red_4
two_yellow           3 yellow_1 + yellow_2
two_identical        2 blue_4 + blue_4
two_worth_one        3 blue_1 + red_1
two_worth_two        2 blue_3 + purple_4
two_worth_three      1 blue_5 + red_3
charcoalium_wood     2 blue_1 + blue_2
charcoalium_copper   2 purple_5 + red_2
charcoalium_crystal  2 purple_2 + yellow_2
two_charcoalium      2 blue_2 + red_3
two_wood             2 blue_1 + yellow_1
two_copper           2 blue_3 + red_2
two_crystal          3 blue_4 + red_1
wood_copper_crystal  3 purple_4 purple_3 + purple_2
"""


@pytest.mark.parametrize("line", FULFILLED.strip().splitlines(), ids=lambda line: line.split()[0])
def test_a_project_is_claimed_with_the_machines_that_it_needs(line):
    project, points, *cards = line.split()
    workshop, card = cards[:-2], cards[-1]
    table = claiming(workshop, card, [project])
    before = state_of(table).players[0].score
    state = play(table, f"claim {project}", "end")
    assert state.players[0].score == before + int(points)
    assert state.players[0].claimed == [project]
    assert (state.players[0].workshop, state.projects) == ([], [])


MISSED = """
all_colours          blue_1 purple_1 blue_3 + yellow_1
two_blue             blue_1 + purple_1
two_purple           purple_1 + red_1
two_red              red_1 + blue_1
two_yellow           yellow_1 + red_1
two_identical        blue_3 + purple_3
two_worth_one        blue_1 + blue_3
two_worth_two        blue_3 + blue_5
two_worth_three      purple_5 + purple_4
charcoalium_wood     blue_5 + blue_2
charcoalium_copper   purple_5 + purple_1
charcoalium_crystal  blue_5 + yellow_2
two_charcoalium      blue_2 + blue_1
two_wood             blue_1 + blue_5
two_copper           purple_1 + red_2
two_crystal          blue_5 + red_1
wood_copper_crystal  purple_4 blue_5 + purple_2
"""


@pytest.mark.parametrize("line", MISSED.strip().splitlines(), ids=lambda line: line.split()[0])
def test_a_project_is_refused_when_a_machine_is_missing_and_any_counts_for_no_symbol(line):
    project, *cards = line.split()
    illegal = refusal(claiming(cards[:-2], cards[-1], [project]), f"claim {project}")
    assert illegal.reason == "not_fulfilled"


def test_every_project_has_a_row_here():
    assert {line.split()[0] for line in FULFILLED.strip().splitlines()} == PROJECTS.keys()
    assert {line.split()[0] for line in MISSED.strip().splitlines()} == PROJECTS.keys()


def test_a_project_needs_the_machine_repaired_this_turn():
    table = claiming(["red_1", "red_2"], "blue_1", ["two_red"])
    assert legal(table) == ["end"]
    assert refusal(table, "claim two_red").reason == "not_fulfilled"


def test_points_are_scored_at_each_claim_and_machines_leave_together_at_the_end():
    table = claiming(["blue_1"], "blue_3", ["two_blue"])
    state = play(table, "claim two_blue")
    assert state.players[0].score == 3
    assert state.players[0].workshop == ["blue_1", "blue_3"]
    state = play(table, "end")
    assert state.players[0].workshop == []


def test_all_claims_of_a_turn_are_judged_on_the_same_workshop_and_a_machine_may_serve_several():
    table = claiming(["blue_1"], "blue_1", ["two_blue", "two_identical", "two_worth_one", "two_wood"])
    state = play(table, "claim two_blue", "claim two_identical", "claim two_worth_one", "claim two_wood", "end")
    assert state.players[0].score == 1 + 1 + 2 + 3 + 2
    assert state.players[0].aside == ["blue_1", "blue_1"]


def test_claims_may_come_in_any_order():
    for order in (["two_blue", "two_wood"], ["two_wood", "two_blue"]):
        state = play(
            claiming(["blue_1"], "blue_1", ["two_blue", "two_wood"]), *(f"claim {one}" for one in order), "end"
        )
        assert state.players[0].score == 1 + 1 + 2


def test_each_claim_can_set_aside_other_machines():
    table = claiming(["red_1", "blue_3"], "blue_1", ["two_worth_one", "two_blue"])
    state = play(table, "claim two_worth_one", "claim two_blue", "end")
    assert state.players[0].aside == ["blue_1", "blue_3", "red_1"]


def test_a_project_is_claimed_once():
    table = claiming(["blue_1"], "blue_1", ["two_blue"])
    play(table, "claim two_blue")
    assert refusal(table, "claim two_blue").reason == "no_such_project"


def test_declining_is_allowed_and_a_later_claim_needs_a_fresh_repair():
    mine = player([], workshop=["red_1"], **RICH)
    table = duel(row=["blue_1", "red_2"], mine=mine, theirs=player(["blue_2"]), projects=["two_red"])
    play(table, "repair 2", "end", "play blue_2 coins")
    state = play(table, "repair 2")
    assert state.projects == ["two_red"]
    assert legal(table) == ["end"]


def test_one_project_can_be_declined_and_another_claimed():
    state = play(claiming(["blue_1"], "blue_1", ["two_blue", "two_wood"]), "claim two_wood", "end")
    assert state.projects == ["two_blue"]


def test_with_more_machines_than_needed_the_player_picks_which_are_set_aside():
    table = claiming(["blue_1", "blue_4"], "blue_3", ["two_blue"])
    assert legal(table, "claim") == ["claim two_blue blue_1", "claim two_blue blue_4"]
    assert refusal(table, "claim two_blue").reason == "which_machines"
    state = play(table, "claim two_blue blue_4", "end")
    assert state.players[0].workshop == ["blue_1"]


def test_machines_of_one_type_are_no_choice():
    table = claiming(["blue_1", "blue_1"], "blue_3", ["two_blue"])
    assert legal(table, "claim") == ["claim two_blue"]
    assert refusal(table, "claim two_blue blue_3").reason == "no_choice"
    assert str(table.read(0, "claim two_blue blue_1")) == "claim two_blue", "what goes without saying may be said"
    assert play(table, "claim two_blue", "end").players[0].workshop == ["blue_1"]


def test_where_two_claims_use_the_same_type_one_machine_serves_both():
    table = claiming(["blue_1", "blue_1"], "blue_2", ["two_blue", "charcoalium_wood"])
    state = play(table, "claim two_blue", "claim charcoalium_wood", "end")
    assert state.players[0].workshop == ["blue_1"]


def test_ending_with_a_project_unclaimed_is_advised_against():
    table = claiming(["blue_1"], "blue_2", ["two_blue"])
    assert [str(advice) for advice in outcome_of(table, "end").advice] == ["You could still claim two_blue."]
    table = claiming(["blue_1"], "blue_2", ["two_blue"])
    assert outcome_of(table, "claim two_blue", "end").advice == []


def test_the_set_is_listed_in_workshop_order():
    table = claiming(["purple_3", "blue_1", "blue_3"], "purple_2", ["wood_copper_crystal"])
    assert legal(table, "claim") == [
        "claim wood_copper_crystal purple_3 blue_1",
        "claim wood_copper_crystal blue_1 blue_3",
    ]
    assert (
        str(table.read(0, "claim wood_copper_crystal blue_1 purple_3")) == "claim wood_copper_crystal purple_3 blue_1"
    )
    assert refusal(table, "claim wood_copper_crystal purple_3 blue_3").reason == "which_machines"


def test_not_more_than_needed_is_set_aside():
    table = claiming(["blue_1", "blue_4"], "blue_3", ["two_blue"])
    assert refusal(table, "claim two_blue blue_1 blue_4").reason == "which_machines"


def test_all_colours_uses_four_machines_at_once_before_the_clean_up():
    state = play(claiming(["blue_1", "purple_1", "red_1"], "yellow_1", ["all_colours"]), "claim all_colours", "end")
    assert state.players[0].workshop == []
    assert len(state.players[0].aside) == 4


def test_face_up_projects_are_never_replaced():
    table = claiming(["blue_1"], "blue_1", ["two_blue", "two_wood"])
    pile = len(state_of(table).pile)
    state = play(table, "claim two_blue", "end")
    assert state.projects == ["two_wood"]
    assert len(state.pile) == pile


def test_a_private_project_is_claimed_by_its_owner_by_the_same_rule():
    state = play(claiming(["blue_1"], "blue_1", [], private=["two_wood", "two_red"]), "claim two_wood", "end")
    assert state.players[0].private == ["two_red"]
    assert state.players[0].claimed == ["two_wood"]


def test_a_private_project_of_the_opponent_cant_be_claimed():
    mine = player([], workshop=["blue_1"], **RICH)
    table = duel(row=["blue_1"], mine=mine, theirs=player([], private=["two_wood"]))
    play(table, "repair 1")
    assert refusal(table, "claim two_wood").reason == "no_such_project"


def test_there_is_no_cap_on_private_projects_and_no_penalty():
    private = ["two_wood", "two_red", "two_blue", "two_copper", "two_yellow"]
    mine = player(["yellow_1"], private=private, score=4)
    table = duel(mine=mine, projects=["two_crystal"])
    play(table, "play yellow_1 effect")
    state = play(table, legal(table)[0])
    assert len(state.players[0].private) == 6
    assert state.players[0].score == 4


def test_claims_reveal_nothing():
    outcome = outcome_of(claiming(["blue_1"], "blue_1", ["two_blue"]), "claim two_blue", "end")
    assert outcome.learned_by == frozenset()
