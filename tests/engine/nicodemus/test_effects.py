"""Page 10: what the sixteen machines do; production, transformation and special effects."""

import pytest

from tests.engine.nicodemus.positions import MACHINES, duel, play, player, state_of, tokens
from tests.engine.positions import legal, outcome_of, refusal

EVERY_EFFECT = {
    "blue_1": (["play blue_1 effect"], {"wood": 2, "copper": 2, "crystal": 1, "charcoalium": 1}),
    "blue_2": (["play blue_2 effect"], {"wood": 1, "copper": 2, "crystal": 1, "charcoalium": 4}),
    "blue_3": (["play blue_3 effect"], {"wood": 1, "copper": 4, "crystal": 1, "charcoalium": 1}),
    "blue_4": (["play blue_4 effect"], {"wood": 1, "copper": 2, "crystal": 2, "charcoalium": 1}),
    "blue_5": (["play blue_5 effect", "kind wood"], {"wood": 2, "copper": 2, "crystal": 1, "charcoalium": 1}),
    "purple_1": (
        ["play purple_1 effect", "discard purple_4 wood crystal"],
        {"wood": 2, "copper": 2, "crystal": 2, "charcoalium": 1},
    ),
    "purple_2": (["play purple_2 effect", "scrap 2 copper"], {"wood": 1, "copper": 3, "crystal": 1, "charcoalium": 1}),
    "purple_3": (["play purple_3 effect", "scrap 3 crystal"], {"wood": 1, "copper": 2, "crystal": 2, "charcoalium": 2}),
    "purple_4": (
        ["play purple_4 effect", "swap copper charcoalium", "swap copper charcoalium", "swap charcoalium wood"],
        {"wood": 2, "crystal": 1, "charcoalium": 2},
    ),
    "purple_5": (
        ["play purple_5 effect", "scrap 3 crystal*2"],
        {"wood": 1, "copper": 2, "crystal": 3, "charcoalium": 1},
    ),
    "red_1": (["play red_1 effect"], {"wood": 1, "copper": 2, "crystal": 1, "charcoalium": 2}),
    "red_2": (["play red_2 effect", "steal crystal"], {"wood": 1, "copper": 2, "crystal": 2, "charcoalium": 1}),
    "red_3": (["play red_3 effect"], {"wood": 1, "copper": 2, "crystal": 1, "charcoalium": 1}),
    "red_4": (["play red_4 effect", "ruin copper crystal"], {"wood": 1, "copper": 2, "crystal": 1, "charcoalium": 1}),
    "yellow_1": (["play yellow_1 effect", "keep two_red"], {"wood": 1, "copper": 2, "crystal": 1, "charcoalium": 1}),
    "yellow_2": (["play yellow_2 effect", "copy 1"], {"wood": 1, "copper": 3, "crystal": 1, "charcoalium": 1}),
}
"""On a row of a copper and two charcoalium machines, each machine's effect and what its player then holds."""


@pytest.mark.parametrize("card", list(MACHINES))
def test_every_machine_does_what_its_card_says(card):
    lines, held = EVERY_EFFECT[card]
    mine = player([card, "purple_4"], wood=1, copper=2, crystal=1, charcoalium=1)
    theirs = player(["blue_1", "blue_5", "red_4"], copper=1, crystal=1, charcoalium=2)
    row = ["blue_3", "yellow_2", "purple_5"]
    state = play(duel(row=row, mine=mine, theirs=theirs, pile=["two_red", "two_blue"]), *lines)
    assert tokens(state) == held
    assert state.turn == 1, "the turn is over"


# Production


def test_a_blue_machine_counts_itself():
    assert tokens(play(duel(row=[], mine=player(["blue_1"])), "play blue_1 effect")) == {"wood": 1}


@pytest.mark.parametrize("card", ["blue_1", "blue_3", "blue_4"])
def test_any_machines_dont_count_for_a_resource(card):
    state = play(duel(row=["blue_5", "purple_1"], mine=player([card])), f"play {card} effect")
    assert tokens(state) == {MACHINES[card].production: 1}


def test_resource_machines_dont_count_for_any():
    row = ["purple_1", "blue_1", "blue_3", "blue_5"]
    state = play(duel(row=row, mine=player(["blue_5"])), "play blue_5 effect", "kind copper")
    assert tokens(state) == {"copper": 3}


def test_the_whole_gain_of_any_machines_is_of_one_kind_and_never_charcoalium():
    table = duel(row=["blue_5"], mine=player(["blue_5"]))
    play(table, "play blue_5 effect")
    assert legal(table) == ["kind wood", "kind copper", "kind crystal"]
    assert refusal(table, "kind charcoalium").code == "unreadable_move"


# Transformation


