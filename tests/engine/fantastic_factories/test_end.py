"""Fin de partie: what brings the last round, scoring, tie-breaks."""

import pytest

from engine.games.fantastic_factories.events import EndNeared
from engine.games.fantastic_factories.scoring import prestige
from tests.engine.fantastic_factories.positions import GAME, at_market, at_work, first, play, player, state_of
from tests.engine.positions import outcome_of, result_of

NINE = ["dojo", "robot", "golem", "refinery", "biolab", "foundry", "harvester", "gymnasium", "laboratory"]


def test_twelve_goods_bring_one_whole_extra_round_after_the_running_one():
    table = at_work(player(built=["battery_factory"], energy=4, goods=11), player())
    play(table, "activate battery_factory")
    assert (state_of(table).ending, state_of(table).last) == ("goods", False)
    play(table, "end", "end")
    state = state_of(table)
    assert (state.step, state.last, state.round) == ("market", True, 2)
    play(table, "take 1", "take 1", "end")
    assert table.result is None
    play(table, "end")
    assert (state.step, result_of(table).how) == ("over", "goods")
    assert table.awaiting == ()


def test_what_brings_the_end_is_told_once():
    table = at_work(player(built=["battery_factory", "biolab"], dice=[1], energy=5, goods=11), player())
    assert EndNeared(how="goods", seat=0) in outcome_of(table, "activate battery_factory").events
    again = outcome_of(table, "activate biolab 1").events
    assert not any(isinstance(event, EndNeared) for event in again)


def test_eleven_goods_bring_no_end():
    table = at_work(player(built=["battery_factory"], energy=4, goods=10), player())
    play(table, "activate battery_factory", "end", "end")
    assert (state_of(table).ending, state_of(table).last) == (None, False)


@pytest.mark.parametrize(("standing", "ending"), [(8, None), (9, "buildings")])
def test_ten_buildings_and_not_nine_bring_the_end_repeated_monuments_included(standing, ending):
    built = ["obelisk", "obelisk", "obelisk", "beacon", "beacon", "beacon", "dojo", "golem", "robot"][:standing]
    table = at_work(player(["gymnasium", "incinerator"], built, metal=1), player(), market=[None] * 4)
    play(table, "build gymnasium discard incinerator")
    assert state_of(table).ending == ending


def test_ten_buildings_bring_the_end_whatever_their_prestige():
    table = at_work(player(["temp_agency", "obelisk"], built=NINE, metal=1), player())
    play(table, "build temp_agency discard obelisk")
    assert state_of(table).ending == "buildings"
    play(table, "end", "end", "take 1", "take 1", "end", "end")
    assert result_of(table).how == "buildings"


def test_a_tenth_building_from_an_engineer_brings_the_end_too():
    mine = player(["warehouse"], built=NINE, energy=4)
    table = at_market(mine, player(), contractors=["engineer", None, None, None], top=["beacon"])
    play(table, "hire 1 discard warehouse")
    assert (state_of(table).ending, state_of(table).step) == ("buildings", "market")


def test_prestige_does_not_bring_the_end():
    table = at_work(player(built=["beacon"] * 4 + ["obelisk"] * 2, goods=11), player(), market=[None] * 4)
    play(table, "end", "end")
    assert state_of(table).ending is None


def test_eleven_goods_and_nine_buildings_go_on():
    table = at_work(player(built=NINE, goods=11))
    play(table, "end")
    assert state_of(table).last is False


def test_more_than_twelve_goods_and_ten_buildings_count_too():
    table = at_work(player(built=[*NINE, "assembly_line", "obelisk"], goods=11, dice=[1, 2, 3]), ending="buildings")
    play(table, "activate assembly_line 1 2 3")
    assert first(table).goods == 13


def test_the_first_cause_names_the_end():
    mine = player(["temp_agency", "obelisk"], built=[*NINE[:-1], "battery_factory"], metal=1, energy=4, goods=11)
    table = at_work(mine, player())
    play(table, "activate battery_factory", "build temp_agency discard obelisk")
    assert state_of(table).ending == "goods"


def test_the_extra_round_is_played_once_even_if_another_reaches_the_end_in_it():
    table = at_work(player(goods=12), player(built=["battery_factory"], energy=4, goods=11), ending="goods", last=True)
    play(table, "activate battery_factory", seat=1)
    play(table, "end", "end")
    assert state_of(table).step == "over"


# Décompte


def scored(*players, **more):
    table = at_work(*players, ending="goods", last=True, market=[None] * 4, **more)
    while table.awaiting:
        play(table, "end")
    return result_of(table)


def test_the_score_is_goods_and_prestige():
    result = scored(player(built=["megalith", "obelisk", "golem", "dojo"], goods=7), player(goods=3))
    assert (result.scores, result.winners) == ((13, 3), (0,))
    assert result.standings[0].details == {"goods": 7, "prestige": 6, "metal": 0, "energy": 0, "cards": 0}


@pytest.mark.parametrize(("beacons", "prestige"), [(1, 2), (2, 5), (3, 9), (4, 14)])
def test_four_beacons_score_two_three_four_and_five(beacons, prestige):
    assert scored(player(built=["beacon"] * beacons), player()).scores == (prestige, 0)


def test_a_beacon_beyond_those_that_the_card_lists_is_worth_as_much_as_the_last():
    assert prestige(GAME.book, ["beacon"] * 6) == 14 + 5 + 5


TIES = [
    ({"metal": 2}, {"metal": 1, "energy": 9}, (0,)),
    ({"metal": 2, "energy": 1}, {"metal": 2, "energy": 3}, (1,)),
    ({"metal": 2, "energy": 1, "hand": ["dojo"]}, {"metal": 2, "energy": 1}, (0,)),
    ({"metal": 2, "energy": 1, "hand": ["dojo"]}, {"metal": 2, "energy": 1, "hand": ["golem"]}, (0, 1)),
]


@pytest.mark.parametrize(("one", "other", "winners"), TIES, ids=["metal", "energy", "cards", "shared"])
def test_ties_go_to_metal_then_energy_then_cards_and_else_are_shared(one, other, winners):
    result = scored(player(**{"goods": 5, **one}), player(**{"goods": 5, **other}))
    assert result.winners == winners
    assert result.ranking[0] == winners[0]


def test_third_and_fourth_places_are_told_too():
    result = scored(player(goods=1), player(goods=4), player(goods=4), player(goods=2))
    assert [standing.place for standing in result.standings] == [4, 1, 1, 3]


def test_the_limits_apply_after_the_last_round_too():
    table = at_work(player(metal=14, goods=5), player(metal=13, goods=5), ending="goods", last=True)
    play(table, "end", "drop metal", "drop metal", "end", "drop metal")
    assert result_of(table).winners == (0, 1)


def test_a_game_that_runs_has_no_result():
    assert at_work().result is None
    assert GAME.ends == ("goods", "buildings", "machine")
