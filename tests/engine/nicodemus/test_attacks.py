"""Page 10, attacks: thefts, sabotage, and what both players know afterwards."""

from itertools import combinations

import pytest

from engine.core.chance import Chance
from tests.engine.nicodemus.positions import GAME, duel, play, player, state_of, tokens
from tests.engine.positions import legal, outcome_of, refusal

FOUR = ["blue_1", "blue_2", "blue_3", "blue_4"]


def test_red_1_steals_a_charcoalium_and_a_random_machine():
    table = duel(mine=player(["red_1", *FOUR]), theirs=player(["purple_1"], charcoalium=2))
    state = play(table, "play red_1 effect")
    assert (tokens(state), tokens(state, 1)) == ({"charcoalium": 1}, {"charcoalium": 1})
    assert state.players[0].hand == sorted([*FOUR, "purple_1"])
    assert state.players[1].hand == []


def test_the_thief_then_has_five_and_draws_nothing():
    table = duel(mine=player(["red_1", *FOUR]))
    deck = len(state_of(table).deck)
    assert len(play(table, "play red_1 effect").deck) == deck


@pytest.mark.parametrize("card", ["red_1", "red_2"])
def test_without_a_token_only_the_machine_is_taken(card):
    table = duel(mine=player([card, *FOUR]), theirs=player(["purple_1"]))
    state = play(table, f"play {card} effect")
    assert tokens(state) == {}
    assert "purple_1" in state.players[0].hand
    assert table.awaiting == (1,)


def test_red_2_chooses_among_the_kinds_that_the_opponent_owns():
    table = duel(mine=player(["red_2", *FOUR]), theirs=player(["purple_1"], wood=1, crystal=2, charcoalium=3))
    play(table, "play red_2 effect")
    assert legal(table) == ["steal wood", "steal crystal"]
    assert refusal(table, "steal copper").reason == "nothing_there"
    assert refusal(table, "steal charcoalium").code == "unreadable_move"
    state = play(table, "steal crystal")
    assert (tokens(state), tokens(state, 1)) == ({"crystal": 1}, {"wood": 1, "crystal": 1, "charcoalium": 3})
    assert "purple_1" in state.players[0].hand


@pytest.mark.parametrize("card", ["red_1", "red_2", "red_3"])
def test_an_empty_hand_loses_nothing(card):
    table = duel(mine=player([card, *FOUR]), theirs=player([]))
    state = play(table, f"play {card} effect")
    assert state.players[1].hand == []
    assert table.awaiting == (1,)


def test_a_theft_from_an_empty_hand_reveals_nothing_but_the_refill():
    outcome = outcome_of(duel(mine=player(["red_1", *FOUR]), theirs=player([])), "play red_1 effect")
    assert outcome.learned_by == {0}


@pytest.mark.parametrize("lines", [["play red_1 effect"], ["play red_2 effect", "steal wood"], ["play red_3 effect"]])
def test_machines_that_move_by_lot_are_a_reveal_to_both(lines):
    table = duel(mine=player(["red_1", "red_2", "red_3"]), theirs=player(wood=1))
    for line in lines[:-1]:
        assert outcome_of(table, line).learned_by == frozenset()
    assert outcome_of(table, lines[-1]).learned_by == {0, 1}


def test_stolen_machines_are_drawn_at_random():
    stolen = set()
    for seed in range(30):
        table = duel(mine=player(["red_1"]), theirs=player(FOUR))
        table.chance = Chance(b"lot%d" % seed)
        stolen |= set(FOUR) - set(play(table, "play red_1 effect").players[1].hand)
    assert stolen == set(FOUR)


def test_machines_lost_to_sabotage_are_drawn_at_random():
    kept = set()
    for seed in range(60):
        table = duel(mine=player(["red_3"]), theirs=player(FOUR))
        table.chance = Chance(b"lot%d" % seed)
        kept.add(tuple(play(table, "play red_3 effect").players[1].hand))
    assert kept == set(combinations(FOUR, 2))


def test_red_3_leaves_two_machines_and_takes_two_charcoalium_to_the_reserve():
    table = duel(mine=player(["red_3"]), theirs=player([*FOUR, "yellow_1"], charcoalium=3, wood=2))
    before = state_of(table).reserve.charcoalium
    state = play(table, "play red_3 effect")
    assert len(state.players[1].hand) == 2
    assert len(state.discard) == 3
    assert tokens(state, 1) == {"wood": 2, "charcoalium": 1}
    assert state.reserve.charcoalium == before + 2
    assert tokens(state) == {}


@pytest.mark.parametrize("hand", [[], ["blue_1"], ["blue_1", "blue_2"]])
def test_red_3_discards_nothing_at_two_machines_or_fewer(hand):
    state = play(duel(mine=player(["red_3"]), theirs=player(hand, charcoalium=1)), "play red_3 effect")
    assert state.players[1].hand == hand
    assert tokens(state, 1) == {}, "fewer than two charcoalium: all that there is"


def test_the_victim_refills_only_after_an_own_play():
    table = duel(row=["blue_2"], mine=player(["red_3"]), theirs=player(FOUR, wood=2, charcoalium=3))
    play(table, "play red_3 effect", "repair 1", "end")
    assert len(state_of(table).players[1].hand) == 2


