"""Casse, Centrale Solaire, Laboratoire: cards that work by themselves; and the Réplicateur."""

import pytest

from engine.games.fantastic_factories.events import Activated, Drew
from tests.engine.fantastic_factories.positions import CARDS, at_work, first, play, player, state_of, store
from tests.engine.positions import left_over, legal, outcome_of, refusal, reveals

GEARS = ["dojo", "foundry", "biolab", "recycling_plant"]


def building(built, **more):
    return at_work(player(GEARS, built=built, metal=5, energy=5, **more))


@pytest.mark.parametrize(("card", "gain"), [("scrap_yard", (1, 0)), ("solar_array", (0, 2))])
def test_another_building_gives_its_owner_something_once_a_round(card, gain):
    table = building([card])
    play(table, "build dojo discard foundry")
    assert store(first(table))[:2] == (4 + gain[0], 4 + gain[1])
    play(table, "build recycling_plant discard biolab")
    assert store(first(table))[:2] == (2 + gain[0], 4 + gain[1])


@pytest.mark.parametrize("card", ["scrap_yard", "solar_array"])
def test_its_own_construction_gives_nothing(card):
    table = at_work(player(["scrap_yard", "refinery", "solar_array", "dojo"], metal=1, energy=2))
    play(table, f"build {card} discard {'refinery' if card == 'scrap_yard' else 'dojo'}")
    assert store(first(table)) == (0, 0, 0)
    assert first(table).used == []


def test_the_gain_cant_pay_for_the_build_that_brings_it():
    table = at_work(player(["dojo", "foundry"], built=["scrap_yard", "solar_array"], metal=0, energy=1))
    assert legal(table, "build") == []
    assert refusal(table, "build dojo discard foundry").reason == "too_poor"


def test_owning_both_one_build_fires_both():
    table = building(["scrap_yard", "solar_array"])
    play(table, "build dojo discard foundry")
    assert store(first(table))[:2] == (5, 6)
    assert first(table).used == ["scrap_yard", "solar_array"]


def test_a_card_built_this_round_works_for_the_next_build():
    table = at_work(player(["scrap_yard", "refinery", "dojo", "foundry"], metal=2, energy=3))
    play(table, "build scrap_yard discard refinery", "build dojo discard foundry")
    assert store(first(table)) == (1, 0, 0)


def test_marks_are_reset_at_the_start_of_the_round_and_not_at_the_start_of_work():
    table = at_work(player(built=["scrap_yard"], used=["scrap_yard"]))
    play(table, "end")
    assert first(table).used == []


# Laboratoire


def test_the_first_goods_of_a_round_draw_one_card_however_many_they_are():
    table = at_work(player(built=["laboratory", "assembly_line", "battery_factory"], dice=[1, 2, 3], energy=4))
    outcome = outcome_of(table, "activate assembly_line 1 2 3")
    assert (len(first(table).hand), first(table).goods) == (1, 2)
    assert reveals(outcome)
    outcome = outcome_of(table, "activate battery_factory")
    assert (len(first(table).hand), first(table).goods) == (1, 3)
    assert not reveals(outcome)


def test_the_laboratory_draws_in_every_round():
    table = at_work(player(built=["laboratory", "battery_factory"], energy=8))
    play(table, "activate battery_factory", "end", "take 1", "activate battery_factory")
    assert len(first(table).hand) == 3


def test_the_manufactorys_cards_are_drawn_before_the_laboratorys():
    table = at_work(player(built=["laboratory", "manufactory"], dice=[2, 2]), player(), top=["golem", "robot", "dojo"])
    outcome = outcome_of(table, "activate manufactory 2 2 draw")
    drawn = [event.cards for event in outcome.events if isinstance(event, Drew)]
    assert drawn == [("golem", "robot"), ("dojo",)]


def test_the_mega_factorys_die_is_chosen_after_the_laboratory_has_drawn():
    table = at_work(player(built=["laboratory", "mega_factory"], dice=[2, 2, 2]), player(), top=["golem"])
    play(table, "activate mega_factory 2 2 2")
    assert first(table).hand == ["golem"]
    assert legal(table, "die") == [f"die {face}" for face in range(1, 7)]


def test_with_both_piles_empty_goods_dont_use_up_the_laboratory():
    mine = player(built=["laboratory", "battery_factory"], energy=4)
    rest = left_over(CARDS, ["laboratory", "battery_factory"])
    table = at_work(mine, player(rest), market=[None] * 4)
    play(table, "activate battery_factory")
    assert first(table).used == ["battery_factory"]


# Réplicateur


def copying(market, *, built=("replicator",), hand=(), options=None, **mine):
    market = [*market, *[None] * (4 - len(market))]
    return at_work(player(hand, built, **mine), market=market, options=options)


def test_the_replicator_uses_a_market_card_for_one_energy_on_top():
    table = copying(["biolab"], dice=[1], energy=2)
    events = outcome_of(table, "replicate 1 1").events
    assert events[0] == Activated(seat=0, card="biolab", dice=(1,), replicated=True, energy=-2)
    one = first(table)
    assert (store(one), one.at, one.used) == ((0, 0, 1), {"replicator": [1]}, ["replicator"])
    assert state_of(table).market[0] == "biolab"


def test_its_energy_must_be_there_besides_the_copied_cost():
    table = copying(["biolab"], dice=[1], energy=1)
    assert legal(table, "replicate") == []
    assert "it costs 2 energy; you have 1 energy." in refusal(table, "replicate 1 1").say()


