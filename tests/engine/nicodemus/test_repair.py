"""Réparer une machine du bric-à-brac (1 to 3 and 5); Réduction; Exemple de réparation."""

import pytest

from tests.engine.nicodemus.positions import MACHINES, duel, play, player, state_of, tokens
from tests.engine.positions import legal, outcome_of, refusal


def test_the_worked_example_costs_three_charcoalium_with_one_discounted():
    mine = player(workshop=["purple_4", "blue_2"], crystal=2, copper=1, charcoalium=2)
    table = duel(row=["blue_1", "purple_5", "blue_3", "red_1", "blue_4"], mine=mine)
    state = play(table, "repair 2")
    assert tokens(state) == {}, "2 crystal, 1 copper and 2 charcoalium were paid; wood and 1 charcoalium discounted"
    assert state.row == ["blue_1", "blue_3", "red_1", "blue_4"]
    assert state.coins == [0, 1, 1, 0], "nothing on the newest, one on each of the two others"
    assert state.players[0].workshop == ["purple_4", "blue_2", "purple_5"]
    assert state.players[0].score == 3


def test_the_last_machine_costs_resources_only():
    state = play(duel(row=["blue_3", "blue_1"], mine=player(copper=1, crystal=1)), "repair 2")
    assert tokens(state) == {}
    assert state.coins == [0]


@pytest.mark.parametrize("card", list(MACHINES))
def test_a_machine_costs_what_its_card_says_and_scores_its_points(card):
    cost = MACHINES[card].cost
    mine = player([], wood=cost.wood, copper=cost.copper, crystal=cost.crystal)
    state = play(duel(row=[card], mine=mine, theirs=player([])), "repair 1")
    assert tokens(state) == {}
    assert state.players[0].score == MACHINES[card].points
    assert state.reserve.wood == state.reserve.copper == state.reserve.crystal == 8, "cubes go to the reserve"


@pytest.mark.parametrize("position", [1, 5, 6, 9])
def test_each_newer_machine_costs_one_charcoalium_both_rows_read_as_one_line(position):
    row = ["red_1"] + ["blue_2"] * 4 + ["purple_2"] * 4
    table = duel(row=row, mine=player([], wood=2, crystal=1, charcoalium=9 - position), theirs=player([]))
    state = play(table, f"repair {position}")
    assert tokens(state).get("charcoalium", 0) == 0
    assert state.coins == [0] * (position - 1) + [1] * (9 - position)


def test_one_charcoalium_too_few_is_refused_with_the_price():
    illegal = refusal(duel(row=["blue_2", "red_1", "red_2"], mine=player(wood=2, charcoalium=1)), "repair 1")
    assert illegal.reason == "too_poor"
    assert "costs you 2 charcoalium and you have 1" in illegal.say()


def test_a_missing_resource_is_refused_with_the_price():
    illegal = refusal(duel(row=["blue_2"], mine=player(wood=1)), "repair 1")
    assert illegal.reason == "too_poor"
    assert "it costs you 2 wood and you have 1 wood" in illegal.say()
    discounted = duel(row=["yellow_1"], mine=player(workshop=["blue_5"], wood=1))
    said = refusal(discounted, "repair 1").say()
    assert "it costs 2 wood, 2 crystals, less 1 of your choice, and you have 1 wood" in said


@pytest.mark.parametrize("position", [0, 3, 999_999])
def test_a_position_without_a_machine_is_refused(position):
    assert refusal(duel(row=["blue_1", "blue_1"]), f"repair {position}").reason == "no_such_position"


@pytest.mark.parametrize(
    ("row", "said", "dit"),
    [
        (["blue_1"], "has 1 machine, counted", "a 1 machine, à compter"),
        (["blue_1", "red_1"], "has 2 machines, counted", "a 2 machines, à compter"),
    ],
)
def test_a_place_beyond_the_bric_a_brac_is_refused_with_how_many_there_are(row, said, dit):
    refused = refusal(duel(row=row), "repair 99")
    assert said in refused.say()
    assert dit in refused.say("fr")


