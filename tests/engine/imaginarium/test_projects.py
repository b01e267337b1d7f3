"""4. Completing projects, and the projects themselves."""

import pytest

from tests.engine.imaginarium.positions import (
    RULES,
    acting,
    at_turn,
    goods,
    lines,
    of,
    play,
    player,
    projects,
    refused,
)
from tests.engine.imaginarium.second.figures import POINTS

MET = [
    ("PR01", ["P1", "P2", "P3", "P4"]),
    ("PR01", ["P1+P1", "P2+T3", "P3", "P6"]),
    ("PR02", ["A1", "A1"]),
    ("PR02", ["A5", "A6"]),
    ("PR03", ["D1", "D2"]),
    ("PR03", ["D1+D1"]),
    ("PR04", ["A1", "D3"]),
    ("PR05", ["T1", "T2"]),
    ("PR05", ["T1+T1"]),
    ("PR05", ["P2+T1", "P2+T3"]),
    ("PR06", ["P1+P1+P1"]),
    ("PR06", ["T4+T4+T4"]),
    ("PR07", ["P1+P1+P1", "P2+T3", "A1"]),
    ("PR08", ["P3", "P4", "T3"]),
    ("PR08", ["P3+P3", "A5"]),
    ("PR09", ["P6", "S2"]),
    ("PR09", ["S2+S2"]),
    ("PR09", ["A6", "D3"]),
    ("PR10", ["P2+P2+P2", "P3"]),
    ("PR10", ["P2+P2", "P3+P3"]),
    ("PR10", ["P5", "P5", "P2", "P6"]),
    ("PR10", ["P6+P6", "P2+P2"]),
    ("PR11", ["P2", "P3", "P4"]),
    ("PR11", ["P5", "P4"]),
    ("PR11", ["P2", "P2+T2", "P2+T3"]),
    ("PR11", ["P5", "P6"]),
    ("PR11", ["P4", "P6", "P6"]),
    ("PR12", ["P2+P2"]),
    ("PR12", ["P6+P6"]),
    ("PR12", ["P5", "P2", "P6"]),
    ("PR12", ["P3", "P4+T2", "P5"]),
]
NOT_MET = [
    ("PR01", ["P1+P1", "P2", "P3"]),
    ("PR01", ["P1", "P2", "P3", "T1"]),
    ("PR02", ["A1", "D1"]),
    ("PR03", ["D1"]),
    ("PR04", ["A1", "A2"]),
    ("PR04", ["A1", "P1"]),
    ("PR05", ["T1", "P2"]),
    ("PR06", ["P1+P1", "P1"]),
    ("PR06", ["D1+D1+D2"]),
    ("PR07", ["P1+P1+P1", "P2+T3"]),
    ("PR08", ["P3", "P4", "P6"]),
    ("PR08", ["P1+P1", "P2+P2"]),
    ("PR09", ["P6", "P3"]),
    ("PR10", ["P1+P1+P1", "P2+P2+P2"]),
    ("PR10", ["P2+P2", "P2+P2"]),
    ("PR10", ["P2+P2+P2"]),
    ("PR10", ["P2+P2+P2", "T2+T2"]),
    ("PR11", ["P2", "P3", "T3"]),
    ("PR11", ["P5", "P1"]),
    ("PR11", ["P6+P6", "P2"]),
    ("PR12", ["P2", "P3", "P4"]),
    ("PR12", ["P1+P1+P1"]),
    ("PR12", ["P2+T1", "P2+T1", "P2"]),
    ("PR12", ["T2+T2"]),
]


@pytest.mark.parametrize(("project", "points"), POINTS.items(), ids=POINTS)
def test_every_project_has_its_points(project, points):
    assert RULES.book.projects.by_id[project].points == points


@pytest.mark.parametrize(("project", "stacks"), MET)
def test_a_workshop_that_fulfils_a_project(project, stacks):
    table = acting(player(*stacks), projects=projects(project))
    play(table, f"complete {project}")
    assert goods(table) == {"points": POINTS[project]}
    assert of(table).projects[0].completed == [0]


@pytest.mark.parametrize(("project", "stacks"), NOT_MET)
def test_a_workshop_that_does_not_fulfil_a_project(project, stacks):
    table = acting(player(*stacks), projects=projects(project))
    assert lines(table, "complete") == []
    assert refused(table, f"complete {project}") == "not_met"


def test_pr13_wants_three_assistants():
    assert RULES.book.projects.is_met("PR13", player(assistants=["AS01", "AS02", "AS03"]))
    assert RULES.book.projects.is_met("PR13", player(assistants=["AS01", "AS02", "AS03", "AS04"]))
    assert not RULES.book.projects.is_met("PR13", player(assistants=["AS01", "AS02"]))


def test_pr14_wants_15_charcoalium_shown_and_not_spent():
    table = acting(player(charcoalium=15), projects=projects("PR14"))
    play(table, "complete PR14")
    assert goods(table) == {"charcoalium": 15, "points": 3}
    assert not RULES.book.projects.is_met("PR14", player(charcoalium=14))


