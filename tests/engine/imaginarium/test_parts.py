"""What bots weigh in a position, where a move brings nothing by itself."""

import pytest

from engine.games.imaginarium.parts import PARTS
from tests.engine.imaginarium.positions import RULES, acting, at_turn, of, planning, play, player

OPEN = ("repairing", "buying", "dismantling", "extracting", "recruiting")


def weigh(table, seat=0):
    """Return what is there of each part, nothing left out but nothings."""
    found = zip(PARTS.guesses, PARTS.weigh(RULES.book, of(table), seat), strict=True)
    return {part: n for part, n in found if n}


def weigh_open(table, seat=0):
    return {part: n for part, n in weigh(table, seat).items() if part in OPEN}


@pytest.mark.parametrize(("coal", "points"), [(4, {}), (11, {"buying": 2}), (40, {"buying": 3})])
def test_hands_that_point_to_the_market_are_worth_the_points_that_can_be_bought(coal, points):
    assert weigh_open(acting(player(charcoalium=coal), pair="repair+transact")) == points


def test_what_is_bought_can_be_bought_no_more():
    table = acting(player(charcoalium=40), pair="repair+transact")
    play(table, "buy point")
    assert weigh_open(table) == {"buying": 2}
    play(table, "buy point", "buy point")
    assert weigh_open(table) == {}


def test_a_market_that_was_left_is_closed():
    table = acting(player(charcoalium=40), pair="transact+dismantle")
    of(table).now.finished.append("transact")
    assert weigh_open(table) == {}


def test_a_machine_that_can_be_repaired_counts_by_what_it_promises_as_long_as_the_hands_point_to_it():
    stocked = player(wood=9, copper=9, crystal=9, yard=["P2"])
    assert weigh(acting(stocked, pair="reorganise+recruit"))["ready"] == 1
    table = acting(stocked, pair="extract+repair")
    assert weigh_open(table)["repairing"] > 0
    play(table, "repair P2")
    assert weigh_open(table) == {"extracting": 1}
    play(table, "extract")
    assert weigh_open(table) == {}


def test_nothing_is_ready_without_parts_or_room():
    poor, full = player(yard=["P2"]), player("P1", "P1", "P1", "P1", wood=9, copper=9, crystal=9, yard=["P2"])
    assert "ready" not in weigh(acting(poor))
    assert "ready" not in weigh(acting(full))


def test_the_highest_machine_that_stands_alone_can_be_dismantled():
    table = acting(player("P1", "P4", "P3+P3"), pair="dismantle+reorganise")
    assert weigh_open(table) == {"dismantling": RULES.book.machines["P4"].level}


def test_an_assistant_counts_that_can_be_paid():
    table = acting(player(charcoalium=40), pair="reorganise+recruit")
    assert weigh_open(table)["recruiting"] > 0
    of(table).players[0].charcoalium = 0
    assert weigh_open(table) == {}


def test_who_does_not_act_has_nothing_open():
    table = acting(player(), player(charcoalium=40), pair="repair+transact")
    assert weigh_open(table, seat=1) == {}
    assert weigh_open(at_turn(player(charcoalium=40))) == {}


def test_a_machine_is_reserved_until_it_is_picked_up():
    table = planning()
    assert "reserved" not in weigh(table)
    play(table, "reserve 3")
    assert weigh(table)["reserved"] == 1
    table = at_turn(player(charcoalium=20), place=2)
    assert weigh(table)["reserved"] == 1
    play(table, "acquire")
    assert "reserved" not in weigh(table)
