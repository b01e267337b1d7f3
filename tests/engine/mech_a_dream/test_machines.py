"""Descriptif des tuiles Machine: the figures of every tile, every effect, every permanent power."""

import pytest

from tests.engine.mech_a_dream.positions import BOOK, by_day, by_night, first, play, player, state_of, store
from tests.engine.positions import legal, refusal

FIGURES = """
blue_01 1 3 - flower*2
blue_02 3 2 - flower*2
blue_03 2 3 - ink*2
blue_04 1 4 - ink*2
blue_05 2 3 - flower+ink
blue_06 3 2 - flower+ink
blue_07 2 3 - hourglass
blue_08 1 4 - hourglass
blue_09 3 3 - rainbow
blue_10 2 4 - rainbow
blue_11 2 4 - flower*3
blue_12 3 4 - ink*3
blue_13 3 4 - flower+hourglass
blue_14 4 5 - hourglass*2
blue_15 2 4 rainbow hourglass*3
blue_16 3 3 flower hourglass*2
blue_17 1 2 ink rainbow
blue_18 2 3 flower*2 rainbow*2
red_01a 4 4 - points*2
red_01b 4 4 - points*2
red_02 3 3 - points+ink
red_03 3 3 - points+flower
red_04 4 4 - points+hourglass
red_05 5 5 - points+rainbow
red_06 4 5 - rainbow*2
red_07 6 6 - points*3
red_08 2 3 flower points*2
red_09 2 4 ink points*2
red_10 2 3 flower+ink rainbow+points
red_11 3 4 rainbow points*3
red_12 3 5 flower*2 points*3
red_13 4 4 ink*2 points*3
red_14 4 5 flower*2+ink points*4
red_15 5 5 rainbow*2 points*5
green_01a 2 3 - rainbow*2
green_01b 2 3 - rainbow*2
green_02a 1 3 - rainbow
green_02b 1 3 - rainbow
green_03a 3 4 - rainbow*2
green_03b 3 4 - rainbow*2
green_04a 2 2 - rainbow
green_04b 2 2 - rainbow
yellow_01 2 3 - points*6
yellow_02 2 4 - points*7
yellow_03 3 4 - points*9
yellow_04 3 5 - points*10
yellow_05 4 4 - points*10
yellow_06 4 5 - points*12
yellow_07 5 6 - points*15
yellow_08 6 7 - points*18
"""
ROWS = [line.split() for line in FIGURES.strip().splitlines()]
PURPLE = [row for row in ROWS if row[0].startswith(("blue", "red"))]
KINDS = ("flower", "ink", "rainbow", "points")


def amounts(text):
    """Return `flower*2+ink` as a dict; `-` is nothing."""
    pairs = [part.partition("*") for part in text.split("+") if part != "-"]
    return {kind: int(n or 1) for kind, _, n in pairs}


def figures(some):
    """Return the amounts of a row that are not nothing."""
    return {kind: n for kind in some.__struct_fields__ if (n := getattr(some, kind))}


@pytest.mark.parametrize(("tile", "cost", "time", "takes", "gives"), ROWS, ids=[row[0] for row in ROWS])
def test_a_tile_has_its_figures(tile, cost, time, takes, gives):
    machine = BOOK.machines[tile]
    assert (machine.cost, machine.time) == (int(cost), int(time))
    assert figures(machine.inputs) == amounts(takes)
    assert figures(machine.outputs) == amounts(gives)


def test_every_tile_has_a_row_here():
    assert [row[0] for row in ROWS] == list(BOOK.machines)


@pytest.mark.parametrize(("tile", "cost", "time", "takes", "gives"), PURPLE, ids=[row[0] for row in PURPLE])
def test_a_purple_machine_takes_and_gives_one_batch_a_use(tile, cost, time, takes, gives):
    table = by_night(player([tile], {"yellow_08": 7}, flower=5, ink=5, rainbow=5), player())
    play(table, f"activate {tile}")
    paid, gained = amounts(takes), amounts(gives)
    for n in range(gained.get("hourglass", 0)):
        assert first(table).belt == {"yellow_08": 7 - n}
        play(table, "advance yellow_08")
    wanted = [start + gained.get(kind, 0) - paid.get(kind, 0) for kind, start in zip(KINDS, (5, 5, 5, 0), strict=True)]
    assert list(store(first(table))) == wanted
    assert refusal(table, f"activate {tile}").reason == "used"


@pytest.mark.parametrize("tile", [row[0] for row in PURPLE if row[3] != "-"])
def test_a_conversion_that_cant_be_paid_is_refused(tile):
    table = by_night(player([tile]), player())
    assert f"activate {tile}" not in legal(table, seat=0)
    assert refusal(table, f"activate {tile}").reason == "too_poor"


