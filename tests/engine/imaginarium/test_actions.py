"""3. Carrying out two actions: the dial, Extraction and Recruit."""

import pytest

from tests.engine.imaginarium.positions import (
    ALL_PAIRS,
    acting,
    at_turn,
    copy_of,
    goods,
    lines,
    me,
    of,
    play,
    player,
    refused,
    rich,
)


def before_dial(mine=None):
    table = at_turn(mine or player(**rich()))
    play(table, "collect")
    return table


def test_the_possible_pairs_are_the_six_neighbours_on_the_ring():
    assert ALL_PAIRS == (
        "recruit+extract",
        "extract+repair",
        "repair+transact",
        "transact+dismantle",
        "dismantle+reorganise",
        "reorganise+recruit",
    )
    assert lines(before_dial(), "dial") == [f"dial {pair}" for pair in ALL_PAIRS]


def test_actions_that_are_no_neighbours_are_refused():
    for pair in ("recruit+repair", "extract+transact", "repair+repair", "repair"):
        assert refused(before_dial(), f"dial {pair}") == "no_pair"


def test_a_pair_is_read_in_either_order_and_written_in_ring_direction():
    table = before_dial()
    outcome = play(table, "dial recruit+reorganise")
    assert str(outcome.played[0]) == "dial reorganise+recruit"
    assert of(table).now.pair == ("reorganise", "recruit")


@pytest.mark.parametrize("pair", ALL_PAIRS)
def test_the_same_pair_cannot_be_chosen_on_consecutive_turns(pair):
    first, second = pair.split("+")
    table = before_dial(player(pair=(first, second)))
    assert refused(table, f"dial {pair}") == "same_pair"
    assert len(lines(table, "dial")) == 5


def test_the_first_turn_is_free_and_the_turn_before_last_does_not_count():
    table = before_dial()
    play(table, "dial extract+repair")
    assert me(table).pair == ("extract", "repair")
    again = before_dial(player(pair=("recruit", "extract")))
    play(again, "dial extract+repair")


def test_the_ban_compares_with_ones_own_previous_turn_only():
    table = at_turn(player(), player(pair=("extract", "repair")))
    play(table, "collect", "dial extract+repair")


def test_the_dial_must_be_turned_every_turn():
    assert refused(before_dial(), "end") == "not_dialled"


def test_the_dial_is_turned_once():
    table = acting(player(**rich()))
    assert refused(table, "dial repair+transact") == "dialled"


def test_one_or_both_actions_are_done_in_either_order():
    for done in (["extract"], ["repair P1"], ["extract", "repair P1"], ["repair P1", "extract"], []):
        table = acting(player(yard=["P1"], **rich()))
        play(table, *done, "end")


def test_a_turn_may_have_no_action():
    table = acting()
    play(table, "end")
    assert table.awaiting == (1,)


def test_the_first_action_is_finished_before_the_second():
    table = acting(player(yard=["P1"], **rich()), pair="repair+transact")
    play(table, "buy wood", "repair P1")
    assert refused(table, "sell wood") == "finished"
    assert lines(table, "sell") == lines(table, "buy") == []


def test_actions_that_the_hands_do_not_point_to_are_refused():
    table = acting(player("P1", yard=["P1"], **rich()), pair="recruit+extract")
    for line in ("repair P1", "buy wood", "sell wood", "scrap P1 wood", "dismantle 1 parts", "reorganise P1"):
        assert refused(table, line) == "not_chosen"


def test_extraction_gives_3_charcoalium_once():
    table = acting(player())
    play(table, "extract")
    assert goods(table) == {"charcoalium": 3}
    assert refused(table, "extract") == "done"


def test_recruit_pays_the_price_on_the_card():
    table = acting(player(charcoalium=9), pair="recruit+extract", assistants=["AS05", "AS12", "AS01"])
    assert lines(table, "recruit") == ["recruit AS05", "recruit AS12", "recruit AS01"]
    play(table, "recruit AS05")
    assert goods(table) == {"charcoalium": 3}
    assert me(table).assistants == ["AS05"]


def test_one_assistant_per_turn_and_bought_ones_are_not_replaced_before_the_reset():
    table = acting(player(charcoalium=20), pair="recruit+extract", assistants=["AS05", "AS12", "AS01"])
    play(table, "recruit AS12")
    assert refused(table, "recruit AS05") == "done"
    assert of(table).assistants == ["AS05", "AS01"]


def test_no_more_than_three_assistants():
    staff = ["AS02", "AS03", "AS04"]
    table = acting(player(charcoalium=20, assistants=staff), pair="recruit+extract", assistants=["AS05"])
    assert lines(table, "recruit") == []
    assert refused(table, "recruit AS05") == "full"


def test_an_assistant_must_be_there_and_be_paid_in_charcoalium():
    table = acting(player(charcoalium=4, wood=9), pair="recruit+extract", assistants=["AS05"])
    assert refused(table, "recruit AS01") == "not_there"
    assert refused(table, "recruit AS05") == "too_poor"


def test_when_assistants_run_out_nobody_recruits():
    table = acting(player(charcoalium=20), pair="recruit+extract", assistants=[], assistant_deck=[])
    assert lines(table, "recruit") == []
    assert refused(table, "recruit AS01") == "not_there"


def test_charcoalium_extracted_first_can_pay_an_assistant():
    table = acting(player(charcoalium=3), pair="recruit+extract", assistants=["AS05"])
    play(table, "extract", "recruit AS05")
    assert goods(table) == {}


def test_a_half_played_turn_survives_a_restart():
    table = acting(player(yard=["P6", "T1"], **rich()), pair="repair+transact")
    play(table, "repair P6")
    again = copy_of(table)
    assert lines(again) == lines(table) == ["effect wood", "effect copper", "effect crystal", "skip"]
    play(again, "effect wood", "sell wood", "end")
