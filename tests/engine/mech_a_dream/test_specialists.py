"""Variante « Les spécialistes »: ten bonuses, taking cards from opponents, tokens that fall each night."""

import pytest

from engine.core.errors import IllegalMove
from engine.games.mech_a_dream.events import HourglassesLost, Rewarded
from engine.games.mech_a_dream.moves import Poach
from tests.engine.mech_a_dream.positions import (
    AFTERNOON,
    EVENING,
    MORNING,
    SPECIALISTS,
    by_day,
    by_night,
    first,
    play,
    player,
    state_of,
    store,
)
from tests.engine.positions import legal, outcome_of, refusal


def day_with(*cards, rival=None, belt=None, options=SPECIALISTS, **more):
    """Return a day in which the first player has some specialists."""
    mine = player(more.pop("built", ()), belt, specialists=dict.fromkeys(cards, 1), flower=3, ink=4, rainbow=3)
    return by_day(mine, rival or player(specialists={"specialist_07": 1}), options=options, **more)


# Descriptif des bonus permanents


@pytest.mark.parametrize(
    ("card", "line", "extra"),
    [
        ("specialist_01", "acquire red_08", (0, 0, 0, 1)),
        ("specialist_01", "assign red_07", (0, 0, 0, 1)),
        ("specialist_01", "storage ink", (0, 0, 0, 0)),
        ("specialist_03", "acquire red_08", (1, 1, 0, 0)),
        ("specialist_03", "assign red_07", (1, 1, 0, 0)),
        ("specialist_04", "dock", (0, 0, 0, 2)),
        ("specialist_04", "storage ink", (0, 0, 0, 0)),
        ("specialist_09", "acquire red_08", (0, 0, 1, 0)),
        ("specialist_09", "assign red_07", (0, 0, 0, 0)),
        ("specialist_10", "acquire red_08", (0, 0, 0, 2)),
        ("specialist_10", "assign red_07", (0, 0, 0, 0)),
    ],
)
def test_a_specialist_rewards_its_actions_and_no_others(card, line, extra):
    def after(*cards):
        rival = player(specialists={"specialist_07": 1})
        table = day_with(
            *cards, rival=rival, belt={"red_07": 6}, market=["red_08"], delivery="delivery_03", moment=EVENING
        )
        play(table, line)
        return store(first(table))

    assert tuple(a - b for a, b in zip(after(card), after(), strict=True)) == extra


def test_the_colourist_gives_a_rainbow_after_the_storage():
    table = day_with("specialist_07", rival=player(specialists={"specialist_01": 1}))
    play(table, "storage ink")
    assert first(table).rainbow == 4


@pytest.mark.parametrize("line", ["acquire red_08", "assign red_07"])
def test_the_clockmaker_gives_an_hourglass_after_acquire_or_assign(line):
    table = day_with("specialist_02", belt={"red_07": 6}, market=["red_08"])
    play(table, line, "advance red_07")
    assert first(table).belt["red_07"] == 5
    assert table.awaiting == (1,)


def test_the_sandman_gives_two_hourglasses_after_the_dock():
    table = day_with("specialist_05", belt={"red_07": 6}, delivery="delivery_09", moment=EVENING)
    state_of(table).players[0].flower = 4
    play(table, "dock", "advance red_07", "advance red_07")
    assert first(table).belt["red_07"] == 4


def test_the_sandmans_hourglasses_are_lost_on_an_empty_belt():
    table = day_with("specialist_05", delivery="delivery_03", moment=EVENING)
    play(table, "dock")
    assert table.awaiting == (1,)


def test_the_operator_offers_a_use_after_the_dock():
    table = day_with("specialist_06", built=["red_01a"], delivery="delivery_03", moment=EVENING)
    play(table, "dock")
    assert legal(table) == ["activate red_01a", "robot", "skip"]
    play(table, "activate red_01a")
    assert first(table).points == 2
    assert first(table).used == []


@pytest.mark.parametrize(("good", "extra"), [("flower", (2, 0)), ("ink", (0, 2))])
def test_the_grocer_gives_two_flowers_or_two_ink_after_the_storage(good, extra):
    table = day_with("specialist_08", moment=EVENING)
    play(table, "storage ink")
    assert legal(table) == ["reward flower", "reward ink"]
    play(table, f"reward {good}")
    assert store(first(table))[:2] == (4 + extra[0], 7 + extra[1])


