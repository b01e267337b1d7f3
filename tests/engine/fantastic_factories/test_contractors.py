"""Prestataires: every contractor, its cost, its work and its gift."""

import pytest

from engine.games.fantastic_factories.events import Revealed
from tests.engine.fantastic_factories.positions import (
    CARDS,
    CONTRACTORS,
    at_market,
    at_work,
    first,
    play,
    player,
    state_of,
    store,
)
from tests.engine.positions import left_over, legal, outcome_of, refusal, reveals

FIGURES = [
    ("architect", 2, 0),
    ("electrician", 2, 0),
    ("miner", 2, 0),
    ("investor", 3, 0),
    ("specialist", 3, 0),
    ("hired_hands", 3, 3),
    ("foreman", 1, 2),
    ("engineer", 1, 4),
]


@pytest.mark.parametrize(("contractor", "copies", "energy"), FIGURES)
def test_a_contractor_has_its_figures(contractor, copies, energy):
    assert (CONTRACTORS[contractor].copies, CONTRACTORS[contractor].energy) == (copies, energy)


def hiring(contractor, *others, seats=2, mine=None, **more):
    """A table where the first of two players (or more) can hire a contractor with a hammer card."""
    contractors = [contractor, "investor", "investor", "specialist"]
    mine = mine or player(["golem"], energy=4)
    return at_market(mine, *(player() for _ in range(seats - 1)), contractors=contractors, **more)


def hire(table, *lines):
    return play(table, "hire 1 discard golem", *lines)


# Gains and gifts


@pytest.mark.parametrize(
    ("contractor", "mine", "gift"), [("miner", (3, 4, 0), (1, 0, 0)), ("electrician", (0, 9, 0), (0, 2, 0))]
)
@pytest.mark.parametrize("to", [1, 2])
def test_an_opponent_of_ones_choice_gets_the_gift(contractor, mine, gift, to):
    table = hiring(contractor, seats=3)
    state = hire(table)
    assert (table.awaiting, legal(table)) == ((0,), ["gift p2", "gift p3"])
    assert state.contractors[0] == contractor
    state = play(table, f"gift p{to + 1}")
    assert (store(state.players[0]), store(state.players[to])) == (mine, gift)
    assert state.contractors[0] != contractor
    assert table.awaiting == (1,)


def test_the_architect_draws_three_then_chooses_who_draws_one():
    table = hiring("architect", seats=3, top=["dojo", "robot", "refinery", "beacon"])
    outcome = outcome_of(table, "hire 1 discard golem")
    assert outcome.learned_by == {0, 1, 2}
    assert first(table).hand == ["dojo", "refinery", "robot"]
    outcome = outcome_of(table, "gift p3")
    assert state_of(table).players[2].hand == ["beacon"]
    drawn = [event for event in outcome.events if event.__struct_config__.tag == "drew"]
    assert [event.seen_by for event in drawn] == [(2,)]
    assert reveals(outcome, 0)


def test_a_gift_is_not_optional_and_goes_to_an_opponent():
    table = hiring("miner", seats=3)
    hire(table)
    for line in ("gift p1", "gift p4"):
        assert refusal(table, line).reason == "no_opponent"
    assert refusal(table, "take 1").reason == "not_now"
    assert refusal(table, "pass").reason == "not_now"


def test_with_two_players_the_gift_goes_to_the_other_by_itself():
    state = hire(hiring("miner"))
    assert (state.players[0].metal, state.players[1].metal) == (3, 1)
    assert state.turn == 1


@pytest.mark.parametrize("contractor", ["architect", "electrician", "miner"])
def test_alone_there_is_no_gift(contractor):
    table = hiring(contractor, seats=1)
    assert hire(table).step == "work"
    assert len(first(table).hand) == (3 if contractor == "architect" else 0)


def test_a_gift_may_overshoot_the_limits_until_the_end_of_work():
    table = at_market(
        player(["golem"]),
        player(energy=12),
        contractors=["electrician", None, None, None],
        market=["dojo"] + [None] * 3,
    )
    assert hire(table).players[1].energy == 14