def test_the_replicator_works_once_a_round():
    table = copying(["power_plant", "motherlode"], dice=[4, 4], energy=2)
    play(table, "replicate 1 4")
    assert legal(table, "replicate") == []
    assert refusal(table, "replicate 2 4").reason == "used_up"


def test_copying_a_card_that_one_owns_gives_a_second_use():
    table = copying(["power_plant"], built=["replicator", "power_plant"], dice=[4, 5], energy=1)
    play(table, "activate power_plant 5", "replicate 1 4")
    assert store(first(table)) == (0, 9, 0)


def test_several_players_may_copy_the_same_card():
    one = player(built=["replicator"], dice=[4], energy=1)
    table = at_work(one, one, market=["power_plant", None, None, None])
    play(table, "replicate 1 4", seat=0)
    play(table, "replicate 1 4", seat=1)
    assert [player.energy for player in state_of(table).players] == [4, 4]


@pytest.mark.parametrize(
    ("card", "reason"), [("obelisk", "nothing_to_use"), ("replicator", "no_copy_of_copy"), ("laboratory", "by_itself")]
)
def test_monuments_replicators_and_triggered_cards_cant_be_copied(card, reason):
    table = copying([card], energy=5)
    assert legal(table, "replicate") == []
    assert refusal(table, "replicate 1").reason == reason


@pytest.mark.parametrize(
    ("card", "line", "answers", "left"),
    [
        ("manufactory", "replicate 1 2 2 draw", [], (9, 8, 1)),
        ("trash_compactor", "replicate 1 2 2", ["discard dojo", "discard dojo"], (9, 8, 2)),
        ("black_market", "replicate 1 2", ["discard dojo"], (10, 9, 0)),
        ("temp_agency", "replicate 1", ["mark 2", "roll"], (9, 7, 0)),
        ("golem", "replicate 1 3", [], (9, 5, 0)),
        ("gymnasium", "replicate 1 2", [], (9, 7, 0)),
        ("robot", "replicate 1", [], (8, 8, 0)),
        ("mega_factory", "replicate 1 2 2 2", ["die 1"], (9, 8, 2)),
    ],
)
def test_a_copied_card_asks_and_gives_as_if_it_stood_there(card, line, answers, left):
    table = copying([card], hand=["dojo", "dojo"], dice=[2, 2, 2], metal=9, energy=9)
    play(table, line, *answers)
    assert store(first(table)) == left
    assert legal(table, "replicate") == []


def test_without_a_replicator_nothing_is_copied():
    table = copying(["biolab"], built=[], dice=[1], energy=5)
    assert refusal(table, "replicate 1 1").reason == "not_built"


def test_a_replicator_is_not_activated_by_its_own_name():
    assert refusal(copying(["biolab"], dice=[1], energy=5), "activate replicator").reason == "replicate_it"


def test_an_empty_space_cant_be_copied():
    table = copying(["biolab"], dice=[1], energy=5)
    assert refusal(table, "replicate 2 1").reason == "empty_slot"
    assert refusal(table, "replicate 9 1").reason == "no_such_slot"


def test_the_replicated_goods_wake_the_laboratory():
    table = copying(["biolab"], built=["replicator", "laboratory"], dice=[1], energy=2)
    play(table, "replicate 1 1")
    assert len(first(table).hand) == 1


ANY = {"replicator": "any"}


@pytest.mark.parametrize(("card", "gain"), [("scrap_yard", (1, 0)), ("solar_array", (0, 2))])
def test_a_ruling_lets_the_replicator_stand_for_a_triggered_card_for_one_round(card, gain):
    table = copying([card], options=ANY, hand=GEARS, metal=5, energy=5)
    assert legal(table, "replicate") == ["replicate 1"]
    play(table, "replicate 1", "build dojo discard foundry")
    assert store(first(table))[:2] == (4 + gain[0], 3 + gain[1])
    play(table, "build recycling_plant discard biolab")
    assert store(first(table))[:2] == (2 + gain[0], 3 + gain[1])


def test_with_that_ruling_a_copied_laboratory_draws_once_and_is_forgotten_after_the_round():
    table = copying(["laboratory"], options=ANY, built=["replicator", "battery_factory"], energy=5)
    play(table, "replicate 1", "activate battery_factory")
    assert len(first(table).hand) == 1
    table = copying(["laboratory"], options=ANY, built=["replicator"], energy=5)
    play(table, "replicate 1", "end")
    assert first(table).echo == []


def test_with_that_ruling_too_the_replicator_works_once_a_round():
    table = copying(["scrap_yard", "dojo"], options=ANY, dice=[4], energy=5)
    play(table, "replicate 1")
    assert legal(table, "replicate") == []
    assert refusal(table, "replicate 2 4").reason == "used_up"


def test_a_replicated_trigger_waits_for_its_own_cause():
    mine = player(["dojo", "assembly_line"], ["replicator"], metal=2, energy=1, echo=["laboratory"])
    table = at_work(mine, player(), options={"replicator": "any"})
    play(table, "build dojo discard assembly_line")
    assert first(table).echo == ["laboratory"]


def test_with_that_ruling_a_copied_trigger_takes_no_dice_and_its_energy():
    table = copying(["scrap_yard"], options=ANY, dice=[4], energy=0)
    assert legal(table, "replicate") == []
    assert refusal(table, "replicate 1").reason == "too_poor"
    assert refusal(table, "replicate 1 4").reason == "no_choice"
