"""Règles solo: the Machine's market, its goods, the end and the score."""

import pytest

import engine
from engine.bots import BOTS, take_turn
from engine.core.chance import Chance
from engine.games.fantastic_factories.deed import FactoriesDeed
from engine.games.fantastic_factories.events import LaidOut, MachineBuilt, MachineMade, MachineRolled, MachineSwept
from engine.games.fantastic_factories.machine import produce, shop
from engine.games.fantastic_factories.scoring import machine_points
from engine.games.fantastic_factories.solo import DIFFICULTIES, read_targets, tell_rank
from engine.games.fantastic_factories.state import SoloMachine
from tests.engine.fantastic_factories.positions import (
    CARDS,
    GAME,
    at_market,
    at_work,
    first,
    machine_of,
    play,
    player,
    state_of,
)
from tests.engine.positions import left_over, outcome_of, result_of, reveals

MARKET = ["golem", "robot", "dojo", "biolab"]


def alone(market=(*MARKET,), top=("refinery", "warehouse"), built=(), goods=0, **more):
    return at_work(player(), market=market, top=top, machine={"built": list(built), "goods": goods}, **more)


def shopping(table, green):
    deed = FactoriesDeed(GAME.book, state_of(table), 0, Chance(b"machine"))
    shop(deed, machine_of(table), green)
    return deed


# Phase de marché


@pytest.mark.parametrize("green", [1, 2, 3, 4])
def test_green_one_to_four_takes_the_blueprint_at_that_place(green):
    table = alone()
    shopping(table, green)
    assert machine_of(table).built == [MARKET[green - 1]]
    assert state_of(table).market[green - 1] == "refinery"


def test_green_five_takes_the_top_of_the_deck_then_discards_all_blueprints():
    table = alone()
    hired = list(state_of(table).contractors)
    shopping(table, 5)
    state = state_of(table)
    assert machine_of(table).built == ["refinery"]
    assert state.market[0] == "warehouse"
    assert state.discard == sorted(MARKET)
    assert state.contractors == hired


def test_green_six_takes_the_top_of_the_deck_then_discards_all_contractors():
    table = alone()
    hired = list(state_of(table).contractors)
    shopping(table, 6)
    state = state_of(table)
    assert machine_of(table).built == ["refinery"]
    assert state.market == MARKET
    assert state.contractor_discard == sorted(one for one in hired if one)
    assert None not in state.contractors


def test_green_on_an_empty_space_takes_nothing():
    table = alone(market=["golem", None, "dojo", "biolab"])
    shopping(table, 2)
    assert machine_of(table).built == []


def test_the_machine_may_hold_duplicates_and_build_monuments_later():
    table = alone(market=["golem", "obelisk", "dojo", "biolab"], built=["golem"])
    shopping(table, 1)
    shopping(table, 2)
    assert machine_of(table).built == ["golem", "golem", "obelisk"]


@pytest.mark.parametrize(
    ("green", "told"),
    [
        (2, [MachineBuilt(card="robot"), LaidOut(cards=("refinery",))]),
        (5, [MachineBuilt(card="refinery"), MachineSwept(row="blueprints")]),
        (6, [MachineBuilt(card="refinery"), MachineSwept(row="contractors")]),
    ],
)
def test_what_the_machine_takes_and_sweeps_is_told(green, told):
    assert shopping(alone(), green).events[:2] == told


# Phase de travail


def produced(built, **dice):
    table = alone(market=[None] * 4, built=built)
    machine = machine_of(table)
    produce(FactoriesDeed(GAME.book, state_of(table), 0, Chance(b"machine")), machine, dice)
    return machine.goods


EXAMPLE = ["dojo", "biolab", "warehouse", "manufactory", "golem", "robot", "refinery"]


def test_the_worked_example_makes_two_goods_by_blue_and_purple():
    """One training, three production, two special and one utility card."""
    assert produced(EXAMPLE, red=4, blue=3, purple=2, yellow=5) == 2