# Investisseur


@pytest.mark.parametrize(
    ("card", "gain"), [("assembly_line", (2, 1)), ("megalith", (5, 2)), ("beacon", (2, 4)), ("golem", (4, 0))]
)
def test_the_investor_gains_the_printed_cost_without_limit_and_discards_the_card(card, gain):
    mine = player(["golem"], built=["obelisk", "obelisk"])
    table = hiring("investor", mine=mine, top=[card], market=["dojo", "dojo", None, None])
    outcome = outcome_of(table, "hire 1 discard golem")
    assert store(first(table))[:2] == gain
    assert sorted([card, "golem"]) == state_of(table).discard
    assert outcome.learned_by == {0, 1}


def test_the_investors_gain_has_no_cap():
    table = hiring("investor", mine=player(["golem"], energy=12), top=["megalith"])
    assert store(hire(table).players[0]) == (5, 14, 0)


def test_an_investor_may_turn_up_the_very_card_that_paid_for_it():
    rest = left_over(CARDS, ["golem"])
    table = at_market(player(["golem"]), player(rest), contractors=["investor", None, None, None], market=[None] * 4)
    assert store(hire(table).players[0]) == (4, 0, 0)


# Ingénieur


def test_the_engineer_builds_the_top_card_free_of_resources_and_tool():
    table = hiring("engineer", top=["warehouse"])
    state = hire(table)
    assert (state.players[0].built, state.players[0].hand) == (["warehouse"], [])
    assert store(state.players[0]) == (0, 0, 0)
    assert state.discard == ["golem"]


def test_a_duplicate_is_discarded_and_another_card_revealed():
    mine = player(["golem"], built=["warehouse", "dojo"], energy=4)
    state = hire(hiring("engineer", mine=mine, top=["warehouse", "dojo", "robot"]))
    assert state.players[0].built == ["warehouse", "dojo", "robot"]
    assert state.discard == ["dojo", "golem", "warehouse"]


def test_the_engineer_goes_on_with_the_reshuffled_discard_pile():
    mine = player(["golem"], built=["dojo"], energy=4)
    table = hiring("engineer", mine=mine, top=["dojo"], deck=1)
    state = hire(table)
    assert len(state.players[0].built) == 2
    assert "dojo" in state.discard + state.deck


@pytest.mark.parametrize("sign", range(12))
def test_the_engineer_builds_what_lies_below_its_own_rejects_after_a_reshuffle(sign):
    """Ingénieur: an unbuildable card is discarded and another revealed, as long as one may be built."""
    deck = ["dojo", "robot", "biolab", "foundry"]
    mine = player(["golem"], built=["golem", *deck], energy=4)
    rest = left_over(CARDS, ["golem", "golem", *deck, *deck, "refinery"])
    row = ["engineer", None, None, None]
    seed = bytes([sign])
    table = at_market(mine, player(rest), contractors=row, market=[None] * 4, top=deck, deck=4, seed=seed)
    assert state_of(table).discard == ["refinery"]
    assert hire(table).players[0].built == ["golem", *deck, "refinery"]


@pytest.mark.parametrize("card", ["beacon", "obelisk"])
def test_a_second_beacon_or_obelisk_is_always_buildable_by_the_engineer(card):
    mine = player(["golem"], built=[card], energy=4)
    table = hiring("engineer", mine=mine, top=[card], market=["dojo", "dojo", None, None])
    assert hire(table).players[0].built == [card, card]


def test_the_engineers_build_fires_scrap_yard_and_solar_array_and_uses_up_their_round():
    mine = player(["golem", "dojo", "dojo"], built=["scrap_yard", "solar_array"], energy=4)
    table = hiring("engineer", seats=1, mine=mine, top=["refinery"])
    state = hire(table)
    assert store(state.players[0]) == (1, 2, 0)
    assert state.players[0].used == ["scrap_yard", "solar_array"]
    play(table, "build dojo discard dojo")
    assert store(first(table)) == (0, 1, 0)


