"""Phase de jour: the assistants' actions, machines advancing, machines built."""

import pytest

from tests.engine.mech_a_dream.positions import (
    AFTERNOON,
    BOOK,
    EVENING,
    MORNING,
    by_day,
    first,
    play,
    player,
    state_of,
    store,
)
from tests.engine.positions import legal, outcome_of, refusal, reveals

# 1. Action de l'assistant du moment


def test_each_uses_the_moments_assistant_once_from_the_first_player_on():
    table = by_day(player(), player(), player(), first=1, turn=1)
    order = []
    for _ in range(9):
        order.append(table.awaiting)
        play(table, "storage ink")
    assert order == [(1,), (2,), (0,)] * 3
    assert state_of(table).step == "night"


def test_storage_is_always_possible_so_nobody_passes():
    assert legal(by_day()) == ["storage flower", "storage ink"]


def test_spaces_are_not_exclusive():
    table = by_day(player(flower=5), player(flower=5), delivery="delivery_07")
    play(table, "dock", "dock")
    assert [one.points for one in state_of(table).players] == [1, 1]


# Magasin de stockage


def test_the_morning_storage_gives_two_flowers_two_ink_and_two_more_ink():
    table = by_day()
    play(table, "storage ink")
    assert store(first(table)) == (2, 4, 0, 0)


@pytest.mark.parametrize(
    ("moment", "line", "goods"),
    [
        (MORNING, "storage flower", (4, 2)),
        (AFTERNOON, "storage flower", (3, 2)),
        (AFTERNOON, "storage ink", (1, 4)),
        (EVENING, "storage flower", (3, 1)),
        (EVENING, "storage ink", (1, 3)),
    ],
)
def test_each_floor_gives_its_goods_and_a_choice_of_the_last_two(moment, line, goods):
    table = by_day(player(), player(), moment=moment, turn=0)
    play(table, line)
    assert store(first(table))[:2] == goods


def test_goods_above_nine_are_lost_for_each_kind():
    table = by_day(player(flower=8, ink=3), player())
    play(table, "storage ink")
    assert store(first(table)) == (9, 7, 0, 0)


def test_goods_that_will_be_lost_are_advised_against():
    table = by_day(player(flower=8, ink=7), player())
    outcome = outcome_of(table, "storage ink")
    assert [str(text) for text in outcome.advice] == ["3 goods will be lost: there is no room."]
    assert outcome_of(table, "storage ink").advice == []


def test_excess_is_lost_at_each_gain_and_does_not_come_back_later():
    table = by_day(player(flower=3, ink=9), player(), delivery="delivery_01")
    play(table, "dock")
    assert first(table).ink == 9


def test_the_last_two_goods_of_a_floor_are_of_one_kind():
    assert legal(by_day(), "storage") == ["storage flower", "storage ink"]


# Quai de livraisons


def test_the_dock_costs_the_flowers_of_the_card():
    table = by_day(player(flower=3), player(), delivery="delivery_01")
    play(table, "dock")
    assert first(table).flower == 0


def test_the_dock_example_gives_three_points_two_ink_and_an_activation_for_two_flowers():
    table = by_day(player(["blue_01"], flower=3), player(), delivery="delivery_01")
    play(table, "dock")
    assert store(first(table)) == (0, 2, 0, 3)
    assert legal(table) == ["activate blue_01", "robot", "skip"]
    play(table, "activate blue_01")
    assert store(first(table)) == (2, 2, 0, 3)
    assert table.awaiting == (1,)


def test_whoever_lacks_flowers_cant_dock():
    table = by_day(player(flower=2), player(), delivery="delivery_01")
    assert "dock" not in legal(table)
    assert refusal(table, "dock").say() == "`dock`: the dock costs you 3 flowers; you have 2."


@pytest.mark.parametrize(("moment", "points"), [(MORNING, 3), (AFTERNOON, 3), (EVENING, 2)])
def test_the_dock_costs_the_same_at_each_moment_and_gives_that_moments_parcels(moment, points):
    table = by_day(player(flower=3), player(), delivery="delivery_01", moment=moment)
    play(table, "dock")
    assert first(table).flower == 0
    assert first(table).points == points


def test_parcels_come_one_after_the_other_from_the_barrier():
    table = by_day(player([], {"blue_03": 1, "red_07": 4}, flower=2), player(), delivery="delivery_02")
    play(table, "dock")
    assert store(first(table)) == (0, 0, 1, 0)
    play(table, "advance red_07")
    assert first(table).ink == 0
    play(table, "advance red_07")
    assert store(first(table)) == (0, 2, 1, 0)


def test_a_machine_built_by_an_earlier_parcel_is_activated_by_a_later_one():
    table = by_day(player([], {"blue_11": 2}, flower=3), player(), delivery="delivery_05")
    play(table, "dock", "advance blue_11", "advance blue_11")
    assert first(table).points == 2
    play(table, "activate blue_11")
    assert first(table).flower == 3


