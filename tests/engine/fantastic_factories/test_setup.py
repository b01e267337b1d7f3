"""Matériel; Mise en place."""

from collections import Counter

import pytest

import engine
from engine.core.errors import Refused
from tests.engine.fantastic_factories.positions import CARDS, CONTRACTORS, GAME, TOOLS, machine_of, state_of


def opened(seats=3, options=None, seed=b"setup"):
    return state_of(engine.open_table("fantastic_factories", seats, options, seed))


def test_there_are_74_blueprints_of_32_kinds_and_17_contractors_of_8_kinds():
    assert (len(CARDS), sum(card.copies for card in CARDS.values())) == (32, 74)
    assert (len(CONTRACTORS), sum(one.copies for one in CONTRACTORS.values())) == (8, 17)


def test_tools_and_types_have_their_numbers_of_cards():
    tools: Counter[str] = Counter()
    types: Counter[str] = Counter()
    for card in CARDS.values():
        tools[card.tool] += card.copies
        types[card.type] += card.copies
    assert tools == {"shovel": 19, "gear": 19, "wrench": 18, "hammer": 18}
    assert types == {"production": 25, "utility": 14, "training": 10, "special": 13, "monument": 12}


@pytest.mark.parametrize("seats", range(1, 6))
def test_everybody_starts_with_four_cards_one_metal_and_two_energy(seats):
    for player in opened(seats).players:
        assert (len(player.hand), player.metal, player.energy, player.goods) == (4, 1, 2, 0)
        assert player.built == player.dice == []


def test_the_market_has_four_blueprints_and_four_contractors_each_under_a_tool():
    state = opened()
    assert (len(state.market), len(state.contractors)) == (4, 4)
    assert sorted(state.tools) == sorted(TOOLS)


def test_the_order_of_tools_and_the_first_player_are_drawn_by_lot():
    states = [opened(seed=b"%d" % n) for n in range(30)]
    assert {state.first for state in states} == {0, 1, 2}
    assert len({tuple(state.tools) for state in states}) > 5


def test_the_order_of_tools_and_the_first_player_can_be_fixed():
    state = opened(options={"tools": "fixed", "first_player": "p1"}, seed=b"any")
    assert (tuple(state.tools), state.first, state.turn) == (TOOLS, 0, 0)


@pytest.mark.parametrize(("difficulty", "cards"), [("easy", 2), ("medium", 3), ("hard", 4), ("expert", 5)])
def test_the_machine_starts_with_as_many_cards_as_it_is_difficult(difficulty, cards):
    for n in range(20):
        table = engine.open_table("fantastic_factories", 1, {"difficulty": difficulty}, b"%d" % n)
        assert len(machine_of(table).built) == cards


def test_the_machine_never_starts_with_a_monument_those_are_discarded():
    states = [opened(1, {"difficulty": "expert"}, b"%d" % n) for n in range(40)]
    machines = [state.machine for state in states if state.machine]
    assert not any(CARDS[card].type == "monument" for machine in machines for card in machine.built)
    discarded = [card for state in states for card in state.discard]
    assert discarded
    assert all(CARDS[card].type == "monument" for card in discarded)


def test_nobody_but_a_lone_player_meets_the_machine():
    assert opened(2).machine is None
    with pytest.raises(Refused, match="1 to 5"):
        opened(6)


def test_a_club_may_correct_a_figure():
    edition = '[[blueprint]]\nid = "megalith"\ncost = { metal = 4 }'
    table = engine.open_table("fantastic_factories", 2, edition=edition)
    assert table.rules.book.costs["megalith"] == (4, 2)
    assert GAME.book.costs["megalith"] == (5, 2)


@pytest.mark.parametrize(
    "edition",
    [
        "[setup]\nhand = 40",
        '[[contractor]]\nid = "miner"\ncopies = -20',
        '[[contractor]]\nid = "miner"\ngift = { goods = 1 }',
        '[[contractor]]\nid = "miner"\neffect = "roll"',
        '[[contractor]]\nid = "foreman"\ngift = { metal = 1 }',
        '[[contractor]]\nid = "foreman"\ngain = { metal = 1 }',
        '[[floor]]\nid = "attic"',
    ],
)
def test_an_edition_that_cant_be_played_is_refused(edition):
    with pytest.raises(Refused) as refused:
        engine.open_table("fantastic_factories", 2, edition=edition)
    assert refused.value.code == "broken_edition"
