"""Cartes Plan: the figures of every card, what it does, and its limits."""

import pytest

from engine.games.fantastic_factories.contractors import SERVICES
from engine.games.fantastic_factories.effects import EFFECTS
from engine.games.fantastic_factories.events import DieChanged, DieChosen, Rolled
from tests.engine.fantastic_factories.positions import CARDS, CONTRACTORS, at_work, first, play, player, state_of, store
from tests.engine.positions import legal, outcome_of, refusal, reveals

FIGURES = [
    ("aluminum_factory", 2, "production", "shovel", 2, 2, 1),
    ("assembly_line", 2, "production", "gear", 2, 1, 1),
    ("battery_factory", 2, "production", "wrench", 2, 1, 1),
    ("beacon", 4, "monument", "shovel", 2, 4, 0),
    ("biolab", 2, "production", "gear", 1, 3, 1),
    ("black_market", 2, "utility", "gear", 3, 2, 1),
    ("concrete_plant", 2, "production", "shovel", 2, 2, 1),
    ("dojo", 2, "training", "gear", 1, 1, 0),
    ("fitness_center", 3, "training", "wrench", 1, 0, 0),
    ("foundry", 2, "utility", "gear", 2, 1, 1),
    ("fulfillment_center", 2, "production", "hammer", 2, 1, 1),
    ("golem", 2, "special", "hammer", 4, 0, 1),
    ("gymnasium", 3, "training", "shovel", 1, 0, 0),
    ("harvester", 2, "utility", "hammer", 1, 2, 1),
    ("incinerator", 2, "utility", "shovel", 2, 1, 1),
    ("laboratory", 2, "special", "wrench", 1, 4, 1),
    ("manufactory", 2, "production", "wrench", 2, 3, 1),
    ("mega_factory", 2, "production", "gear", 3, 2, 1),
    ("megalith", 3, "monument", "wrench", 5, 2, 3),
    ("motherlode", 2, "utility", "shovel", 1, 3, 1),
    ("nuclear_plant", 2, "production", "wrench", 2, 2, 1),
    ("obelisk", 5, "monument", "hammer", 3, 1, 2),
    ("power_plant", 2, "utility", "gear", 3, 0, 1),
    ("recycling_plant", 3, "production", "gear", 2, 0, 1),
    ("refinery", 2, "utility", "wrench", 1, 3, 1),
    ("replicator", 2, "special", "shovel", 2, 2, 1),
    ("robot", 3, "special", "hammer", 1, 1, 0),
    ("scrap_yard", 2, "special", "wrench", 1, 2, 0),
    ("solar_array", 2, "special", "gear", 1, 2, 0),
    ("temp_agency", 2, "training", "hammer", 1, 0, 0),
    ("trash_compactor", 2, "production", "shovel", 2, 1, 1),
    ("warehouse", 2, "production", "hammer", 3, 2, 1),
]


@pytest.mark.parametrize("row", FIGURES, ids=[row[0] for row in FIGURES])
def test_a_card_has_its_figures(row):
    card = CARDS[row[0]]
    assert (card.id, card.copies, card.type, card.tool, card.cost.metal, card.cost.energy, card.prestige) == row


def test_every_effect_that_the_edition_names_exists_and_is_used():
    named = {card.use.effect for card in CARDS.values() if card.use and card.use.effect}
    assert named == EFFECTS.keys() | {"copy"}
    assert {one.effect for one in CONTRACTORS.values() if one.effect} == SERVICES.keys()


def test_every_card_stands_in_the_table_of_figures():
    assert [row[0] for row in FIGURES] == sorted(CARDS)