def test_the_engineers_own_scrap_yard_does_not_fire_itself():
    state = hire(hiring("engineer", top=["scrap_yard"]))
    assert (state.players[0].built, state.players[0].metal) == (["scrap_yard"], 0)


def test_the_engineer_goes_once_through_deck_and_discard_and_may_build_nothing():
    rest = left_over(CARDS, ["golem", "golem", "dojo"])
    table = at_market(
        player(["golem"], built=["golem", "dojo"], energy=4),
        player([card for card in rest if card != "dojo"]),
        contractors=["engineer", None, None, None],
        market=[None] * 4,
        deck=0,
    )
    assert state_of(table).discard == ["dojo"]
    outcome = outcome_of(table, "hire 1 discard golem")
    assert sorted(event.card for event in outcome.events if isinstance(event, Revealed)) == ["dojo", "golem"]
    assert first(table).built == ["golem", "dojo"]
    assert state_of(table).discard == ["dojo", "golem"]


# Dice of the work to come


def test_hired_hands_roll_two_extra_dice_in_the_same_round():
    table = hiring("hired_hands", seats=1)
    state = hire(table)
    assert (state.step, len(state.players[0].dice)) == ("work", 6)
    play(table, "end", "take 1")
    assert len(first(table).dice) == 4


def test_the_specialists_face_is_chosen_after_the_roll_at_any_time_of_the_work():
    table = hiring("specialist", seats=1)
    hire(table)
    before = list(first(table).dice)
    assert legal(table, "specialist") == [f"specialist {face}" for face in range(1, 7)]
    face = before[0]
    play(table, f"place {face} research", "specialist 6")
    assert first(table).dice == sorted([*before[1:], 6])
    assert refusal(table, "specialist 6").reason == "no_specialist"


def test_the_specialists_die_is_gone_after_the_round():
    table = hiring("specialist", seats=1)
    hire(table)
    play(table, "end", "take 1")
    assert legal(table, "specialist") == []
    assert len(first(table).dice) == 4


def test_a_foreman_sets_four_dice_and_the_fourth_closes():
    table = hiring("foreman", seats=1)
    hire(table)
    assert (first(table).dice, legal(table)[-1], len(legal(table))) == ([], "roll", 7)
    assert refusal(table, "place 6 mine").reason == "not_now"
    outcome = outcome_of(table, "set 6", "set 6", "set 1", "set 1")
    assert not reveals(outcome)
    assert first(table).dice == [1, 1, 6, 6]
    assert legal(table, "place")


@pytest.mark.parametrize("n", [0, 1, 3])
def test_a_foreman_may_set_fewer_and_roll_the_rest(n):
    table = hiring("foreman", seats=1)
    hire(table, *["set 5"] * n)
    outcome = outcome_of(table, "roll")
    assert len(first(table).dice) == 4
    assert first(table).dice.count(5) >= n
    assert reveals(outcome)


def test_with_more_than_four_dice_a_foreman_sets_four_and_the_rest_are_rolled():
    table = at_work(player(), pending=[[{"ask": "set", "left": 6, "free": 4}]])
    play(table, "set 6", "set 6", "set 6")
    outcome = outcome_of(table, "set 6")
    assert reveals(outcome)
    assert len(first(table).dice) == 6
    assert first(table).dice.count(6) >= 4


def test_other_players_work_while_a_foreman_is_still_setting_dice():
    table = at_market(player(["golem"], energy=2), player(), contractors=["foreman", None, None, None])
    play(table, "hire 1 discard golem", "take 1")
    assert table.awaiting == (0, 1)
    assert (len(first(table).dice), len(state_of(table).players[1].dice)) == (0, 4)
    play(table, "end", seat=1)
    play(table, "set 3", seat=0)


@pytest.mark.parametrize("line", ["set 0", "set 7", "set 99"])
def test_a_die_has_six_faces(line):
    table = hiring("foreman", seats=1)
    hire(table)
    assert refusal(table, line).reason == "no_such_face"