def test_what_is_gained_lies_inside_the_cost_of_the_discarded_machine():
    table = duel(mine=player(["purple_1", "blue_1", "blue_2", "blue_5"]))
    play(table, "play purple_1 effect")
    assert legal(table) == [
        "discard blue_1 copper crystal",
        "discard blue_2 wood*2",
        "discard blue_5 wood*2",
        "discard blue_5 wood copper",
    ]
    assert refusal(table, "discard blue_1 wood*2").reason == "not_in_cost"
    assert refusal(table, "discard red_1 wood crystal").reason == "not_in_hand"


def test_the_discarded_machine_is_face_up_and_replaced_by_the_refill():
    state = play(duel(mine=player(["purple_1", "blue_2"])), "play purple_1 effect", "discard blue_2 wood*2")
    assert state.discard == ["blue_2"]
    assert len(state.players[0].hand) == 5


ROW = ["red_1", "blue_1", "blue_2", "blue_3", "blue_4"]


@pytest.mark.parametrize(
    ("card", "positions"), [("purple_2", [3, 4, 5]), ("purple_3", [4, 5]), ("purple_5", [5])], ids=str
)
def test_only_the_machines_placed_just_before_can_be_scrapped(card, positions):
    table = duel(row=ROW, mine=player([card]))
    play(table, f"play {card} effect")
    assert sorted({int(line.split()[1]) for line in legal(table)}) == positions
    reach = "machine at 5" if len(positions) == 1 else f"machines from {positions[0]} to 5"
    for position in {0, 1, 2, 3, 4, 5, 6, 7} - set(positions):
        illegal = refusal(table, f"scrap {position} wood")
        assert illegal.reason == "out_of_reach"
        assert f"you can scrap only the {reach}." in illegal.say()


@pytest.mark.parametrize("card", ["purple_2", "purple_3"])
def test_a_short_row_limits_the_reach(card):
    table = duel(row=["blue_1"], mine=player([card]))
    play(table, f"play {card} effect")
    assert legal(table) == ["scrap 1 copper", "scrap 1 crystal"]


def test_a_pending_choice_is_asked_even_when_only_one_answer_is_legal():
    table = duel(row=["blue_2"], mine=player(["purple_5"]))
    play(table, "play purple_5 effect")
    assert legal(table) == ["scrap 1 wood*2"]
    assert table.awaiting == (0,)


def test_the_charcoalium_on_a_scrapped_machine_goes_to_the_reserve():
    table = duel(row=["blue_1", "blue_2"], coins=[0, 3], mine=player(["purple_5"]))
    before = state_of(table).reserve.charcoalium
    state = play(table, "play purple_5 effect", "scrap 2 wood*2")
    assert state.reserve.charcoalium == before + 3
    assert tokens(state) == {"wood": 2}
    assert (state.row, state.coins) == (["blue_1", "purple_5"], [0, 0])


def test_the_scrapped_machine_is_discarded_before_the_gain():
    table = duel(row=["blue_1"], coins=[1], mine=player(["purple_3"]), theirs=player(charcoalium=11))
    state = play(table, "play purple_3 effect", "scrap 1 copper")
    assert tokens(state) == {"copper": 1, "charcoalium": 1}
    assert tokens(state, 1) == {"charcoalium": 11}, "the charcoalium came from the scrapped machine's coins"


def test_purple_3_adds_a_charcoalium():
    assert tokens(play(duel(mine=player(["purple_3"])), "play purple_3 effect", "scrap 1 crystal")) == {
        "crystal": 1,
        "charcoalium": 1,
    }


@pytest.mark.parametrize("goods", ["wood", "copper*2", "copper crystal"])
def test_a_scrap_gain_outside_the_cost_is_refused(goods):
    table = duel(row=["blue_1"], mine=player(["purple_2"]))
    play(table, "play purple_2 effect")
    illegal = refusal(table, f"scrap 1 {goods}")
    assert illegal.reason == "not_in_cost"
    assert "1 copper, 1 crystal" in illegal.say()


# Exchange


def exchanging(**stock):
    table = duel(mine=player(["purple_4"], **stock))
    play(table, "play purple_4 effect")
    return table


def test_three_swaps_in_total_either_way_each_time():
    table = exchanging(charcoalium=1, crystal=2)
    play(table, "swap crystal charcoalium", "swap charcoalium wood", "swap charcoalium wood")
    assert tokens(state_of(table)) == {"wood": 2, "crystal": 1}
    assert table.awaiting == (1,), "the third swap ends the turn"


@pytest.mark.parametrize("swaps", [0, 1, 2])
def test_swapping_can_stop_at_any_time(swaps):
    table = exchanging(charcoalium=3)
    state = play(table, *["swap charcoalium wood"] * swaps, "skip")
    assert tokens(state) == {k: n for k, n in {"wood": swaps, "charcoalium": 3 - swaps}.items() if n}
    assert table.awaiting == (1,)


@pytest.mark.parametrize("pair", ["wood copper", "charcoalium charcoalium", "wood wood"])
def test_a_swap_is_between_charcoalium_and_a_resource(pair):
    assert refusal(exchanging(charcoalium=1, wood=1), f"swap {pair}").reason == "bad_swap"


