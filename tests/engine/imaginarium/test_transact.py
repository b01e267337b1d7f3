"""Carry out transactions."""

import pytest

from tests.engine.imaginarium.positions import acting, goods, lines, play, player, refused, rich

PAIR = "repair+transact"


@pytest.mark.parametrize(("good", "price"), [("wood", 1), ("copper", 2), ("crystal", 3), ("point", 5)])
def test_one_unit_is_bought_at_its_price(good, price):
    table = acting(player(charcoalium=price), pair=PAIR)
    play(table, f"buy {good}")
    assert goods(table) == {"points" if good == "point" else good: 1}
    assert refused(acting(player(charcoalium=price - 1), pair=PAIR), f"buy {good}") == "too_poor"


@pytest.mark.parametrize(("good", "price"), [("wood", 1), ("copper", 2), ("crystal", 3)])
def test_one_unit_is_sold_at_its_price(good, price):
    table = acting(player(**{good: 1}), pair=PAIR)
    play(table, f"sell {good}")
    assert goods(table) == {"charcoalium": price}
    assert refused(table, f"sell {good}") == "too_poor"


def test_points_can_only_be_bought():
    table = acting(player(points=5), pair=PAIR)
    assert lines(table, "sell") == []
    assert refused(table, "sell point") == "unreadable_move"


def test_the_three_transaction_example_turns_2_copper_and_1_charcoalium_into_a_point():
    table = acting(player(copper=2, charcoalium=1), pair=PAIR)
    play(table, "sell copper", "sell copper")
    assert goods(table) == {"charcoalium": 5}
    play(table, "buy point")
    assert goods(table) == {"points": 1}


def test_three_transactions_at_most():
    table = acting(player(**rich()), pair=PAIR)
    play(table, "buy wood", "sell copper", "buy point")
    assert lines(table, "buy") == lines(table, "sell") == []
    assert refused(table, "sell wood") == "done"