def test_only_repaired_machines_count():
    table = acting(player("A1", yard=["A2", "D1"]), projects=projects("PR02", "PR04"))
    assert lines(table, "complete") == []


def test_stock_is_not_capability():
    assert not RULES.book.projects.is_met("PR10", player(wood=9, copper=9, crystal=9))


def test_machines_of_others_do_not_count_even_when_borrowed():
    table = acting(player("P2", "P3", assistants=["AS12"]), player("P4"), projects=projects("PR11"))
    assert lines(table, "complete") == []


def test_the_first_gets_the_points_and_later_ones_1_less_also_in_a_later_round():
    table = acting(player("A1", "A2"), round=9, projects=projects("PR02", completed=(2,)))
    play(table, "complete PR02")
    assert goods(table) == {"points": 3}
    third = acting(player("A1", "A2"), projects=projects("PR02", completed=(2, 1)))
    play(third, "complete PR02")
    assert goods(third) == {"points": 3}


def test_several_projects_in_one_turn_each_once():
    table = acting(player("A1", "A2", "D1", "D2"), projects=projects("PR02", "PR03", "PR04"))
    play(table, "complete PR02", "complete PR03")
    assert refused(table, "complete PR02") == "completed"
    play(table, "complete PR04")
    assert goods(table) == {"points": 12}


def test_completing_is_never_forced_but_mentioned_at_the_end():
    table = acting(player("A1", "A2"), projects=projects("PR02"))
    outcome = play(table, "end")
    assert "Two Attackers" in table.voice().say(outcome.advice[0])


def test_completing_closes_the_actions():
    table = acting(player("A1", "A2"), projects=projects("PR02"))
    play(table, "complete PR02")
    assert refused(table, "extract") == "not_now"
    assert lines(table) == ["end"]


def test_projects_come_after_the_dial():
    table = at_turn(player("A1", "A2"), projects=projects("PR02"))
    play(table, "collect")
    assert refused(table, "complete PR02") == "not_now"
    assert lines(table, "complete") == []


def test_tokens_are_markers_and_no_cap_unless_the_ruling_says_so():
    done = projects("PR01", "PR05", "PR07", "PR08", "PR09", "PR10", completed=(0,))
    mine = player("A1", "A2")
    free = acting(mine, projects=[*done, *projects("PR02")])
    assert lines(free, "complete") == ["complete PR02"]
    capped = acting(mine, projects=[*done, *projects("PR02")], rulings=RULES.options({"token_limit": True}))
    assert lines(capped, "complete") == []
    assert refused(capped, "complete PR02") == "no_token"


def test_two_players_have_five_tokens_beside_the_saboteur():
    done = projects("PR01", "PR05", "PR07", "PR08", "PR09", "PR10", completed=(0,))
    for used in (done[:5], done):
        table = acting(
            player("A1", "A2"),
            seats=2,
            projects=[*used, *projects("PR02")],
            rulings=RULES.options({"token_limit": True}),
        )
        assert lines(table, "complete") == []
        assert refused(table, "complete PR02") == "no_token"


def test_a_recyclateur_never_stays_and_so_never_counts():
    table = acting(player("P6", yard=["S1"], wood=1, copper=1, crystal=2), projects=projects("PR09"))
    play(table, "repair S1")
    assert lines(table, "complete") == []


# How far one has come, for the bot


@pytest.mark.parametrize(
    ("project", "someone", "come"),
    [
        ("PR01", player("P1", "P2+P2"), (2, 4)),
        ("PR02", player("A1"), (1, 2)),
        ("PR04", player("A1"), (1, 2)),
        ("PR04", player("A1", "A2"), (1, 2)),
        ("PR04", player("A1", "P1"), (1, 2)),
        ("PR06", player("P1+P1", "P2+T3"), (2, 3)),
        ("PR06", player("P2+T3"), (0, 3)),
        ("PR07", player("P1+P1", "P2"), (3, 6)),
        ("PR07", player("P1+P1+P1", "P2+P2+P2", "P3"), (1, 1)),
        ("PR08", player("P3", "P4", "P1"), (2, 3)),
        ("PR10", player("P2+P2"), (3, 6)),
        ("PR10", player("P2+P2+P2", "P2"), (5, 6)),
        ("PR11", player("P2", "P3+T1"), (1, 3)),
        ("PR11", player("P2", "P6"), (2, 3)),
        ("PR12", player("P2", "P3"), (1, 3)),
        ("PR13", player(assistants=["AS01"]), (1, 3)),
        ("PR14", player(charcoalium=5), (5, 15)),
        ("PR14", player(charcoalium=30), (1, 1)),
    ],
)
def test_progress_is_the_part_of_what_is_asked_for(project, someone, come):
    assert RULES.book.projects.progress(project, someone) == pytest.approx(come[0] / come[1])