def test_what_is_not_there_cant_be_given():
    assert refusal(exchanging(charcoalium=1), "swap wood charcoalium").reason == "too_poor"


def test_the_paid_token_reaches_the_reserve_first():
    table = duel(mine=player(["purple_4"], charcoalium=12))
    state = play(table, "play purple_4 effect", "swap charcoalium wood", "swap wood charcoalium", "skip")
    assert tokens(state) == {"charcoalium": 12}


def test_a_swap_takes_from_the_opponent_when_the_reserve_is_empty():
    table = duel(mine=player(["purple_4"], charcoalium=1), theirs=player(wood=8))
    state = play(table, "play purple_4 effect", "swap charcoalium wood", "skip")
    assert (tokens(state), tokens(state, 1)) == ({"wood": 1}, {"wood": 7})


def test_a_swap_that_would_gain_nothing_is_refused():
    table = duel(mine=player(["purple_4"], wood=8, charcoalium=1))
    play(table, "play purple_4 effect")
    assert refusal(table, "swap charcoalium wood").reason == "nothing_there"


# Private project


def test_two_projects_are_drawn_one_is_kept_and_the_other_goes_to_the_box():
    table = duel(mine=player(["yellow_1"]), pile=["two_red", "two_wood", "two_blue"])
    outcome = outcome_of(table, "play yellow_1 effect")
    assert outcome.learned_by == {0}
    assert legal(table) == ["keep two_blue", "keep two_wood"]
    assert refusal(table, "keep two_red").reason == "not_drawn"
    state = play(table, "keep two_wood")
    assert (state.players[0].private, state.players[0].rejected) == (["two_wood"], ["two_blue"])
    assert state.pile == ["two_red"]


def test_the_last_project_of_the_pile_is_drawn_alone_and_kept():
    table = duel(mine=player(["yellow_1"]), pile=["two_red"])
    play(table, "play yellow_1 effect")
    assert legal(table) == ["keep two_red"]
    assert play(table, "keep two_red").players[0].private == ["two_red"]


def test_an_empty_pile_gives_nothing_and_the_turn_goes_on():
    table = duel(mine=player(["yellow_1"]), pile=[])
    assert [str(advice) for advice in outcome_of(table, "play yellow_1 effect").advice] == [
        "No project is left to draw."
    ]
    assert state_of(table).players[0].private == []
    assert table.awaiting == (1,)


# Copy


def copying(row, **mine):
    hand = mine.pop("hand", ["yellow_2", "blue_1"])
    table = duel(row=row, mine=player(hand, **mine), theirs=player([]))
    play(table, "play yellow_2 effect")
    return table


def test_copy_chooses_any_other_machine_but_a_copy():
    table = copying(["yellow_2", "blue_1", "yellow_2", "red_1"])
    assert legal(table) == ["copy 2", "copy 4"]
    for position in (0, 1, 3, 5, 6):
        assert refusal(table, f"copy {position}").reason == "no_copy"


def test_copy_offers_only_effects_that_can_be_done():
    assert legal(copying(["purple_4", "purple_1", "blue_1"], hand=["yellow_2"])) == ["copy 3"]
    assert legal(copying(["purple_4", "purple_1", "blue_1"], wood=1)) == ["copy 1", "copy 2", "copy 3"]


def test_a_copied_scrap_counts_back_from_the_copier_and_may_take_the_copied_machine():
    table = copying(["blue_1", "purple_2", "blue_2", "blue_3", "purple_5"])
    play(table, "copy 2")
    assert sorted({line.split()[1] for line in legal(table)}) == ["3", "4", "5"]
    nearer = copying(["blue_1", "blue_2", "purple_5"])
    play(nearer, "copy 3")
    assert sorted({line.split()[1] for line in legal(nearer)}) == ["3"]
    state = play(nearer, "scrap 3 crystal*2")
    assert state.row == ["blue_1", "blue_2", "yellow_2"]


def test_a_copied_blue_effect_counts_the_copied_machine_and_the_copier_by_its_own_symbol_only():
    assert tokens(play(copying(["blue_1", "blue_1", "blue_2"]), "copy 1")) == {"wood": 2}
    assert tokens(play(copying(["blue_1", "blue_1", "blue_2"]), "copy 3")) == {"charcoalium": 2}


@pytest.mark.parametrize("card", [card for card in MACHINES if card != "yellow_2"])
def test_every_other_effect_can_be_copied(card):
    table = duel(row=[card], mine=player(["yellow_2", "blue_1"], wood=1), theirs=player(wood=2, charcoalium=2))
    play(table, "play yellow_2 effect", "copy 1")
    while table.awaiting == (0,):
        play(table, legal(table)[-1])
    assert state_of(table).step == "play"


def test_effects_that_touch_nothing_hidden_reveal_nothing_until_the_refill():
    table = duel(mine=player(["purple_4"], charcoalium=3))
    assert outcome_of(table, "play purple_4 effect", "swap charcoalium wood").learned_by == frozenset()
    assert outcome_of(table, "skip").learned_by == {0}