def test_rewards_without_a_choice_come_first():
    table = day_with("specialist_07", "specialist_08", rival=player(specialists={"specialist_01": 1}))
    play(table, "storage ink")
    assert first(table).rainbow == 4
    assert legal(table) == ["reward flower", "reward ink"]


def test_several_rewards_are_taken_in_the_owners_order():
    def after(*lines):
        table = day_with("specialist_05", "specialist_06", belt={"red_01a": 2}, delivery="delivery_03", moment=EVENING)
        play(table, "dock", *lines)
        assert table.awaiting == (1,)
        return first(table).points

    assert after("advance red_01a", "advance red_01a", "activate red_01a") == 2
    assert after("skip", "advance red_01a", "advance red_01a") == 0
    assert after("robot", "advance red_01a", "advance red_01a") == 0


def test_once_begun_a_reward_of_hourglasses_is_finished():
    table = day_with("specialist_05", "specialist_06", belt={"red_01a": 2}, delivery="delivery_03", moment=EVENING)
    play(table, "dock", "advance red_01a")
    assert legal(table) == ["advance red_01a"]


def test_with_an_empty_belt_the_use_comes_first_and_the_hourglasses_are_lost_after_it():
    table = day_with("specialist_05", "specialist_06", delivery="delivery_03", moment=EVENING)
    play(table, "dock")
    assert legal(table) == ["robot", "skip"]
    outcome = outcome_of(table, "skip")
    assert "hourglasses_lost" in [event.__struct_config__.tag for event in outcome.events]


def test_rewards_come_after_the_action_and_after_its_parcels():
    table = day_with("specialist_04", belt={"red_07": 6}, delivery="delivery_07")
    play(table, "dock")
    assert first(table).points == 0
    play(table, "advance red_07")
    assert first(table).points == 3


def test_a_reward_that_nobody_offers_is_refused():
    table = day_with("specialist_08", moment=EVENING)
    play(table, "storage ink")
    assert refusal(table, "advance red_07").reason == "no_hourglass"
    assert refusal(table, "skip").reason == "no_use"
    assert refusal(table, "robot").reason == "no_use"


# Travailler à l'usine: taking a specialist


def test_a_specialist_takes_the_place_of_the_last_two_goods():
    table = day_with("specialist_01")
    play(table, "poach specialist_07")
    assert store(first(table))[:2] == (5, 6)


def test_its_owner_is_paid_and_cant_refuse_and_the_card_then_costs_two():
    table = day_with("specialist_01", rival=player(specialists={"specialist_09": 2}))
    play(table, "poach specialist_09")
    state = state_of(table)
    assert (state.players[0].rainbow, state.players[1].rainbow) == (1, 2)
    assert state.players[0].specialists == {"specialist_01": 1, "specialist_09": 2}
    assert state.players[1].specialists == {}


def test_a_card_without_token_is_free_and_gets_one_of_two():
    table = day_with(rival=player(specialists={"specialist_09": 0}))
    play(table, "poach specialist_09")
    assert first(table).rainbow == 3
    assert first(table).specialists == {"specialist_09": 2}


def test_a_card_without_token_can_be_taken_without_a_rainbow():
    table = by_day(player(), player(specialists={"specialist_09": 0}), options=SPECIALISTS)
    assert legal(table, "poach") == ["poach specialist_09"]
    play(table, "poach specialist_09")
    assert first(table).rainbow == 0


def test_a_specialist_can_be_taken_back_and_then_costs_two_again():
    table = by_day(player(rainbow=1), player(rainbow=1, specialists={"specialist_09": 1}), options=SPECIALISTS)
    play(table, "poach specialist_09", "poach specialist_09")
    one, other = state_of(table).players
    assert (one.rainbow, other.rainbow) == (2, 0)
    assert (one.specialists, other.specialists) == ({}, {"specialist_09": 2})


def test_the_centre_card_is_paid_to_the_supply():
    table = day_with("specialist_01", centre={"specialist_02": 1})
    play(table, "poach specialist_02")
    assert first(table).rainbow == 2
    assert state_of(table).players[1].rainbow == 0
    assert first(table).specialists["specialist_02"] == 2
    assert state_of(table).centre == {}


def test_whoever_lacks_rainbows_takes_no_specialist():
    table = day_with(rival=player(specialists={"specialist_09": 2}))
    state_of(table).players[0].rainbow = 1
    assert refusal(table, "poach specialist_09").reason == "too_poor"
    assert legal(table, "poach") == []