@pytest.mark.parametrize(
    ("colour", "cards"),
    [
        ("red", ["dojo", "gymnasium"]),
        ("blue", ["biolab", "warehouse"]),
        ("purple", ["golem", "robot"]),
        ("yellow", ["refinery", "foundry"]),
    ],
)
@pytest.mark.parametrize(("face", "goods"), [(1, 1), (2, 1), (3, 0), (6, 0)])
def test_a_die_makes_a_good_if_it_is_not_above_the_number_of_cards_of_its_type(colour, cards, face, goods):
    dice = {"red": 6, "blue": 6, "purple": 6, "yellow": 6} | {colour: face}
    assert produced(cards, **dice) == goods


def test_monuments_make_no_goods():
    assert produced(["obelisk", "beacon"], red=1, blue=1, purple=1, yellow=1) == 0


@pytest.mark.parametrize(
    ("blue", "told"), [(3, [MachineMade(colours=("blue", "purple"))]), (4, [MachineMade(colours=("purple",))])]
)
def test_the_goods_that_the_machine_makes_are_told(blue, told):
    deed = FactoriesDeed(GAME.book, state_of(alone()), 0, Chance(b"machine"))
    produce(deed, SoloMachine(EXAMPLE), {"red": 4, "blue": blue, "purple": 2, "yellow": 5})
    assert deed.events == told


def test_a_machine_that_makes_nothing_says_nothing():
    deed = FactoriesDeed(GAME.book, state_of(alone()), 0, Chance(b"machine"))
    produce(deed, SoloMachine([]), {"red": 1, "blue": 1, "purple": 1, "yellow": 1})
    assert deed.events == []


# The round


def rolled(table):
    return next(event for event in outcome_of(table, "end").events if isinstance(event, MachineRolled))


def test_the_machine_rolls_five_dice_of_six_faces():
    rolls = [rolled(alone(seed=bytes([sign]))) for sign in range(64)]
    for colour in ("green", "red", "blue", "purple", "yellow"):
        assert {getattr(roll, colour) for roll in rolls} == {1, 2, 3, 4, 5, 6}


def test_the_machines_dice_alone_reveal_something():
    everything = left_over(CARDS, [])
    table = alone(market=[None] * 4, top=(), built=everything)
    outcome = outcome_of(table, "end")
    assert not any(isinstance(event, LaidOut) for event in outcome.events)
    assert reveals(outcome)


def test_the_machine_plays_after_the_players_work_and_reveals_its_dice():
    table = alone()
    outcome = outcome_of(table, "end")
    tags = [event.__struct_config__.tag for event in outcome.events]
    assert tags[:2] == ["work_ended", "machine_rolled"]
    assert "round_began" in tags
    assert reveals(outcome)
    assert state_of(table).step == "market"


def test_the_card_that_the_machine_takes_counts_for_the_goods_of_the_same_turn():
    trainings = ["dojo", "gymnasium", "fitness_center", "temp_agency"]
    made = set()
    for sign in range(64):
        table = alone(market=trainings, top=["obelisk"], seed=bytes([sign]))
        dice = rolled(table)
        if dice.red == 1:
            made.add((dice.green <= 4, machine_of(table).goods))
    assert made == {(True, 1), (False, 0)}


def test_with_too_much_in_hand_the_machine_waits_for_the_last_drop():
    table = at_work(player(metal=13))
    assert not reveals(outcome_of(table, "end"))
    assert reveals(outcome_of(table, "drop metal"))


def test_a_lone_player_plays_market_and_work_as_usual():
    table = at_market(player(["golem"]), contractors=["architect", None, None, None])
    play(table, "hire 1 discard golem")
    assert (state_of(table).step, len(first(table).hand)) == ("work", 3)


# Fin de partie et décompte


def test_twelve_goods_of_the_machine_bring_one_last_round_for_both():
    table = alone(built=["warehouse"], goods=12)
    play(table, "end")
    assert (state_of(table).ending, state_of(table).last) == ("machine", True)
    play(table, "take 1", "end")
    assert result_of(table).how == "machine"


