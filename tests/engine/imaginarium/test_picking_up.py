"""2. Picking up a reserved machine or extracting charcoalium."""

import pytest

from tests.engine.imaginarium.positions import EXTRACTOR_3, RULES, at_turn, goods, lines, me, of, play, player, refused

BELT = ["P6", "P3", "P3", "P2", "P2", "P1", "P1"]


def reserved(mine, space, **fields):
    return at_turn(mine, place=space - 1, belt=list(BELT), **fields)


@pytest.mark.parametrize(("place", "amount"), [(7, 1), (8, 2), (9, 3)])
def test_an_extractor_gives_what_its_place_shows(place, amount):
    table = at_turn(player(), place=place)
    assert lines(table, "acq") == []
    play(table, "collect")
    assert goods(table) == {"charcoalium": amount}


@pytest.mark.parametrize(("space", "price"), [(1, 4 + 3), (2, 3 + 2), (3, 3 + 2), (4, 2 + 1), (5, 3), (6, 2), (7, 2)])
def test_the_price_is_the_level_plus_the_base_cost(space, price):
    table = reserved(player(charcoalium=9), space)
    play(table, "acquire")
    assert goods(table) == {"charcoalium": 9 - price}
    assert me(table).yard == [BELT[space - 1]]
    assert of(table).belt[space - 1] is None


def test_prices_range_from_2_to_7():
    levels = {machine.level for machine in RULES.edition.machine}
    prices = {level + base for level in levels for base in RULES.edition.board.belt}
    assert (min(prices), max(prices)) == (2, 7)


def test_a_reserved_machine_must_be_bought_and_an_extractor_collected():
    table = reserved(player(charcoalium=9), 1)
    assert refused(table, "collect") == "no_extractor"
    assert refused(table, "end") == "not_picked_up"
    assert refused(table, "dial extract+repair") == "not_picked_up"
    at_extractor = at_turn(player(), place=EXTRACTOR_3)
    assert refused(at_extractor, "acquire") == "no_machine"


def test_a_shortfall_takes_all_charcoalium_and_two_resources_of_choice_per_missing_one():
    table = reserved(player(charcoalium=5, wood=2, copper=1, crystal=2), 1)
    assert refused(table, "acquire wood*2") == "wrong_payment"
    play(table, "acquire wood copper crystal*2")
    assert goods(table) == {"wood": 1}
    assert me(table).yard == ["P6"]


def test_every_way_to_pay_a_shortfall_is_offered_once():
    table = reserved(player(charcoalium=6, wood=2, copper=1, crystal=1), 1)
    ways = ["wood*2", "wood copper", "wood crystal", "copper crystal"]
    assert sorted(lines(table, "acquire")) == sorted(f"acquire {way}" for way in ways)


def test_charcoalium_comes_first_and_resources_stay_when_it_is_enough():
    table = reserved(player(charcoalium=7, wood=4), 1)
    assert lines(table, "acquire") == ["acquire"]
    assert refused(table, "acquire wood*2") == "no_goods"


def test_an_unpayable_machine_costs_everything_and_goes_into_the_crusher():
    table = reserved(player(charcoalium=4, wood=3, copper=1, crystal=1, points=7), 1, crusher=["P1"])
    assert lines(table, "acquire") == ["acquire"]
    assert refused(table, "acquire wood*3 copper crystal") == "cannot_pay"
    outcome = play(table, "acquire")
    assert goods(table) == {"points": 7}
    assert me(table).yard == []
    assert of(table).crusher == ["P1", "P6"]
    assert of(table).belt[0] is None
    assert len(outcome.advice) == 1


def test_bare_acquire_is_refused_on_a_payable_shortfall_with_several_ways():
    table = reserved(player(charcoalium=6, wood=1, copper=1, crystal=1), 1)
    assert refused(table, "acquire") in {"wrong_payment", "unreadable_move"}


def test_a_forced_payment_is_filled_in():
    table = reserved(player(charcoalium=6, wood=2), 1)
    play(table, "acquire")
    assert goods(table) == {}


def test_income_of_the_first_step_can_pay():
    table = reserved(player("P1+P1", charcoalium=4), 1)
    play(table, "use 1", "acquire")
    assert goods(table) == {}
    assert me(table).yard == ["P6"]


def test_bought_machines_lie_broken_in_the_yard_without_limit():
    table = reserved(player(charcoalium=9, yard=["P1"] * 12), 4)
    play(table, "acquire")
    assert me(table).yard == [*["P1"] * 12, "P2"]


def test_nothing_is_picked_up_twice():
    table = at_turn(player())
    play(table, "collect")
    assert refused(table, "collect") == "picked_up"