# From a store of 9 metal and 9 energy: what is left after the card has worked, and the cards in hand.
WORKS = [
    ("aluminum_factory", [4, 4], ["activate aluminum_factory 4 4"], (10, 4, 2)),
    ("assembly_line", [2, 3, 4], ["activate assembly_line 2 3 4"], (9, 9, 2)),
    ("battery_factory", [], ["activate battery_factory"], (9, 5, 1)),
    ("biolab", [1], ["activate biolab 1"], (9, 8, 1)),
    ("black_market", [5], ["activate black_market 5", "discard dojo"], (10, 10, 0)),
    ("concrete_plant", [3, 3], ["activate concrete_plant 3 3"], (6, 9, 2)),
    ("foundry", [5], ["activate foundry 5"], (14, 4, 0)),
    ("fulfillment_center", [4], ["activate fulfillment_center 4"], (10, 7, 1)),
    ("harvester", [2, 2], ["activate harvester 2 2 metal"], (13, 9, 0)),
    ("harvester", [2, 2], ["activate harvester 2 2 energy"], (9, 16, 0)),
    ("incinerator", [], ["activate incinerator", "discard dojo"], (8, 15, 0)),
    ("manufactory", [6, 6], ["activate manufactory 6 6 metal"], (11, 9, 1)),
    ("manufactory", [6, 6], ["activate manufactory 6 6 energy"], (9, 12, 1)),
    ("mega_factory", [2, 2, 2], ["activate mega_factory 2 2 2", "die 6"], (9, 9, 2)),
    ("motherlode", [1], ["activate motherlode 1"], (10, 9, 0)),
    ("motherlode", [3], ["activate motherlode 3"], (10, 9, 0)),
    ("motherlode", [4], ["activate motherlode 4"], (11, 9, 0)),
    ("motherlode", [6], ["activate motherlode 6"], (11, 9, 0)),
    ("nuclear_plant", [6], ["activate nuclear_plant 6"], (9, 10, 1)),
    ("power_plant", [5], ["activate power_plant 5"], (9, 14, 0)),
    ("recycling_plant", [], ["activate recycling_plant", "discard dojo", "discard robot"], (9, 7, 1)),
    ("refinery", [], ["activate refinery", "discard dojo"], (12, 6, 0)),
    ("trash_compactor", [1, 1], ["activate trash_compactor 1 1", "discard dojo", "discard robot"], (9, 9, 2)),
    ("warehouse", [4, 5, 5], ["activate warehouse 4 5 5"], (9, 11, 2)),
    ("golem", [], ["activate golem 3"], (9, 6, 0)),
    ("robot", [], ["activate robot"], (8, 9, 0)),
    ("dojo", [6], ["activate dojo 6"], (9, 8, 0)),
    ("gymnasium", [3], ["activate gymnasium 3"], (9, 8, 0)),
    ("fitness_center", [3], ["activate fitness_center 3"], (9, 8, 0)),
    ("temp_agency", [3], ["activate temp_agency"], (9, 8, 0)),
]


@pytest.mark.parametrize(("card", "dice", "lines", "left"), WORKS, ids=[" ".join(row[2]) for row in WORKS])
def test_a_card_takes_and_gives_what_it_says_once_a_round(card, dice, lines, left):
    hand = ["dojo", "robot"] if "discard dojo" in lines else []
    table = at_work(player(hand, built=[card], dice=dice * 2, metal=9, energy=9))
    play(table, *lines)
    assert store(first(table)) == left
    assert card in first(table).used
    if table.check(0, table.rules.verbs["end"]()) is None:
        assert refusal(table, lines[0]).reason == "used_up"


def test_every_card_that_is_activated_stands_in_that_table():
    activated = {card for card, row in CARDS.items() if row.use} - {"replicator"}
    assert {row[0] for row in WORKS} == activated


# Which dice fit, and which do not
FITTING = [
    ("aluminum_factory", "1 1", "1 2"),
    ("aluminum_factory", "6 6", "6"),
    ("assembly_line", "1 2 3", "1 3 5"),
    ("assembly_line", "4 5 6", "1 5 6"),
    ("assembly_line", "3 4 5", "1 2 6"),
    ("biolab", "1", "2"),
    ("concrete_plant", "2 2", "2 3"),
    ("fulfillment_center", "4", "5"),
    ("harvester", "5 5 metal", "4 5 metal"),
    ("manufactory", "3 3 energy", "2 3 energy"),
    ("mega_factory", "5 5 5", "4 5 5"),
    ("nuclear_plant", "6", "5"),
    ("trash_compactor", "2 2", "1 2"),
    ("warehouse", "3 5 6", "3 5 5"),
    ("warehouse", "2 6 6", "1 6 6"),
    ("gymnasium", "5", "6"),
    ("fitness_center", "2", "1"),
    ("motherlode", "2", "2 2"),
    ("golem", "6", "7"),
]