def test_a_specialist_rewards_its_own_action_whoever_stands_beside_it():
    table = day_with("specialist_01", "specialist_04", "specialist_09", delivery="delivery_09", moment=EVENING)
    state_of(table).players[0].flower = 4
    events = outcome_of(table, "dock").events
    assert [event.card for event in events if isinstance(event, Rewarded)] == ["specialist_04"]


def test_no_hourglass_is_lost_with_the_last_reward():
    rewards = {"ask": "rewards", "cards": ["specialist_08"]}
    table = day_with("specialist_08", belt={"red_07": 6}, pending=[[rewards], []])
    assert not [event for event in outcome_of(table, "reward ink").events if isinstance(event, HourglassesLost)]


def test_the_owner_gets_the_rainbows_and_for_the_centre_nobody_does():
    rival = player(specialists={"specialist_09": 2})
    changes = [
        outcome_of(day_with(rival=rival, centre={"specialist_02": 1}), f"poach {card}").events[1].changes()
        for card in ("specialist_09", "specialist_02")
    ]
    assert changes == [{(0, "rainbow"): -2, (1, "rainbow"): 2}, {(0, "rainbow"): -1}]


def test_there_is_no_limit_to_the_specialists_of_a_player():
    rival = player(specialists={"specialist_09": 0})
    table = day_with("specialist_01", "specialist_02", "specialist_03", rival=rival)
    play(table, "poach specialist_09")
    assert len(first(table).specialists) == 4


def test_specialists_are_taken_in_the_morning_and_afternoon_only():
    assert legal(day_with(moment=MORNING), "poach")
    assert legal(day_with(moment=AFTERNOON), "poach")
    table = day_with(moment=EVENING)
    assert legal(table, "poach") == []
    assert refusal(table, "poach specialist_07").reason == "too_late"


def test_ones_own_or_an_absent_specialist_cant_be_taken():
    table = day_with("specialist_01")
    for card in ("specialist_01", "specialist_05", "red_08"):
        assert refusal(table, f"poach {card}").reason == "not_there"


def test_a_storage_specialist_that_was_just_taken_rewards_the_same_visit():
    table = day_with()
    play(table, "poach specialist_07")
    assert first(table).rainbow == 3


def test_without_the_variant_nobody_is_taken():
    assert refusal(by_day(), "poach specialist_07").reason == "no_specialists"


def test_a_ruling_makes_the_specialist_replace_the_whole_floor():
    table = day_with(options={**SPECIALISTS, "specialist_mode": "replaces_all"})
    play(table, "poach specialist_07")
    assert store(first(table)) == (3, 4, 2, 0)


def test_a_ruling_makes_the_specialist_come_on_top_of_the_goods():
    table = day_with(options={**SPECIALISTS, "specialist_mode": "in_addition"})
    assert legal(table, "poach") == ["poach specialist_07 flower", "poach specialist_07 ink"]
    play(table, "poach specialist_07 ink")
    assert store(first(table))[:2] == (5, 8)


def test_the_last_good_is_said_only_where_the_ruling_gives_it():
    assert refusal(day_with(), "poach specialist_07 ink").reason == "no_good"
    ruled = day_with(options={**SPECIALISTS, "specialist_mode": "in_addition"})
    with pytest.raises(IllegalMove, match="which good you take"):
        ruled.play(0, Poach("specialist_07"))


# Phase de nuit: the tokens


def test_tokens_of_owned_cards_fall_by_one_when_all_have_slept():
    mine = player(specialists={"specialist_01": 2, "specialist_02": 1, "specialist_03": 0})
    table = by_night(mine, player(), options=SPECIALISTS, centre={"specialist_05": 1})
    play(table, "sleep")
    assert first(table).specialists["specialist_01"] == 2
    play(table, "sleep")
    assert first(table).specialists == {"specialist_01": 1, "specialist_02": 0, "specialist_03": 0}


@pytest.mark.parametrize(("ruling", "token"), [("unchanged", 1), ("falls", 0)])
def test_the_centre_cards_token_stays_unless_a_ruling_lets_it_fall(ruling, token):
    options = {**SPECIALISTS, "centre_price": ruling}
    table = by_night(player(), player(), options=options, centre={"specialist_05": 1})
    play(table, "sleep", "sleep")
    assert state_of(table).centre == {"specialist_05": token}