@pytest.mark.parametrize("card", BOOK.deliveries)
@pytest.mark.parametrize("moment", [MORNING, AFTERNOON, EVENING])
def test_every_delivery_gives_what_its_parcels_say(card, moment):
    table = by_day(player([], {"red_07": 6}, flower=9), player(), delivery=card, moment=moment)
    toll = BOOK.deliveries[card].cost
    parcels = BOOK.parcels[card][moment]
    lines = ["advance red_07" if "advance" in one else "skip" for one in asked_for(parcels)]
    play(table, "dock", *lines)
    gained = [sum(getattr(gain, kind) for gain in parcels) for kind in ("flower", "ink", "rainbow", "points")]
    assert list(store(first(table))) == [9 - toll + gained[0], *gained[1:]]
    assert first(table).belt == {"red_07": 6 - sum(gain.hourglass for gain in parcels)}
    assert table.awaiting == (1,)


def asked_for(parcels):
    """Return what is asked parcel by parcel."""
    return [kind for gain in parcels for kind in ["advance"] * gain.hourglass + ["skip"] * gain.activation]


def test_an_activation_with_nothing_to_activate_is_skipped():
    table = by_day(player(flower=3), player(), delivery="delivery_01")
    play(table, "dock")
    assert legal(table) == ["robot", "skip"]
    play(table, "skip")
    assert table.awaiting == (1,)


def test_parcels_of_goods_are_forced_and_activations_optional():
    table = by_day(player(flower=2), player(), delivery="delivery_08")
    play(table, "dock", "skip", "robot")
    assert store(first(table)) == (0, 1, 0, 2)


# Acquérir une nouvelle machine


def test_the_acquire_example_a_red_machine_for_two_ink_enters_slot_three_with_its_assistant():
    table = by_day(player(ink=2), player(), market=["red_08"])
    play(table, "acquire red_08")
    assert store(first(table)) == (0, 0, 0, 0)
    assert first(table).belt == {"red_08": 3}
    assert first(table).assistants == ["red_08"]


def test_yellow_tiles_cost_rainbows():
    table = by_day(player(rainbow=3), player(), market=["yellow_03"])
    play(table, "acquire yellow_03")
    assert first(table).rainbow == 0


def test_a_tile_that_is_too_dear_or_not_open_is_refused():
    table = by_day(player(ink=1, rainbow=1), player(), market=["red_08", "yellow_03"])
    assert refusal(table, "acquire red_08").say().startswith("`acquire Pollen Harp`: that costs 2 ink; you have 1.")
    assert refusal(table, "acquire yellow_03").reason == "too_poor"
    assert refusal(table, "acquire red_15").reason == "not_offered"
    assert refusal(table, "acquire delivery_01").reason == "not_offered"


def test_the_gap_is_filled_from_the_pile_at_once_for_all_to_see():
    table = by_day(player(ink=9), player(), market=["red_08", "red_09"])
    coming = state_of(table).piles["belt_red"][-1]
    outcome = outcome_of(table, "acquire red_09")
    assert state_of(table).market["belt_red"] == [coming, "red_08"]
    assert outcome.learned_by == {0, 1}


def test_an_exhausted_pile_offers_less_and_reveals_nothing():
    table = by_day(player(ink=9), player(), market=["red_08", "red_09"], piles={"belt_red": 0})
    outcome = outcome_of(table, "acquire red_09")
    assert state_of(table).market["belt_red"] == ["red_08"]
    assert not reveals(outcome)


def test_several_machines_may_share_a_slot():
    table = by_day(player([], {"red_09": 3}, ink=9), player(), market=["red_08"])
    play(table, "acquire red_08")
    assert first(table).belt == {"red_09": 3, "red_08": 3}


# Construire une machine


def test_an_assistant_joins_a_machine_with_or_without_others():
    table = by_day(player([], {"red_07": 6}, assistants=["red_07"]), player(), moment=AFTERNOON)
    play(table, "assign red_07")
    assert first(table).assistants == ["red_07", "red_07"]


def test_only_a_machine_of_ones_own_belt_is_assigned_to():
    table = by_day(player(["red_01a"]), player([], {"red_07": 6}))
    assert refusal(table, "assign red_07").reason == "not_on_belt"
    assert refusal(table, "assign red_01a").reason == "not_on_belt"


# 2. Avancée des machines en construction


def test_the_advance_example_two_assistants_move_two_slots_and_one_moves_one():
    table = by_day(
        player([], {"red_07": 6, "blue_03": 3}, assistants=["red_07", "blue_03"]), player(), moment=EVENING, turn=1
    )
    state_of(table).players[0].assistants.append("red_07")
    play(table, "storage ink", seat=1)
    assert first(table).belt == {"red_07": 4, "blue_03": 2}


def test_machines_without_assistants_stay():
    table = by_day(player([], {"red_07": 6}), player(), turn=1)
    play(table, "storage ink")
    assert first(table).belt == {"red_07": 6}


