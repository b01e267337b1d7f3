"""Phase de marché: take or hire, refresh, empty piles."""

import pytest

from tests.engine.fantastic_factories.positions import CARDS, TOOLS, at_market, at_work, play, player, state_of, store
from tests.engine.positions import left_over, legal, outcome_of, refusal, reveals

FOUR = ("golem", "robot", "dojo", "biolab")


def test_players_choose_one_after_the_other_from_the_one_with_the_marker():
    table = at_market(player(), player(), player(), first=1, turn=1)
    turns: list[int] = []
    while state_of(table).step == "market":
        turns += table.awaiting
        play(table, "take 1")
    assert turns == [1, 2, 0]


def test_after_the_last_choice_everybody_works_at_once():
    table = at_market(player(), player(), player())
    play(table, "take 1", "take 1", "take 1")
    assert (state_of(table).step, table.awaiting) == ("work", (0, 1, 2))


def test_a_blueprint_is_taken_for_free_and_its_space_is_refilled_at_once_in_place():
    table = at_market(player(metal=1, energy=2), player(), market=FOUR, top=["refinery"])
    state = play(table, "take 2")
    assert (state.players[0].hand, store(state.players[0])) == (["robot"], (1, 2, 0))
    assert state.market == ["golem", "refinery", "dojo", "biolab"]


def test_in_the_market_nothing_is_drawn_from_the_deck():
    table = at_market(player(), player(), market=FOUR)
    assert legal(table) == ["take 1", "take 2", "take 3", "take 4"]
    assert refusal(table, "place 3 research").reason == "not_now"


def test_a_choice_is_compulsory():
    assert refusal(at_market(), "pass").reason == "can_choose"
    assert refusal(at_market(), "end").reason == "not_now"


# Engager un prestataire


def test_hiring_takes_a_card_with_the_tool_above_the_contractor():
    table = at_market(player(["golem", "dojo"]), player(), contractors=["investor", "foreman", "miner", "specialist"])
    assert legal(table, "hire") == ["hire 1 discard golem"]
    wrong = refusal(table, "hire 1 discard dojo")
    assert wrong.reason == "wrong_tool"
    assert "above slot 1 lies the hammer; Dojo has the gear." in wrong.say()
    assert refusal(table, "hire 1 discard biolab").reason == "not_in_hand"


def test_the_extra_cost_is_paid_in_energy():
    table = at_market(player(["golem"], energy=4), player(), contractors=["hired_hands", None, None, None])
    state = play(table, "hire 1 discard golem")
    assert state.players[0].energy == 1
    poor = at_market(player(["golem"], energy=2), player(), contractors=["hired_hands", None, None, None])
    assert legal(poor, "hire") == []
    assert refusal(poor, "hire 1 discard golem").reason == "too_poor"


def test_the_contractor_is_resolved_then_discarded_then_its_row_refilled():
    table = at_market(player(["golem"]), player(), contractor_deck=["foreman"])
    outcome = outcome_of(table, "hire 1 discard golem")
    state = state_of(table)
    assert [event.__struct_config__.tag for event in outcome.events] == ["hired", "gained", "gained", "laid_out"]
    assert state.contractors == ["foreman", "electrician", "architect", "investor"]
    assert "miner" in state.contractor_discard
    assert state.discard == ["golem"]


def test_the_gift_too_is_given_before_the_contractor_is_discarded_and_its_row_refilled():
    table = at_market(player(["beacon"]), player(), player(), contractor_deck=["foreman"])
    play(table, "hire 3 discard beacon")
    assert state_of(table).contractors[2] == "architect"
    outcome = outcome_of(table, "gift p3")
    assert [event.__struct_config__.tag for event in outcome.events] == ["drew_some", "drew", "laid_out"]
    assert (state_of(table).contractors[2], len(state_of(table).players[2].hand)) == ("foreman", 1)


def test_tools_never_move():
    table = at_market(player(["golem"], metal=1), player())
    state = play(table, "refresh contractors metal", "hire 1 discard golem")
    assert tuple(state.tools) == TOOLS


# Action facultative


@pytest.mark.parametrize("pay", ["metal", "energy"])
@pytest.mark.parametrize("row", ["blueprints", "contractors"])
def test_one_resource_replaces_one_whole_row(row, pay):
    table = at_market(player(metal=1, energy=1), player(), market=FOUR)
    before = state_of(table).market.copy(), state_of(table).contractors.copy()
    outcome = outcome_of(table, f"refresh {row} {pay}")
    state = state_of(table)
    assert store(state.players[0]) == ((0, 1, 0) if pay == "metal" else (1, 0, 0))
    swept, kept = (state.market, state.contractors) if row == "blueprints" else (state.contractors, state.market)
    assert kept == before[row == "blueprints"]
    assert swept != before[row == "contractors"]
    assert None not in swept
    assert reveals(outcome, 0)
    assert reveals(outcome, 1)
    assert table.awaiting == (0,)


