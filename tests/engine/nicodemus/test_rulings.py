"""The rulings that can be switched when a game is opened, each against its default."""

import pytest

import engine
from engine.core.errors import Refused
from tests.engine.nicodemus.positions import duel, play, player, state_of, tokens
from tests.engine.positions import legal, outcome_of, refusal

NINE = ["blue_1", "blue_1", "blue_2", "blue_2", "purple_4", "blue_3", "blue_3", "purple_2", "purple_4"]


def tenth(card, options=None, **mine):
    return duel(row=NINE, mine=player([card, "red_1"], **mine), theirs=player([]), options=options)


def test_purge_at_once_discards_before_the_effect():
    assert tokens(play(tenth("blue_1"), "play blue_1 effect")) == {"wood": 5}
    state = play(tenth("blue_1", {"purge": "at_once"}), "play blue_1 effect")
    assert tokens(state) == {"wood": 2}
    assert len(state.row) == 5


def test_purge_at_once_moves_the_window_of_a_scrap():
    table = tenth("purple_2", {"purge": "at_once"})
    play(table, "play purple_2 effect")
    assert sorted({line.split()[1] for line in legal(table)}) == ["2", "3", "4"]
    assert len(play(table, legal(table)[0]).row) == 4


def test_purge_at_once_copies_only_what_is_left():
    options = {"purge": "at_once"}
    row = ["blue_1"] * 3 + ["blue_2"] * 2 + ["yellow_2"] * 3 + ["purple_4"]
    table = duel(row=row, mine=player(["yellow_2"]), theirs=player([]), options=options)
    assert "play yellow_2 effect" not in legal(table)
    table = duel(row=row, mine=player(["yellow_2"]), theirs=player([]))
    assert "play yellow_2 effect" in legal(table)


def test_three_swaps_each_way():
    table = duel(mine=player(["purple_4"], charcoalium=3, wood=3), options={"exchange": "three_each_way"})
    play(table, "play purple_4 effect", *["swap charcoalium copper"] * 3)
    assert refusal(table, "swap charcoalium copper").reason == "no_swap_left"
    assert legal(table) == ["swap wood charcoalium", "swap copper charcoalium", "skip"]
    play(table, *["swap wood charcoalium"] * 3)
    assert tokens(state_of(table)) == {"copper": 3, "charcoalium": 3}
    assert table.awaiting == (1,)


def test_a_waivable_any_discount_may_be_left_unused():
    mine = player(workshop=["blue_5"], copper=1, crystal=1)
    table = duel(row=["blue_1"], mine=mine, options={"any_discount": "waivable"})
    assert legal(table, "repair") == ["repair 1", "repair 1 copper", "repair 1 crystal"]
    assert tokens(play(table, "repair 1")) == {}
    table = duel(row=["blue_1"], mine=mine, options={"any_discount": "waivable"})
    assert tokens(play(table, "repair 1 copper")) == {"copper": 1}


def test_a_waivable_discount_is_not_left_unused_where_there_is_one_way_to_pay():
    mine = player(workshop=["blue_5"], copper=1)
    table = duel(row=["blue_1"], mine=mine, options={"any_discount": "waivable"})
    assert legal(table, "repair") == ["repair 1"]
    assert tokens(play(table, "repair 1")) == {}


@pytest.mark.parametrize(("card", "kind"), [("blue_1", "wood"), ("blue_3", "copper"), ("blue_4", "crystal")])
def test_any_can_count_as_a_resource_for_blue_machines(card, kind):
    row = ["blue_5", "purple_1"]
    counted = duel(row=row, mine=player([card]), options={"any_counts_as_resource": True})
    assert tokens(play(counted, f"play {card} effect")) == {kind: 3}
    assert tokens(play(duel(row=row, mine=player([card])), f"play {card} effect")) == {kind: 1}


def test_any_never_counts_as_charcoalium():
    table = duel(row=["blue_5"], mine=player(["blue_2"]), options={"any_counts_as_resource": True})
    assert tokens(play(table, "play blue_2 effect")) == {"charcoalium": 1}


def test_an_unknown_ruling_is_refused_with_the_known_ones():
    with pytest.raises(Refused) as refused:
        engine.open_table("nicodemus", 2, {"purges": "never"})
    assert "any_discount" in str(refused.value)


def test_a_default_option_leaves_no_trace_in_the_position():
    plain = engine.open_table("nicodemus", 2, None, b"same").state_bytes()
    assert engine.open_table("nicodemus", 2, {"purge": "end_of_turn"}, b"same").state_bytes() == plain


# What the notes leave to be decided once, and is no option


def test_the_set_aside_set_is_exactly_what_a_project_needs():
    mine = player([], workshop=["blue_1", "blue_3"], wood=2)
    table = duel(row=["blue_2"], mine=mine, projects=["two_blue"])
    play(table, "repair 1")
    assert legal(table, "claim") == ["claim two_blue blue_1", "claim two_blue blue_3"]


def test_discarded_machines_are_public():
    table = duel(mine=player(["purple_1", "blue_2"]))
    play(table, "play purple_1 effect", "discard blue_2 wood*2")
    assert all(table.view(seat)["discard"] == ["blue_2"] for seat in (0, 1, None))


def test_by_ruling_drawn_projects_are_shown_to_both():
    options = {"drawn_projects": "open"}
    table = duel(mine=player(["yellow_1"]), pile=["two_red", "two_blue"], options=options)
    outcome = outcome_of(table, "play yellow_1 effect")
    assert outcome.learned_by == {0, 1}
    assert all(table.view(seat)["choice"]["drawn"] == ["two_blue", "two_red"] for seat in (0, 1, None))
    assert all(event.seen_by is None for event in outcome.events)
    play(table, "keep two_red")
    assert all("two_blue" in table.view(seat)["box"] for seat in (0, 1, None))