@pytest.mark.parametrize(("card", "right", "wrong"), FITTING)
def test_a_card_takes_only_dice_that_fit(card, right, wrong):
    mine = player(["dojo", "dojo"], built=[card], dice=[1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5, 6, 6, 6], metal=20, energy=20)
    table = at_work(mine)
    assert f"activate {card} {right}" in legal(table)
    assert f"activate {card} {wrong}" not in legal(table)
    illegal = refusal(table, f"activate {card} {wrong}")
    assert illegal.reason == "wrong_dice"
    assert "takes" in illegal.say()


@pytest.mark.parametrize(
    ("card", "line", "store_"),
    [
        ("aluminum_factory", "5 5", {"energy": 4}),
        ("battery_factory", "", {"energy": 3}),
        ("biolab", "1", {"energy": 0}),
        ("concrete_plant", "5 5", {"metal": 4}),
        ("foundry", "5", {"energy": 4}),
        ("fulfillment_center", "4", {"energy": 1}),
        ("golem", "5", {"energy": 4}),
        ("robot", "", {"metal": 0}),
        ("dojo", "5", {"energy": 0}),
        ("gymnasium", "5", {"energy": 0}),
        ("fitness_center", "5", {"energy": 0}),
        ("temp_agency", "", {"energy": 0}),
        ("recycling_plant", "", {"energy": 1}),
        ("refinery", "", {"energy": 2}),
        ("incinerator", "", {"metal": 0}),
    ],
)
def test_a_card_whose_cost_cant_be_paid_cant_be_used(card, line, store_):
    rich = {"metal": 20, "energy": 20} | store_
    table = at_work(player(["harvester", "harvester"], built=[card], dice=[1, 4, 5, 5], **rich))
    line = f"activate {card} {line}".strip()
    assert line not in legal(table)
    assert refusal(table, line).reason == "too_poor"


@pytest.mark.parametrize(
    ("card", "line", "needed"),
    [
        ("black_market", "5", 1),
        ("incinerator", "", 1),
        ("recycling_plant", "", 2),
        ("refinery", "", 1),
        ("trash_compactor", "5 5", 2),
    ],
)
def test_a_split_activation_is_checked_as_a_whole_so_that_the_discards_cant_fail(card, line, needed):
    hand = ["robot", "robot"]
    line = f"activate {card} {line}".strip()
    few = at_work(player(hand[: needed - 1], built=[card], dice=[5, 5], metal=9, energy=9))
    assert line not in legal(few)
    assert refusal(few, line).reason == "too_few_cards"
    table = at_work(player(hand[:needed], built=[card], dice=[5, 5], metal=9, energy=9))
    play(table, line, *["discard robot"] * needed)
    assert "robot" not in first(table).hand
    assert state_of(table).discard == ["robot"] * needed


def test_while_a_card_is_owed_only_discards_are_possible():
    table = at_work(player(["dojo", "robot"], built=["refinery"], energy=3))
    play(table, "activate refinery")
    assert legal(table) == ["discard dojo", "discard robot"]
    assert refusal(table, "end").reason == "not_now"
    assert refusal(table, "discard golem").reason == "not_in_hand"
    assert str(table.prompt(0)) == "refinery costs 1 more card of your hand."


def test_a_card_cant_fund_itself():
    table = at_work(player(built=["foundry"], dice=[6], energy=5))
    assert legal(table, "activate") == []


# Dice that change, and extra dice