def test_red_4_takes_two_resources_of_the_attackers_choice_to_the_reserve():
    table = duel(mine=player(["red_4"]), theirs=player(wood=2, copper=1, charcoalium=1))
    play(table, "play red_4 effect")
    assert legal(table) == ["ruin wood*2", "ruin wood copper"]
    assert refusal(table, "ruin wood").reason == "wrong_goods"
    assert refusal(table, "ruin crystal*2").reason == "wrong_goods"
    state = play(table, "ruin wood copper")
    assert (tokens(state), tokens(state, 1)) == ({}, {"wood": 1, "charcoalium": 1})


def test_red_4_takes_all_from_whoever_has_fewer_than_two_and_charcoalium_is_no_resource():
    table = duel(mine=player(["red_4"]), theirs=player(copper=1, charcoalium=4))
    play(table, "play red_4 effect")
    assert legal(table) == ["ruin copper"]
    assert tokens(play(table, "ruin copper"), 1) == {"charcoalium": 4}


def test_red_4_against_nothing_does_nothing():
    table = duel(mine=player(["red_4"]), theirs=player(charcoalium=4))
    play(table, "play red_4 effect")
    assert table.awaiting == (1,)


@pytest.mark.parametrize("turn", [0, 1])
def test_either_player_attacks_the_other(turn):
    hand = ["red_1", "red_2", "red_3", "red_4"]
    rich = player(["purple_1"] * 4, wood=4, charcoalium=4)

    def after(*lines):
        table = duel(mine=player(hand), theirs=rich, turn=turn)
        for line in lines[:-1]:
            play(table, line)
        outcome = outcome_of(table, lines[-1])
        state = state_of(table)
        left = len(state.players[1 - turn].hand)
        return tokens(state, turn), tokens(state, 1 - turn), left, 1 - turn in outcome.learned_by

    assert after("play red_1 effect") == ({"charcoalium": 1}, {"wood": 4, "charcoalium": 3}, 3, True)
    assert after("play red_2 effect", "steal wood") == ({"wood": 1}, {"wood": 3, "charcoalium": 4}, 3, True)
    assert after("play red_3 effect") == ({}, {"wood": 4, "charcoalium": 2}, 2, True)
    assert after("play red_4 effect", "ruin wood*2") == ({}, {"wood": 2, "charcoalium": 4}, 4, False)


# What both know


def stolen():
    table = duel(mine=player(["red_1", *FOUR]), theirs=player(["purple_1"]))
    play(table, "play red_1 effect")
    return table


def test_both_players_know_the_stolen_machine_and_a_spectator_does_not():
    table = stolen()
    assert [table.view(seat)["players"][0]["known"] for seat in (0, 1, None)] == [["purple_1"], ["purple_1"], None]
    events = outcome_of(duel(mine=player(["red_1"]), theirs=player(["purple_1"])), "play red_1 effect").events
    for seat in (0, 1):
        assert "The stolen machine is purple_1." in [str(event.text()) for event in events if event.is_seen_by(seat)]
    assert "purple_1" not in " ".join(str(event.text()) for event in events if event.is_seen_by(None))


def test_a_redeal_does_not_move_the_stolen_machine_while_the_view_names_it():
    state = state_of(stolen())
    for seed in range(20):
        other = GAME.redeal(state, 1, Chance(b"again%d" % seed))
        assert "purple_1" in other.players[0].hand


def test_a_redeal_for_a_spectator_keeps_known_machines_in_their_hand():
    state = state_of(stolen())
    for seed in range(20):
        other = GAME.redeal(state, None, Chance(b"again%d" % seed))
        assert set(other.players[0].known) <= set(other.players[0].hand)


@pytest.mark.parametrize(
    ("hand", "lines"),
    [
        (["purple_1", "blue_1"], ["play purple_1 coins"]),
        (["purple_1", "blue_1"], ["play purple_1 make wood"]),
        (["purple_1", "purple_1"], ["play purple_1 effect", "discard purple_1 wood copper"]),
    ],
)
def test_a_known_machine_is_forgotten_when_it_is_seen_to_leave(hand, lines):
    state = play(duel(mine=player(hand, known=["purple_1"])), *lines)
    assert state.players[0].known == []


def test_a_machine_that_is_stolen_back_is_known_on_the_other_side():
    table = duel(mine=player(["red_1"]), theirs=player(["purple_1"], known=["purple_1"]))
    state = play(table, "play red_1 effect")
    assert (state.players[0].known, state.players[1].known) == (["purple_1"], [])


def test_a_known_machine_that_is_discarded_by_sabotage_is_forgotten():
    theirs = player(["purple_1"] * 3, known=["purple_1"] * 2)
    state = play(duel(mine=player(["red_3"]), theirs=theirs), "play red_3 effect")
    assert state.players[1].known == ["purple_1"]


def test_hands_deck_and_pile_are_hidden_and_discards_are_public():
    table = duel(deck=20)
    for seat in (0, 1, None):
        view = table.view(seat)
        assert (view["deck"], view["pile"]) == (20, 17)
        assert view["discard"] == state_of(table).discard
        assert [player["hand"] for player in view["players"]] == [5, 5]
    assert table.view(None)["hand"] is None
    assert table.view(1)["hand"] == state_of(table).players[1].hand