# Réduction


def test_each_symbol_takes_one_off_its_own_kind():
    mine = player(workshop=["blue_3", "purple_3"], copper=1, crystal=1)
    state = play(duel(row=["yellow_2"], mine=mine), "repair 1")
    assert tokens(state) == {}


def test_surplus_discount_is_lost():
    mine = player(workshop=["blue_3", "purple_3", "red_2"], copper=1, crystal=1)
    state = play(duel(row=["blue_1"], mine=mine), "repair 1", "end")
    assert tokens(state) == {"copper": 1}


@pytest.mark.parametrize(("symbol", "card"), [("purple_4", "blue_1"), ("blue_3", "red_1"), ("blue_4", "purple_1")])
def test_a_surplus_of_one_kind_leaves_any_symbols_their_full_worth(symbol, card):
    mine = player(workshop=[symbol, "blue_5", "blue_5"])
    assert play(duel(row=[card], mine=mine), "repair 1").players[0].workshop[-1] == card


def test_discounts_apply_by_themselves_and_cant_be_left_unused():
    mine = player(workshop=["purple_4"], wood=2)
    state = play(duel(row=["blue_2"], mine=mine), "repair 1")
    assert tokens(state) == {"wood": 1}


def test_charcoalium_discount_spares_the_newest_so_that_coins_land_next_to_the_repaired_one():
    mine = player([], workshop=["blue_2"], wood=2, charcoalium=3)
    row = ["purple_2", "blue_1", "blue_1", "blue_1", "blue_1"]
    state = play(duel(row=row, mine=mine, theirs=player([])), "repair 1")
    assert state.coins == [1, 1, 1, 0]


def test_more_charcoalium_discount_than_newer_machines_pays_nothing():
    mine = player(workshop=["blue_2", "blue_2"], wood=2, charcoalium=1)
    state = play(duel(row=["purple_2", "blue_1"], mine=mine), "repair 1")
    assert tokens(state) == {"charcoalium": 1}
    assert state.coins == [0]


def test_any_takes_one_off_a_resource_but_never_off_charcoalium():
    mine = player(workshop=["blue_5"], wood=1)
    table = duel(row=["blue_2", "red_1"], mine=mine)
    assert legal(table, "repair") == ["repair 2"], "position 1 still costs a charcoalium"
    assert refusal(table, "repair 1").reason == "too_poor"


def test_one_any_symbol_takes_off_one_unit_a_repair():
    mine = player(workshop=["blue_5"], wood=1)
    assert legal(duel(row=["blue_2"], mine=mine), "repair") == ["repair 1"]
    assert legal(duel(row=["yellow_1"], mine=mine), "repair") == []


def test_the_payer_chooses_where_any_goes_when_several_payments_are_possible():
    table = duel(row=["blue_1"], mine=player(workshop=["blue_5"], copper=1, crystal=1))
    assert legal(table, "repair") == ["repair 1 copper", "repair 1 crystal"]
    illegal = refusal(table, "repair 1")
    assert illegal.reason == "which_discount"
    assert all(line.startswith("repair 1 ") for line in illegal.allowed)
    assert illegal.say().count("`repair Sawmill copper`") == 1
    assert tokens(play(table, "repair 1 copper")) == {"copper": 1}


def test_where_only_one_payment_is_possible_none_is_named():
    table = duel(row=["blue_1"], mine=player(workshop=["blue_5"], copper=1))
    assert legal(table, "repair") == ["repair 1"]
    assert refusal(table, "repair 1 copper").reason == "no_choice"
    assert str(table.read(0, "repair 1 crystal")) == "repair 1", "what goes without saying may be said"
    assert tokens(play(table, "repair 1")) == {}