@pytest.mark.parametrize(("face", "after"), [(1, 6), (2, 5), (3, 4), (4, 3), (5, 2), (6, 1)])
def test_the_dojo_flips_a_die(face, after):
    table = at_work(player(built=["dojo"], dice=[face], energy=1))
    events = outcome_of(table, f"activate dojo {face}").events
    assert first(table).dice == [after]
    assert events[-1] == DieChanged(seat=0, before=face, after=after)


def test_a_changed_die_stays_unplaced_and_another_card_may_change_it_again():
    table = at_work(player(built=["gymnasium", "dojo", "fitness_center"], dice=[2], energy=3))
    outcome = outcome_of(table, "activate gymnasium 2", "activate dojo 3", "activate fitness_center 4")
    assert len(outcome.played) == 3
    assert not reveals(outcome)
    assert first(table).dice == [3]


def test_only_unplaced_dice_are_changed():
    table = at_work(player(built=["dojo"], at={"mine": [5]}, dice=[2], energy=1))
    assert legal(table, "activate") == ["activate dojo 2"]
    assert refusal(table, "activate dojo 5").reason == "no_such_dice"


def test_the_temp_agency_rolls_any_number_of_dice_again_for_one_energy():
    table = at_work(player(built=["temp_agency"], dice=[1, 1, 4], energy=1))
    play(table, "activate temp_agency")
    assert legal(table) == ["mark 1", "mark 4"]
    assert refusal(table, "roll").reason == "none_marked"
    assert not reveals(outcome_of(table, "mark 1", "mark 1"))
    assert legal(table) == ["mark 4", "roll"]
    assert refusal(table, "mark 1").reason == "no_such_dice"
    outcome = outcome_of(table, "roll")
    assert reveals(outcome)
    assert len(first(table).dice) == 3
    assert 4 in first(table).dice


def test_the_temp_agency_needs_an_unplaced_die():
    table = at_work(player(built=["temp_agency"], energy=1))
    assert legal(table, "activate") == []
    refused = refusal(table, "activate temp_agency")
    assert (refused.reason, refused.say()) == ("no_such_dice", "`activate Temp Agency`: you have no unplaced dice.")


def test_all_dice_may_be_rolled_again():
    table = at_work(player(built=["temp_agency"], dice=[1, 2], energy=1))
    play(table, "activate temp_agency", "mark 1", "mark 2")
    assert legal(table) == ["roll"]


def test_the_robot_rolls_an_extra_die_before_everybodys_eyes():
    table = at_work(player(built=["robot"], dice=[3], metal=1))
    outcome = outcome_of(table, "activate robot")
    assert reveals(outcome)
    rolled = next(event for event in outcome.events if isinstance(event, Rolled))
    assert first(table).dice == sorted([3, *rolled.dice])


def test_the_golem_gives_a_die_of_the_face_that_was_paid():
    table = at_work(player(built=["golem"], energy=4))
    assert legal(table, "activate") == [f"activate golem {face}" for face in range(1, 5)]
    assert outcome_of(table, "activate golem 3").events[-1] == DieChosen(seat=0, face=3)
    play(table, "place 3 generate")
    assert store(first(table)) == (0, 4, 0)


@pytest.mark.parametrize("face", range(1, 7))
def test_the_mega_factory_gives_a_die_of_any_face(face):
    table = at_work(player(built=["mega_factory"], dice=[5, 5, 5]))
    play(table, "activate mega_factory 5 5 5", f"die {face}")
    assert first(table).dice == [face]
    assert first(table).at == {"mega_factory": [5, 5, 5]}


def test_extra_dice_behave_like_own_dice_and_leave_at_the_end_of_the_round():
    table = at_work(player(built=["golem", "harvester"], dice=[3], energy=3))
    play(table, "activate golem 3", "activate harvester 3 3 metal", "end")
    play(table, "take 1")
    assert len(first(table).dice) == 4


# Marché Noir