def test_swept_cards_are_discarded():
    table = at_market(player(metal=1), player(), market=FOUR)
    assert play(table, "refresh blueprints metal").discard == sorted(FOUR)


def test_an_empty_space_of_a_row_is_replaced_with_the_others():
    table = at_market(player(metal=1), player(), market=[None, *FOUR[1:]])
    state = play(table, "refresh blueprints metal")
    assert state.discard == sorted(FOUR[1:])
    assert None not in state.market


def test_a_row_is_replaced_once_a_round_and_before_the_choice():
    table = at_market(player(metal=5), player(metal=5))
    play(table, "refresh blueprints metal")
    assert legal(table, "refresh") == []
    assert refusal(table, "refresh contractors metal").reason == "refreshed"
    play(table, "take 1")
    assert table.awaiting == (1,)
    assert legal(table, "refresh") == ["refresh blueprints metal", "refresh contractors metal"]


def test_the_next_round_allows_it_again():
    table = at_work(player(metal=1, refreshed=True))
    play(table, "end")
    assert len(legal(table, "refresh")) == 2


def test_replacing_a_row_needs_the_resource():
    table = at_market(player(energy=1), player())
    assert legal(table, "refresh") == ["refresh blueprints energy", "refresh contractors energy"]
    assert refusal(table, "refresh blueprints metal").reason == "too_poor"


def test_the_row_is_discarded_before_the_refill_so_swept_cards_may_return():
    table = at_market(player(metal=1), player(), market=FOUR, deck=0)
    everything = sorted([*FOUR, *state_of(table).discard])
    state = play(table, "refresh blueprints metal")
    assert state.discard == []
    assert sorted([*(card or "" for card in state.market), *state.deck]) == everything


# Empty piles


def test_an_empty_deck_is_made_anew_from_its_discards_when_a_card_is_needed():
    table = at_market(player(), player(), market=FOUR, top=["refinery"], deck=1)
    discarded = len(state_of(table).discard)
    state = play(table, "take 1")
    assert (state.deck, len(state.discard)) == ([], discarded)
    outcome = outcome_of(table, "take 1")
    assert "reshuffled" in [event.__struct_config__.tag for event in outcome.events]
    assert (len(state.deck), state.discard) == (discarded - 1, [])


def emptied(*players, market=(None, None, None, None), **more):
    """A table where every blueprint that is not in the market is in the hand of the last player."""
    used = [card for one in players for card in (*one["hand"], *one["built"])]
    rest = left_over(CARDS, [*used, *(card for card in market if card)])
    return at_market(*players, player(rest), market=market, **more)


def test_with_both_piles_empty_market_spaces_stay_empty():
    table = emptied(player(), market=FOUR)
    assert play(table, "take 3").market == ["golem", "robot", None, "biolab"]
    assert legal(table, "take") == ["take 1", "take 2", "take 4"]
    assert refusal(table, "take 3").reason == "empty_slot"


def test_a_market_hole_is_filled_at_the_rows_next_refill():
    table = at_market(player(), player(), market=["golem", None, "dojo", "biolab"], top=["refinery", "robot"])
    assert play(table, "take 1").market == ["refinery", "robot", "dojo", "biolab"]


def test_whoever_can_neither_take_nor_hire_passes_a_payable_refresh_notwithstanding():
    table = emptied(player(metal=1))
    assert legal(table) == ["refresh blueprints metal", "refresh contractors metal", "pass"]
    outcome = outcome_of(table, "pass")
    assert str(outcome.events[0].text()) == "p1 found nothing in the market."
    assert table.awaiting == (1,)


def test_nobody_passes_while_one_blueprint_is_left():
    table = at_market(player(), player(), market=[None, None, "golem", None])
    assert refusal(table, "pass").reason == "can_choose"
    assert legal(table) == ["take 3"]


def test_nobody_passes_while_a_contractor_can_be_hired():
    table = emptied(player(["golem"]))
    assert legal(table) == ["hire 1 discard golem"]
    assert refusal(table, "pass").reason == "can_choose"


@pytest.mark.parametrize("slot", ["0", "5", "99", "999999"])
def test_a_slot_that_is_not_there_is_refused(slot):
    table = at_market(player(["golem"]), player())
    assert refusal(table, f"take {slot}").reason == "no_such_slot"
    assert refusal(table, f"hire {slot} discard golem").reason == "no_such_slot"


# What reveals


@pytest.mark.parametrize("line", ["take 1", "hire 4 discard refinery"])
def test_taking_and_hiring_reveal_the_refill_to_everybody(line):
    table = at_market(player(["refinery"]), player(), player())
    assert outcome_of(table, line).learned_by == {0, 1, 2}
    assert table.awaiting == (1,)


def test_the_choice_that_closes_the_market_rolls_everybodys_dice():
    table = at_market(player(), player(), first=1, turn=0)
    outcome = outcome_of(table, "take 1")
    state = state_of(table)
    assert outcome.learned_by == {0, 1}
    assert [len(one.dice) for one in state.players] == [4, 4]
    assert all(one.dice == sorted(one.dice) for one in state.players)
