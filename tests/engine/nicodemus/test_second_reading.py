"""A reading that was corrected: of two drawn projects only the drawer sees both, the other goes to the box unseen."""

import pytest

from engine.core.language import Voice
from engine.games.nicodemus.events import ProjectKept, ProjectsDrawn, ProjectsLookedAt
from tests.engine.nicodemus.positions import PROJECTS, duel, play, player, state_of
from tests.engine.positions import outcome_of

PILE = ("two_red", "two_wood", "two_blue", "two_copper")
DRAWN = ["two_copper", "two_blue"]
ELSEWHERE = (1, None)
"""The opponent, and whoever watches."""


def drawing(version=None, **more):
    """A table at which p1 can draw projects."""
    return duel(mine=player(["yellow_1"]), pile=PILE, version=version, **more)


def looking():
    """A table at which p1 looks at two projects."""
    table = drawing()
    play(table, "play yellow_1 effect")
    return table


def kept():
    """A table at which p1 has kept one of two projects."""
    table = looking()
    play(table, "keep two_blue")
    return table


def redealt(table, seat):
    """Tables that a seat can't tell from this one."""
    return [table.redeal(seat, b"%d" % n) for n in range(20)]


def test_drawn_projects_are_told_to_their_drawer_alone():
    outcome = outcome_of(drawing(), "play yellow_1 effect")
    assert outcome.learned_by == {0}
    assert outcome.events[1:] == (
        ProjectsLookedAt(seat=0, n=2),
        ProjectsDrawn(seat=0, projects=tuple(DRAWN), seen_by=(0,)),
    )


def test_drawn_projects_are_shown_to_their_drawer_alone():
    table = looking()
    assert table.view(0)["choice"] == {"ask": "keep", "drawn": DRAWN}
    for seat in ELSEWHERE:
        assert table.view(seat)["choice"] == {"ask": "keep", "drawn": [], "hidden": 2}
        assert not any(name in repr(table.view(seat)) for name in DRAWN)


def test_whoever_waits_reads_how_many_projects_were_drawn():
    table = looking()
    said = {lang: repr(table.rules.sheet(table.view(1), Voice(lang, table.rules.names))) for lang in ("en", "fr")}
    assert "p1 drew 2 projects." in said["en"]
    assert "p1 a pioché 2 projets." in said["fr"]


def test_the_rejected_project_goes_to_the_box_unseen():
    table = looking()
    outcome = outcome_of(table, "keep two_blue")
    assert ProjectKept(seat=0, project="two_blue") in outcome.events
    assert 1 in outcome.learned_by, "the kept project is shown"
    assert table.view(0)["rejected"] == ["two_copper"]
    for seat in ELSEWHERE:
        view = table.view(seat)
        assert view["players"][0]["private"] == ["two_blue"]
        assert view["players"][0]["rejected"] == 1
        assert "two_copper" not in repr(view)


@pytest.mark.parametrize("seat", ELSEWHERE)
def test_what_was_not_seen_is_dealt_anew(seat):
    for table in (looking(), kept()):
        assert all(other.view(seat) == table.view(seat) for other in redealt(table, seat))
    looks = {tuple(other.view(0)["choice"]["drawn"]) for other in redealt(looking(), seat)}
    assert len(looks) > 5
    assert {project for pair in looks for project in pair} == set(PILE)


def test_a_rejected_project_may_be_any_that_was_not_seen():
    table = kept()
    assert {state_of(other).players[0].rejected[0] for other in redealt(table, 1)} == set(PILE) - {"two_blue"}
    assert {tuple(state_of(other).players[0].rejected) for other in redealt(table, 0)} == {("two_copper",)}


def test_no_project_is_lost():
    table = looking()
    census = table.rules.census(table.state)
    play(table, "keep two_blue")
    assert table.rules.census(table.state) == census
    assert sum(census[project] for project in PROJECTS) == len(PROJECTS)


def test_before_version_2_both_players_saw_drawn_projects():
    table = drawing(version=1)
    outcome = outcome_of(table, "play yellow_1 effect")
    assert outcome.learned_by == {0, 1}
    assert outcome.events[1:] == (ProjectsDrawn(seat=0, projects=tuple(DRAWN)),)
    assert all(table.view(seat)["choice"]["drawn"] == DRAWN for seat in (0, *ELSEWHERE))
    play(table, "keep two_blue")
    assert all("two_copper" in table.view(seat)["box"] for seat in (0, *ELSEWHERE))


def test_nothing_leaves_unseen_where_drawn_projects_are_open():
    table = drawing(options={"drawn_projects": "open"})
    state = state_of(table)
    assert list(table.rules.oddities(state, 2, state.options)) == []
    state.players[0].rejected = ["two_red"]
    (odd,) = table.rules.oddities(state, 2, state.options)
    assert odd == "it does not hold that projects leave unseen only where they are hidden"
