"""Readings that were corrected: each as it was before its version, and as it is now."""

import pytest

from engine.core.language import Voice
from tests.engine.imaginarium.positions import (
    RULES,
    acting,
    copy_of,
    finish_round,
    goods,
    lines,
    of,
    play,
    player,
    projects,
    refused,
    rich,
)

COST = {"wood": 1, "copper": 1, "crystal": 2}
ALL_TOKENS = ("PR01", "PR05", "PR07", "PR08", "PR09", "PR10")


def repaired(*, version=None, **fields):
    """A table at which p1 has just repaired a Diplomateur."""
    table = acting(player(yard=["S2"], **{**COST, **fields}), version=version)
    play(table, "repair S2")
    return table


def test_the_point_of_a_diplomateur_is_offered_and_taken_with_effect():
    table = repaired()
    assert lines(table) == ["effect", "skip"]
    assert goods(table) == {}
    outcome = play(table, "effect")
    assert goods(table) == {"points": 1}
    assert [event.changes() for event in outcome.events] == [{(0, "points"): 1}]
    assert "end" in lines(table)


def test_the_point_of_a_diplomateur_may_be_declined_since_it_can_end_the_game():
    for answer, ended in (("effect", "points"), ("skip", None)):
        table = repaired(points=19)
        play(table, answer)
        finish_round(table)
        assert of(table).ended == ended


def test_one_answer_is_for_both_uses_of_the_test_runner():
    for answer, gain in (("effect", {"points": 2}), ("skip", {})):
        table = repaired(assistants=["AS11"])
        play(table, answer)
        assert goods(table) == gain
        assert of(table).pending[0] == []


def test_a_recovered_diplomateur_is_offered_too():
    for doubled, gain in ((False, 1), (True, 2)):
        rulings = RULES.options({"double_recovery": doubled})
        table = acting(player(yard=["S1"], assistants=["AS11"], **rich()), crusher=["S2"], rulings=rulings)
        play(table, "repair S1", "recover S2")
        assert lines(table) == ["effect", "skip"]
        play(table, "effect")
        assert goods(table)["points"] == gain


def test_before_version_2_the_point_of_a_diplomateur_came_at_once():
    table = repaired(version=1)
    assert goods(table) == {"points": 1}
    assert of(table).pending[0] == []


def test_an_offer_takes_no_goods_and_survives_a_restart():
    table = copy_of(repaired(wood=3))
    assert refused(table, "effect wood") == "no_goods"
    assert refused(table, "end") == "not_now"


@pytest.mark.parametrize(("assistants", "said"), [([], "1 point"), (["AS11"], "2 points")])
def test_what_an_offer_brings_is_said(assistants, said):
    table = repaired(assistants=assistants)
    effect, _ = table.legal(0)
    assert RULES.explain(table.view(0), effect, Voice("en", RULES.names)) == said


def capped(version):
    """A table at which p1 has used all tokens and fulfils a private project and one of the office."""
    mine = player("A1", "A2", "D1", "D1", assistants=["AS08"], private=["PR03", "PR14"])
    office = [*projects(*ALL_TOKENS, completed=(0,)), *projects("PR02")]
    return acting(mine, projects=office, rulings=RULES.options({"token_limit": True}), version=version)


def test_a_private_project_neither_needs_nor_uses_a_token():
    table = capped(2)
    assert lines(table, "complete") == ["complete PR03"]
    assert refused(table, "complete PR02") == "no_token"
    play(table, "complete PR03")
    assert of(table).spent == ["PR03", "PR14"]


def test_before_version_2_a_private_project_needed_a_token():
    table = capped(1)
    assert lines(table, "complete") == []
    assert refused(table, "complete PR03") == "no_token"


def test_a_token_comes_back_from_a_tile_that_is_cancelled():
    office = [*projects(*ALL_TOKENS, completed=(0,)), *projects("PR02")]
    rulings = RULES.options({"token_limit": True})
    table = acting(player("A1", "A2", yard=["A5"], **rich()), projects=office, rulings=rulings)
    assert lines(table, "complete") == []
    play(table, "repair A5", "cancel PR01")
    assert "complete PR02" in lines(table, "complete")