@pytest.mark.parametrize(
    ("card", "gain"), [("dojo", (1, 1)), ("golem", (4, 0)), ("gymnasium", (1, 0)), ("battery_factory", (2, 1))]
)
def test_the_black_market_gives_the_printed_cost_of_the_discarded_card(card, gain):
    table = at_work(player([card], built=["black_market"], dice=[1]))
    play(table, "activate black_market 1", f"discard {card}")
    assert store(first(table))[:2] == gain


@pytest.mark.parametrize(
    ("card", "choices"),
    [
        ("megalith", ["metal*2 energy*2", "metal*3 energy", "metal*4"]),
        ("warehouse", ["metal*2 energy*2", "metal*3 energy"]),
        ("beacon", ["energy*4", "metal energy*3", "metal*2 energy*2"]),
    ],
)
def test_above_four_resources_the_player_picks_four_at_full_price(card, choices):
    table = at_work(player([card], built=["black_market", "obelisk"], dice=[1]))
    play(table, "activate black_market 1", f"discard {card}")
    assert legal(table) == [f"gain {choice}" for choice in choices]
    for wrong in ("gain metal*3", "gain energy*5", "gain metal*4 energy"):
        assert refusal(table, wrong).reason == "wrong_gain"
    play(table, f"gain {choices[0]}")
    assert sum(store(first(table))) == 4


# Usine de Béton, Fabrique, Usine de Recyclage


@pytest.mark.parametrize("face", range(1, 7))
def test_the_concrete_plant_pays_the_face_once_for_the_pair(face):
    table = at_work(player(built=["concrete_plant"], dice=[face, face], metal=6))
    play(table, f"activate concrete_plant {face} {face}")
    assert store(first(table)) == (6 - face, 0, 2)


def test_the_manufactory_may_draw_two_cards_from_the_deck():
    table = at_work(player(built=["manufactory"], dice=[2, 2]), top=["dojo", "robot"])
    outcome = outcome_of(table, "activate manufactory 2 2 draw")
    assert (first(table).hand, first(table).goods) == (["dojo", "robot"], 1)
    assert reveals(outcome)


@pytest.mark.parametrize("card", ["manufactory", "harvester"])
def test_a_choice_of_gain_is_asked_for(card):
    table = at_work(player(built=[card], dice=[2, 2]))
    assert refusal(table, f"activate {card} 2 2").reason == "which_gain"


def test_a_card_without_a_choice_takes_no_word():
    table = at_work(player(built=["power_plant"], dice=[2]))
    assert refusal(table, "activate power_plant 2 metal").reason == "no_choice"


def test_the_recycling_plant_draws_after_its_discards():
    table = at_work(player(["dojo", "robot"], built=["recycling_plant"], energy=2), top=["golem"])
    play(table, "activate recycling_plant", "discard dojo", "discard robot")
    assert (first(table).hand, store(first(table))) == (["golem"], (0, 0, 1))


def test_making_goods_reveals_nothing_by_itself():
    assert not reveals(outcome_of(at_work(player(built=["battery_factory"], energy=4)), "activate battery_factory"))


# Monuments


@pytest.mark.parametrize("card", ["beacon", "obelisk", "megalith"])
def test_a_monument_cant_be_activated(card):
    table = at_work(player(built=[card]))
    assert refusal(table, f"activate {card}").reason == "nothing_to_use"


@pytest.mark.parametrize("card", ["scrap_yard", "solar_array", "laboratory"])
def test_a_triggered_card_cant_be_activated_by_hand(card):
    assert refusal(at_work(player(built=[card])), f"activate {card}").reason == "by_itself"


def test_a_card_that_does_not_stand_in_the_compound_cant_be_used():
    table = at_work(player(["golem"], built=["robot"], energy=9))
    assert refusal(table, "activate golem 3").reason == "not_built"


def test_dice_on_a_card_stay_there_for_all_to_see_until_the_round_ends():
    table = at_work(player(built=["power_plant"], dice=[2]), player())
    play(table, "activate power_plant 2", "end")
    assert table.view(1)["players"][0]["at"] == {"power_plant": [2]}
