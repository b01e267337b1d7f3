"""Jouer une machine de sa main; Bric-à-brac; Ressources et charbonium."""

from typing import Any

import pytest

from engine.games.nicodemus.events import Gained
from tests.engine.nicodemus.positions import DULL, MACHINES, duel, play, player, state_of, tokens
from tests.engine.positions import legal, outcome_of, refusal

NINE = ("blue_1", "blue_1", "blue_2", "blue_2", "blue_3", "purple_2", "purple_3", "purple_5", "blue_4")


def test_one_action_a_turn():
    table = duel()
    play(table, "play blue_1 coins")
    assert table.awaiting == (1,)


def test_the_played_machine_goes_after_the_newest():
    state = play(duel(row=["blue_3", "red_1"]), "play blue_2 make")
    assert state.row == ["blue_3", "red_1", "blue_2"]
    assert state.coins == [0, 0, 0]


@pytest.mark.parametrize("card", list(MACHINES))
def test_choice_a_gives_as_much_charcoalium_as_the_machine_has_points(card):
    state = play(duel(mine=player([card, "blue_1"])), f"play {card} coins")
    assert tokens(state) == {"charcoalium": MACHINES[card].points}


@pytest.mark.parametrize("card", [card for card, machine in MACHINES.items() if machine.production != "any"])
def test_choice_b_gives_one_of_what_the_machine_makes(card):
    state = play(duel(mine=player([card])), f"play {card} make")
    assert tokens(state) == {MACHINES[card].production: 1}


@pytest.mark.parametrize("card", ["blue_5", "purple_1"])
@pytest.mark.parametrize("kind", ["wood", "copper", "crystal"])
def test_choice_b_of_an_any_machine_gives_the_resource_that_is_picked(card, kind):
    state = play(duel(mine=player([card])), f"play {card} make {kind}")
    assert tokens(state) == {kind: 1}


def test_an_any_machine_never_makes_charcoalium():
    table = duel(mine=player(["blue_5"]))
    assert legal(table, "play")[1:4] == ["play blue_5 make wood", "play blue_5 make copper", "play blue_5 make crystal"]
    illegal = refusal(table, "play blue_5 make charcoalium")
    assert illegal.code == "illegal_move"
    assert "say what it makes: wood, copper, crystal." in illegal.say()
    assert refusal(table, "play blue_5 make").reason == "which_kind"


def test_charcoalium_is_better_had_by_choice_a_and_the_player_is_told():
    outcome = outcome_of(duel(mine=player(["purple_5"])), "play purple_5 make")
    assert [str(advice) for advice in outcome.advice] == ["For coins the machine gives 3 charcoalium, for make only 1."]
    assert outcome_of(duel(mine=player(["blue_2"])), "play blue_2 make").advice == []


# Choice C is offered only if it can be done


def offers_effect(card, **position):
    position.setdefault("mine", player([card, "blue_1"]))
    return f"play {card} effect" in legal(duel(**position), "play")


def test_discarding_from_the_hand_needs_a_machine_left_in_it():
    assert offers_effect("purple_1")
    assert not offers_effect("purple_1", mine=player(["purple_1"]))


@pytest.mark.parametrize("card", ["purple_2", "purple_3", "purple_5"])
def test_scrapping_needs_another_machine_in_the_bric_a_brac(card):
    assert offers_effect(card)
    assert not offers_effect(card, row=[])


@pytest.mark.parametrize("kind", ["wood", "copper", "crystal", "charcoalium"])
def test_exchanging_needs_a_token_of_any_kind(kind):
    stock: dict[str, Any] = {kind: 1}
    assert offers_effect("purple_4", mine=player(["purple_4"], **stock))
    assert not offers_effect("purple_4")


def test_copying_needs_another_effect_that_can_be_done():
    assert offers_effect("yellow_2", row=["blue_1"])
    assert not offers_effect("yellow_2", row=["yellow_2", "yellow_2"])
    assert not offers_effect("yellow_2", row=["purple_4"])
    assert offers_effect("yellow_2", row=["purple_2"]), "the copied machine itself can be scrapped"
    assert not offers_effect("yellow_2", row=["purple_1"], mine=player(["yellow_2"]))


@pytest.mark.parametrize("card", ["red_1", "red_2", "red_3", "red_4", "yellow_1"])
def test_attacks_and_private_projects_are_offered_even_when_they_do_nothing(card):
    assert offers_effect(card, row=[], mine=player([card]), theirs=player([]), pile=[])


def test_an_effect_that_cant_be_done_is_refused_with_its_reason():
    illegal = refusal(duel(row=[], mine=player(["purple_5"])), "play purple_5 effect")
    assert illegal.reason == "not_doable"
    assert "no other machine in the bric-a-brac" in illegal.say()


# Refill


def test_the_hand_is_refilled_to_five_after_a_play():
    state = play(duel(mine=player(DULL)), "play blue_1 coins")
    assert len(state.players[0].hand) == 5
    assert len(state.deck) == 44


def test_a_plundered_hand_is_refilled_to_five_after_a_play():
    state = play(duel(mine=player(["blue_1", "blue_2"])), "play blue_1 coins")
    assert len(state.players[0].hand) == 5