def test_a_morning_assistant_gives_three_steps_an_afternoon_two_and_an_evening_one():
    for moment, slot in ((MORNING, 3), (AFTERNOON, 4), (EVENING, 5)):
        table = by_day(player([], {"red_07": 6}), player(), moment=moment)
        play(table, "assign red_07")
        while state_of(table).step == "day":
            play(table, "storage ink")
        assert first(table).belt == {"red_07": slot}


def test_time_passes_only_when_all_have_used_their_assistant():
    table = by_day(player([], {"red_07": 6}), player())
    play(table, "assign red_07")
    assert first(table).belt == {"red_07": 6}
    play(table, "storage ink")
    assert first(table).belt == {"red_07": 5}


# Machines construites


def test_the_built_example_a_blue_machine_leaves_slot_one_with_its_assistant_on_it():
    table = by_day(player([], {"blue_03": 1}, assistants=["storage", "blue_03"]), player(), moment=AFTERNOON, turn=1)
    play(table, "storage ink")
    assert first(table).built == ["blue_03"]
    assert first(table).belt == {}
    assert first(table).assistants == ["storage", "blue_03"]


def test_steps_that_are_not_needed_are_lost():
    table = by_day(
        player([], {"blue_03": 1, "red_07": 5}, assistants=["blue_03", "blue_03"]), player(), moment=AFTERNOON, turn=1
    )
    play(table, "storage ink")
    assert first(table).built == ["blue_03"]
    assert first(table).belt == {"red_07": 5}


def test_green_gives_its_rainbows_and_yellow_its_points_at_once_and_once():
    belt = {"green_01a": 1, "yellow_03": 1}
    table = by_day(player([], belt, assistants=["green_01a", "yellow_03"]), player(), moment=AFTERNOON, turn=1)
    play(table, "storage ink")
    assert store(first(table))[2:] == (2, 9)
    play(table, "storage ink", "storage ink")
    assert store(first(table))[2:] == (2, 9)


def test_machines_that_leave_together_are_placed_by_slot_then_id_and_nobody_is_asked():
    belt = {"red_01b": 1, "blue_03": 2, "red_01a": 1}
    table = by_day(player([], belt, assistants=["red_01a", "red_01b"]), player(), moment=AFTERNOON, turn=1)
    state_of(table).players[0].assistants += ["blue_03", "blue_03"]
    play(table, "storage ink")
    assert first(table).built == ["red_01a", "red_01b", "blue_03"]


TEN = ["blue_01", "blue_02", "blue_03", "blue_04", "blue_05", "blue_06", "blue_07", "blue_08", "blue_09", "blue_10"]


@pytest.mark.parametrize(("standing", "points"), [(5, 0), (6, 2), (7, 3), (8, 5), (9, 3), (10, 3)])
def test_the_seventh_eighth_and_ninth_machine_and_each_further_one_give_points(standing, points):
    table = by_day(player(TEN[:standing], {"red_07": 1}, assistants=["red_07"]), player(), turn=1)
    play(table, "storage ink")
    assert first(table).points == points


def test_a_bonus_comes_at_once_to_several_machines_leaving_together():
    belt = {"red_01a": 1, "red_01b": 1}
    table = by_day(player(TEN[:6], belt, assistants=["red_01a", "red_01b"]), player(), moment=AFTERNOON, turn=1)
    play(table, "storage ink")
    assert first(table).points == 5


# Gain de temps de construction


def test_hourglasses_may_all_go_to_one_machine_or_be_split():
    for lines, belt in (
        (["advance red_07", "advance red_07"], {"red_07": 4, "blue_14": 5}),
        (["advance red_07", "advance blue_14"], {"red_07": 5, "blue_14": 4}),
    ):
        table = by_day(player([], {"red_07": 6, "blue_14": 5}, flower=3), player(), delivery="delivery_05")
        play(table, "dock", *lines)
        assert first(table).belt == belt


def test_hourglasses_must_be_spent_while_anything_is_on_the_belt():
    table = by_day(player([], {"red_07": 6}, flower=3), player(), delivery="delivery_05")
    play(table, "dock")
    assert legal(table) == ["advance red_07"]
    assert refusal(table, "skip").reason == "not_now"


def test_hourglasses_with_nothing_on_the_belt_are_lost():
    table = by_day(player(flower=3), player(), delivery="delivery_05")
    outcome = outcome_of(table, "dock")
    assert "hourglasses_lost" in [event.__struct_config__.tag for event in outcome.events]
    assert legal(table) == ["robot", "skip"]


def test_hourglasses_need_no_assistant():
    table = by_day(player([], {"red_07": 6}, flower=1), player(), delivery="delivery_07", moment=EVENING)
    play(table, "dock", "advance red_07")
    assert first(table).belt == {"red_07": 5}


# What reveals


def test_storage_dock_assign_and_advance_reveal_nothing():
    for lines in (["storage ink"], ["dock", "advance red_07", "advance red_07", "skip"], ["assign red_07"]):
        table = by_day(player([], {"red_07": 6}, flower=3), player(), delivery="delivery_05")
        for line in lines:
            assert not outcome_of(table, line).learned_by