def test_two_any_symbols_can_go_to_one_kind_or_two():
    mine = player(workshop=["blue_5", "purple_1"], wood=2, crystal=2)
    table = duel(row=["yellow_1"], mine=mine)
    assert legal(table, "repair") == ["repair 1 wood*2", "repair 1 wood crystal", "repair 1 crystal*2"]
    assert tokens(play(table, "repair 1 wood crystal")) == {"wood": 1, "crystal": 1}


def test_any_may_not_be_left_unused_while_a_resource_is_owed():
    table = duel(row=["blue_1"], mine=player(workshop=["blue_5"], copper=1, crystal=1))
    assert refusal(table, "repair 1").reason == "which_discount"


def test_the_machine_being_repaired_gives_no_discount_to_itself():
    assert legal(duel(row=["red_1"], mine=player(wood=1)), "repair") == []
    assert legal(duel(row=["red_1"], mine=player(wood=1, crystal=1)), "repair") == ["repair 1"]


# Réparer 2 and 3


def test_charcoalium_on_the_machine_is_collected_after_paying_and_cant_pay_for_it():
    table = duel(row=["blue_2", "red_1"], coins=[3], mine=player(wood=2))
    assert legal(table, "repair") == []
    richer = duel(row=["blue_2", "red_1"], coins=[3], mine=player(wood=2, charcoalium=1))
    state = play(richer, "repair 1")
    assert tokens(state) == {"charcoalium": 3}
    assert state.coins == [1]


def test_paid_charcoalium_goes_onto_machines_and_not_to_the_reserve():
    table = duel(row=["blue_2", "red_1", "red_2"], mine=player(wood=2, charcoalium=2))
    before = state_of(table).reserve.charcoalium
    state = play(table, "repair 1")
    assert state.reserve.charcoalium == before
    assert state.coins == [1, 1]


def test_the_gap_is_closed_leftward_with_the_coins_of_each_machine():
    mine = player(wood=2, charcoalium=2)
    state = play(duel(row=["red_1", "blue_2", "red_2", "red_3"], coins=[1, 0, 2, 0], mine=mine), "repair 2")
    assert state.row == ["red_1", "red_2", "red_3"]
    assert state.coins == [1, 3, 1]


def test_a_repair_reveals_nothing():
    outcome = outcome_of(duel(row=["blue_2"], mine=player(wood=2)), "repair 1", "end")
    assert outcome.learned_by == frozenset()
    assert outcome.unplayed == ()


def test_a_repair_turn_draws_nothing_even_with_a_plundered_hand():
    table = duel(row=["blue_2"], mine=player(["red_1"], wood=2))
    state = play(table, "repair 1", "end")
    assert state.players[0].hand == ["red_1"]
    assert len(state.deck) == 56 - 1 - 5 - 1


def test_end_is_always_required_after_a_repair():
    table = duel(row=["blue_2"], mine=player(wood=2))
    play(table, "repair 1")
    assert table.awaiting == (0,)
    assert legal(table) == ["end"]
    assert refusal(table, "play blue_1 coins").reason == "not_now"


# Réparer 5


def test_with_four_machines_only_the_one_just_repaired_is_kept():
    mine = player(workshop=["blue_1", "purple_1", "red_1"], wood=2)
    state = play(duel(row=["blue_2"], mine=mine), "repair 1", "end")
    assert state.players[0].workshop == ["blue_2"]
    assert state.players[0].aside == ["blue_1", "purple_1", "red_1"]


def test_three_machines_stay():
    mine = player(workshop=["blue_1", "red_1"], wood=2)
    state = play(duel(row=["blue_2"], mine=mine), "repair 1", "end")
    assert state.players[0].workshop == ["blue_1", "red_1", "blue_2"]


def test_the_clean_up_comes_after_projects():
    mine = player(workshop=["blue_1", "purple_1", "red_1"], wood=2)
    table = duel(row=["blue_2"], mine=mine, projects=["two_blue"])
    state = play(table, "repair 1", "claim two_blue", "end")
    assert state.players[0].workshop == ["purple_1", "red_1"], "two were left, so nothing more is set aside"