def test_the_refill_reveals_and_stops_the_turn():
    outcome = outcome_of(duel(), "play blue_1 coins")
    assert outcome.learned_by == {0}


def test_a_play_that_is_not_finished_reveals_nothing():
    outcome = outcome_of(duel(mine=player(["blue_5"])), "play blue_5 effect")
    assert outcome.learned_by == frozenset()


# Bric-à-brac


def test_the_tenth_machine_discards_the_five_oldest_and_their_charcoalium_returns():
    table = duel(row=NINE, coins=[1, 0, 2, 0, 0, 1], mine=player(["red_1"]))
    before = state_of(table).reserve.charcoalium
    state = play(table, "play red_1 make")
    assert state.row == [*NINE[5:], "red_1"]
    assert state.coins == [1, 0, 0, 0, 0]
    assert state.reserve.charcoalium == before + 3
    assert state.discard == sorted(NINE[:5])


def test_nine_machines_stay():
    state = play(duel(row=NINE[:8], mine=player(["red_1"])), "play red_1 make")
    assert len(state.row) == 9


def test_a_blue_effect_as_the_tenth_machine_counts_all_ten():
    row = ["blue_1", "blue_1", "blue_1", "purple_4", "purple_4", "blue_3", "blue_3", "blue_3", "blue_4"]
    state = play(duel(row=row, mine=player(["blue_1"]), theirs=player([])), "play blue_1 effect")
    assert tokens(state) == {"wood": 6}
    assert len(state.row) == 5


def test_a_scrap_that_brings_the_count_back_to_nine_prevents_the_purge():
    state = play(duel(row=NINE, mine=player(["purple_5", "blue_1"])), "play purple_5 effect", "scrap 9 copper*2")
    assert len(state.row) == 9
    assert state.row[0] == "blue_1"


def test_the_purge_comes_after_the_refill():
    outcome = outcome_of(duel(row=NINE, mine=player(["red_1"])), "play red_1 make")
    names = [type(event).__name__ for event in outcome.events]
    assert names == ["Played", "Gained", "Refilled", "Drew", "Purged"]


# Ressources et charbonium


@pytest.mark.parametrize("turn", [0, 1])
def test_a_short_reserve_takes_the_rest_from_the_opponent(turn):
    table = duel(mine=player(["blue_5"]), theirs=player(charcoalium=11), turn=turn)
    events = outcome_of(table, "play blue_5 coins").events
    state = state_of(table)
    assert tokens(state, turn) == {"charcoalium": 3}
    assert tokens(state, 1 - turn) == {"charcoalium": 9}
    assert state.reserve.charcoalium == 0
    assert Gained(seat=turn, kind="charcoalium", n=3, taken=2) in events


def test_what_neither_reserve_nor_opponent_has_is_lost():
    state = play(duel(mine=player(["blue_5"], charcoalium=11)), "play blue_5 coins")
    assert tokens(state) == {"charcoalium": 12}


def test_charcoalium_on_machines_is_neither_reserve_nor_a_players():
    table = duel(row=["blue_3", "blue_4"], coins=[6, 5], mine=player(["blue_5"]))
    state = play(table, "play blue_5 coins")
    assert tokens(state) == {"charcoalium": 1}
    assert state.coins == [6, 5, 0]


@pytest.mark.parametrize(
    ("lines", "gained"),
    [
        (["play purple_4 make"], {"wood": 1}),
        (["play blue_1 effect"], {"wood": 4}),
        (["play purple_1 effect", "discard yellow_1 wood*2"], {"wood": 2}),
        (["play purple_2 effect", "scrap 3 wood"], {"wood": 1}),
        (["play purple_4 effect", "swap charcoalium wood", "skip"], {"wood": 1}),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_every_gain_can_be_taken_from_the_opponent(lines, gained):
    mine = player(["purple_4", "blue_1", "purple_1", "yellow_1", "purple_2"], charcoalium=1)
    table = duel(row=["blue_1", "blue_1", "purple_4"], mine=mine, theirs=player(["red_1"], wood=8))
    state = play(table, *lines)
    assert {"wood": tokens(state)["wood"]} == gained
    assert tokens(state, 1).get("wood", 0) == 8 - gained["wood"]


# Passing


def test_passing_is_allowed_only_with_an_empty_hand_and_nothing_to_repair():
    assert legal(duel(mine=player([]))) == ["pass"]
    assert "pass" not in legal(duel(mine=player(["blue_1"])))
    assert legal(duel(mine=player([], copper=1, crystal=1))) == ["repair 1"]


def test_a_pass_hands_over_without_a_refill():
    table = duel(mine=player([]))
    state = play(table, "pass")
    assert state.players[0].hand == []
    assert table.awaiting == (1,)


def test_a_needless_pass_is_refused_with_what_can_be_done():
    assert refusal(duel(), "pass").reason == "can_play"
    illegal = refusal(duel(mine=player([], copper=1, crystal=1)), "pass")
    assert illegal.reason == "can_repair"
    assert "repair 1" in illegal.say()