@pytest.mark.parametrize(("goods", "ending"), [(11, None), (12, "machine")])
def test_exactly_twelve_goods_of_the_machine_bring_the_end(goods, ending):
    table = alone(market=["obelisk", "obelisk", "beacon", "beacon"], top=["obelisk"], goods=goods)
    play(table, "end")
    assert (machine_of(table).goods, state_of(table).ending) == (goods, ending)


def test_the_machine_never_ends_the_game_by_buildings():
    built = [
        "biolab",
        "biolab",
        "golem",
        "golem",
        "obelisk",
        "obelisk",
        "obelisk",
        "beacon",
        "beacon",
        "beacon",
        "beacon",
    ]
    table = alone(market=[None] * 4, top=[], built=built)
    play(table, "end")
    assert state_of(table).ending is None


def test_after_the_players_end_the_machine_finishes_the_round_and_both_play_a_last_turn():
    table = at_work(player(built=["battery_factory"], energy=4, goods=11))
    play(table, "activate battery_factory")
    turns = []
    for line in ("end", "take 1", "end"):
        outcome = outcome_of(table, line)
        turns.append(any(event.__struct_config__.tag == "machine_rolled" for event in outcome.events))
    assert turns == [True, False, True]
    assert result_of(table).how == "goods"


def test_the_machine_scores_goods_cards_and_one_more_for_each_monument():
    assert machine_points(GAME.book, SoloMachine(["obelisk", "obelisk"])) == 4
    assert machine_points(GAME.book, SoloMachine(["obelisk", "dojo", "beacon", "megalith"], goods=5)) == 12


def final(goods, rival):
    options = {"ending": "goods", "last": True}
    table = at_work(player(goods=goods), market=[None] * 4, machine={"built": [], "goods": rival}, **options)
    play(table, "end")
    return result_of(table)


def test_only_more_points_than_the_machine_win():
    rival = final(0, 5).standings[0].details["machine"]
    assert final(rival + 1, 5).winners == (0,)
    assert final(rival, 5).winners == ()
    assert final(rival - 1, 5).winners == ()
    assert final(rival, 5).standings[0].place == 2


@pytest.mark.parametrize("difficulty", ["easy", "expert"])
def test_a_bot_plays_against_the_machine_from_start_to_end(difficulty):
    table = engine.open_table("fantastic_factories", 1, {"difficulty": difficulty}, b"bot")
    turn = 0
    while table.awaiting:
        take_turn(table, 0, BOTS["greedy"], b"%d" % turn)
        turn += 1
    assert result_of(table).scores[0] > 10


# What a lone player can compare with


@pytest.mark.parametrize("difficulty", sorted(DIFFICULTIES))
def test_at_its_end_a_lone_game_is_compared_with_those_of_a_bot_at_the_same_difficulty(difficulty):
    ends = read_targets()[difficulty]
    assert list(ends) == sorted(ends)
    for lead, worse in ((ends[0], 0), (ends[-1] + 1, len(ends))):
        standing = {"score": 20 + lead, "details": {"machine": 20}}
        view = {"options": {"difficulty": difficulty}, "result": {"standings": [standing]}}
        said = tell_rank(view).say("en")
        assert f"in {worse} of {len(ends)} games" in said
        assert f"before the Machine: {lead}." in said


def test_a_bot_finds_no_difficulty_easier_than_the_one_before():
    middle = [read_targets()[difficulty][len(read_targets()[difficulty]) // 2] for difficulty in DIFFICULTIES]
    assert middle == sorted(middle, reverse=True)


@pytest.mark.parametrize(("lang", "said"), [("en", "The bot `greedy`"), ("fr", "Le robot `glouton`")])
def test_targets_stand_on_the_board_of_a_lone_game_that_is_over(lang, said):
    table = at_work(player(goods=9), market=[None] * 4, machine={"built": [], "goods": 5}, ending="goods", last=True)
    assert said not in str(table.sheet(0, lang))
    play(table, "end")
    assert said in str(table.sheet(0, lang))