def test_the_refusal_names_what_it_costs_and_what_there_is():
    table = by_night(player(["red_14"], flower=1), player())
    said = refusal(table, "activate red_14").say()
    assert said == "`activate Fresco Wheel`: that costs 2 flowers, 1 ink; you have 1 flower."


def test_the_conversion_example_a_flower_and_an_ink_become_a_rainbow_and_a_point():
    table = by_night(player(["red_10"], flower=1, ink=1), player())
    play(table, "activate red_10")
    assert store(first(table)) == (0, 0, 1, 1)


# Machines de cristal jaunes


@pytest.mark.parametrize("tile", [row[0] for row in ROWS if row[0].startswith("yellow")])
def test_a_crystal_machine_gives_its_points_once_and_has_no_effect(tile):
    table = by_day(player([], {tile: 1}, assistants=[tile]), player(), turn=1)
    play(table, "storage ink")
    assert first(table).points == BOOK.machines[tile].outputs.points
    assert refusal(by_night(player([tile]), player()), f"activate {tile}").reason == "not_yours"


# Machines économiques vertes


@pytest.mark.parametrize("tile", [row[0] for row in ROWS if row[0].startswith("green")])
def test_an_economic_machine_gives_its_rainbows_once(tile):
    table = by_day(player([], {tile: 1}, assistants=[tile]), player(), turn=1)
    play(table, "storage ink")
    assert first(table).rainbow == BOOK.machines[tile].outputs.rainbow


@pytest.mark.parametrize(("built", "price"), [([], 4), (["green_01a"], 3), (["green_01a", "green_01b"], 2)])
@pytest.mark.parametrize("tile", ["blue_14", "red_01a"])
def test_blue_red_and_green_tiles_cost_one_ink_less_and_copies_add_up(built, price, tile):
    table = by_day(player(built, ink=9), player(), market=[tile])
    play(table, f"acquire {tile}")
    assert first(table).ink == 9 - price


def test_green_tiles_are_cheaper_too_and_yellow_ones_are_not():
    table = by_day(player(["green_01a"], ink=9, rainbow=9), player(), market=["green_03a", "yellow_03"])
    play(table, "acquire green_03a", "storage ink")
    assert first(table).ink == 7
    table = by_day(player(["green_01a"], ink=9, rainbow=9), player(), market=["yellow_03"])
    play(table, "acquire yellow_03")
    assert store(first(table))[1:3] == (9, 6)


@pytest.mark.parametrize(("built", "price"), [([], 3), (["green_02a"], 2), (["green_02a", "green_02b"], 1)])
def test_yellow_tiles_cost_one_rainbow_less_and_copies_add_up(built, price):
    table = by_day(player(built, rainbow=9), player(), market=["yellow_03"])
    play(table, "acquire yellow_03")
    assert first(table).rainbow == 9 - price


def test_a_price_never_falls_below_nothing():
    table = by_day(player(["green_01a", "green_01b"]), player(), market=["blue_01"])
    play(table, "acquire blue_01")
    assert first(table).ink == 0


@pytest.mark.parametrize(("built", "slot"), [([], 4), (["green_03a"], 3), (["green_03a", "green_03b"], 2)])
def test_tiles_enter_one_slot_sooner_and_copies_add_up(built, slot):
    table = by_day(player(built, ink=9), player(), market=["red_01a"])
    play(table, "acquire red_01a")
    assert first(table).belt == {"red_01a": slot}


def test_a_normal_acquisition_can_be_built_at_once_with_its_assistant_on_it():
    table = by_day(player(["green_03a", "green_03b"], ink=9), player(), market=["blue_02"])
    play(table, "acquire blue_02")
    assert first(table).belt == {}
    assert first(table).built[-1] == "blue_02"
    assert first(table).assistants == ["blue_02"]


def test_a_tile_does_not_help_its_own_acquisition():
    table = by_day(player(ink=9), player(), market=["green_03a"])
    play(table, "acquire green_03a")
    assert first(table).belt == {"green_03a": 4}


@pytest.mark.parametrize(("built", "toll"), [([], 3), (["green_04a"], 2), (["green_04a", "green_04b"], 1)])
def test_the_dock_costs_one_flower_less_and_copies_add_up(built, toll):
    table = by_day(player(built, flower=9), player(), delivery="delivery_01")
    play(table, "dock")
    assert first(table).flower == 9 - toll


def test_the_dock_never_costs_less_than_nothing():
    table = by_day(player(["green_04a", "green_04b"]), player(), delivery="delivery_07")
    play(table, "dock")
    assert first(table).flower == 0


def test_a_power_serves_its_owner_only_and_only_when_built():
    for belt in ({}, {"green_01a": 1}):
        table = by_day(player([], belt, ink=9), player(["green_01b"]), market=["red_01a"])
        play(table, "acquire red_01a")
        assert first(table).ink == 5
    assert state_of(table).players[1].built == ["green_01b"]
