"""Phase de travail: bâtir, actions de base, bonus d'équipe, fin de la phase."""

import pytest

from tests.engine.fantastic_factories.positions import CARDS, at_work, first, play, player, state_of, store
from tests.engine.positions import left_over, legal, outcome_of, refusal, reveals


def placing(*lines, dice=(), **more):
    table = at_work(player(dice=dice, **more))
    play(table, *lines)
    return first(table)


# Actions de base


@pytest.mark.parametrize("face", range(1, 7))
def test_research_draws_one_card_whatever_the_die_shows(face):
    table = at_work(player(dice=[face]), top=["dojo"])
    outcome = outcome_of(table, f"place {face} research")
    assert (first(table).hand, store(first(table))) == (["dojo"], (0, 0, 0))
    assert reveals(outcome)


@pytest.mark.parametrize("face", [1, 2, 3])
def test_generate_gives_as_much_energy_as_the_die_shows(face):
    table = at_work(player(dice=[face]))
    assert not reveals(outcome_of(table, f"place {face} generate"))
    assert store(first(table)) == (0, face, 0)


@pytest.mark.parametrize("face", [4, 5, 6])
def test_mine_gives_one_metal_whatever_the_die_shows(face):
    table = at_work(player(dice=[face]))
    assert not reveals(outcome_of(table, f"place {face} mine"))
    assert store(first(table)) == (1, 0, 0)


@pytest.mark.parametrize(("face", "floor"), [*((f, "generate") for f in (4, 5, 6)), *((f, "mine") for f in (1, 2, 3))])
def test_generate_takes_one_to_three_and_mine_four_to_six(face, floor):
    table = at_work(player(dice=[face]))
    assert f"place {face} {floor}" not in legal(table)
    assert refusal(table, f"place {face} {floor}").reason == "wrong_face"


def test_a_floor_has_three_spaces():
    table = at_work(player(dice=[4, 4, 5, 6], at={"research": [1, 1, 1]}))
    assert legal(table, "place") == ["place 4 mine", "place 5 mine", "place 6 mine"]
    assert refusal(table, "place 4 research").reason == "floor_full"
    play(table, "place 4 mine", "place 4 mine", "place 5 mine")
    assert refusal(table, "place 6 mine").reason == "floor_full"


def test_a_die_is_placed_once():
    table = at_work(player(dice=[4]))
    play(table, "place 4 mine")
    assert first(table).dice == []
    assert refusal(table, "place 4 mine").reason == "no_such_dice"


def test_drawn_cards_come_from_the_deck_and_never_from_the_market():
    table = at_work(player(dice=[4]), market=["golem", "dojo", "dojo", "biolab"], top=["robot"])
    state = play(table, "place 4 research")
    assert state.players[0].hand == ["robot"]
    assert state.market == ["golem", "dojo", "dojo", "biolab"]


def test_the_discards_are_shuffled_before_they_become_the_deck():
    tables = [at_work(player(dice=[1]), player(), deck=0, seed=bytes([sign])) for sign in range(8)]
    assert len({play(table, "place 1 research").players[0].hand[0] for table in tables}) > 1


def test_an_exhausted_deck_is_made_from_the_discards_while_drawing():
    table = at_work(player(dice=[4, 4], at={}), top=["robot"], deck=1)
    play(table, "place 4 research", "place 4 research")
    assert len(first(table).hand) == 3
    assert state_of(table).discard == []


def test_draws_that_find_no_card_are_skipped():
    rest = left_over(CARDS, [])
    table = at_work(player(dice=[4, 4]), player(rest), market=[None] * 4)
    outcome = outcome_of(table, "place 4 research", "place 4 research")
    assert len(outcome.played) == 2
    assert not reveals(outcome)
    assert first(table).hand == []


# Bonus d'équipe: the three examples of the rulebook


def test_the_yellow_players_dice_give_one_card_three_energy_and_three_metal():
    one = placing("place 1 research", "place 3 generate", "place 5 mine", "place 5 mine", dice=[1, 3, 5, 5])
    assert (len(one.hand), *store(one)) == (1, 3, 3, 0)


def test_the_blue_players_dice_give_eight_energy_and_one_metal():
    one = placing("place 2 generate", "place 2 generate", "place 2 generate", "place 6 mine", dice=[2, 2, 2, 6])
    assert store(one) == (1, 8, 0)


def test_the_purple_players_dice_give_four_cards_and_two_energy():
    one = placing("place 4 research", "place 4 research", "place 6 research", "place 2 generate", dice=[2, 4, 4, 6])
    assert (len(one.hand), *store(one)) == (4, 0, 2, 0)


def test_the_team_bonus_on_generate_is_one_and_not_the_face():
    assert placing("place 3 generate", "place 3 generate", dice=[3, 3]).energy == 7


def test_a_third_equal_die_gives_one_more_again():
    assert placing("place 6 mine", "place 6 mine", "place 6 mine", dice=[6, 6, 6]).metal == 5


def test_dice_that_differ_or_lie_on_other_floors_form_no_team():
    assert placing("place 5 mine", "place 6 mine", dice=[5, 6]).metal == 2
    assert placing("place 5 research", "place 5 mine", dice=[5, 5]).metal == 1


def test_a_team_need_not_be_placed_at_once():
    one = placing("place 5 mine", "place 1 generate", "place 5 mine", dice=[1, 5, 5])
    assert one.metal == 3


# Bâtir des cartes


def test_building_costs_resources_and_another_card_with_the_same_tool():
    table = at_work(player(["biolab", "foundry"], metal=2, energy=4))
    outcome = outcome_of(table, "build biolab discard foundry")
    one = first(table)
    assert (one.built, one.hand, store(one)) == (["biolab"], [], (1, 1, 0))
    assert state_of(table).discard == ["foundry"]
    assert not reveals(outcome)


def test_the_tool_card_must_be_another_card_with_that_tool():
    table = at_work(player(["biolab", "golem"], metal=9, energy=9))
    assert legal(table, "build") == []
    assert refusal(table, "build biolab discard biolab").reason == "needs_another"
    wrong = refusal(table, "build biolab discard golem")
    assert wrong.reason == "wrong_tool"
    assert "Biolab needs another card with the gear; Golem has the hammer." in wrong.say()


def test_a_second_copy_of_the_built_card_serves_as_the_tool():
    table = at_work(player(["biolab", "biolab"], metal=1, energy=3))
    assert legal(table, "build") == ["build biolab discard biolab"]
    play(table, "build biolab discard biolab")
    assert (first(table).built, first(table).hand, state_of(table).discard) == (["biolab"], [], ["biolab"])


def test_any_number_of_cards_is_built_in_a_round():
    table = at_work(player(["golem", "robot", "temp_agency", "obelisk"], metal=9, energy=9))
    play(table, "build robot discard golem", "build temp_agency discard obelisk")
    assert first(table).built == ["robot", "temp_agency"]


def test_no_second_copy_stands_in_a_compound():
    table = at_work(player(["robot", "golem"], built=["robot"], metal=9, energy=9))
    assert legal(table, "build") == ["build golem discard robot"]
    assert refusal(table, "build robot discard golem").reason == "built_already"


@pytest.mark.parametrize("card", ["beacon", "obelisk"])
def test_only_beacon_and_obelisk_repeat(card):
    table = at_work(player([card, card], built=[card], metal=9, energy=9), market=[None] * 4)
    play(table, f"build {card} discard {card}")
    assert first(table).built == [card, card]


def test_a_megalith_stands_once():
    table = at_work(player(["megalith", "refinery"], built=["megalith"], metal=9, energy=9))
    assert refusal(table, "build megalith discard refinery").reason == "built_already"


@pytest.mark.parametrize(("monuments", "metal"), [(0, 5), (1, 4), (3, 2), (5, 0), (6, 0)])
def test_each_monument_takes_one_metal_off_the_megalith_down_to_nothing(monuments, metal):
    built = (["obelisk"] * 5 + ["beacon"])[:monuments]
    table = at_work(player(["megalith", "refinery"], built=built, metal=5, energy=2), market=[None] * 4)
    play(table, "build megalith discard refinery")
    assert store(first(table)) == (5 - metal, 0, 0)


def test_a_ruling_keeps_one_metal_on_the_megalith():
    hand = player(["megalith", "refinery"], built=["obelisk"] * 5, metal=1, energy=2)
    table = at_work(hand, market=[None] * 4, options={"megalith": "one_metal"})
    play(table, "build megalith discard refinery")
    assert first(table).metal == 0


def test_a_build_that_cant_be_paid_is_refused_with_the_price():
    table = at_work(player(["biolab", "foundry"], metal=1, energy=2))
    assert (
        "it costs 1 metal, 3 energy; you have 1 metal, 2 energy."
        in refusal(table, "build biolab discard foundry").say()
    )


def test_gains_are_usable_at_once_and_a_card_works_in_the_round_it_is_built():
    table = at_work(player(["power_plant", "dojo"], dice=[4, 5], metal=2))
    play(table, "place 4 mine", "build power_plant discard dojo", "activate power_plant 5")
    assert store(first(table)) == (0, 5, 0)


# Placement des ouvriers; fin de la phase de travail


def test_dice_may_stay_unused():
    table = at_work(player(dice=[4, 5]), player())
    outcome = outcome_of(table, "end")
    assert [str(advice) for advice in outcome.advice] == ["You leave 2 dice unused."]
    assert table.awaiting == (1,)


def test_whoever_has_finished_is_asked_no_more():
    table = at_work(player(), player(), player())
    play(table, "end", seat=1)
    assert table.awaiting == (0, 2)
    assert table.legal(1) == []


def test_ten_cards_and_twelve_resources_may_be_kept():
    table = at_work(player(["golem"] * 2 + ["robot"] * 3 + ["obelisk"] * 5, metal=6, energy=6), market=[None] * 4)
    play(table, "end")
    assert state_of(table).step == "market"


def test_above_the_limits_the_owner_chooses_what_goes():
    hand = ["golem"] * 2 + ["robot"] * 3 + ["obelisk"] * 5 + ["dojo"]
    table = at_work(player(hand, metal=7, energy=6), player(), market=[None] * 4)
    play(table, "end")
    assert legal(table) == ["drop dojo", "drop golem", "drop obelisk", "drop robot", "drop metal", "drop energy"]
    play(table, "drop golem")
    assert legal(table) == ["drop metal", "drop energy"]
    assert refusal(table, "drop dojo").reason == "within_limit"
    play(table, "drop energy")
    one = first(table)
    assert (len(one.hand), store(one), one.done) == (10, (7, 5, 0), True)
    assert state_of(table).discard == ["golem"]


def test_a_resource_within_the_limit_is_kept():
    table = at_work(player(["golem"] * 2 + ["robot"] * 3 + ["obelisk"] * 5 + ["dojo"], metal=1), market=[None] * 4)
    play(table, "end")
    assert refusal(table, "drop metal").reason == "within_limit"
    assert refusal(table, "drop refinery").reason == "not_in_hand"


def test_a_resource_that_one_lacks_cant_be_given_up():
    table = at_work(player(metal=14))
    play(table, "end")
    assert legal(table) == ["drop metal"]
    assert refusal(table, "drop energy").reason == "too_poor"


def test_limits_count_only_at_the_end_of_work():
    table = at_work(player(dice=[6], metal=12, energy=9))
    play(table, "place 6 mine")
    assert first(table).metal == 13


def test_goods_are_never_limited():
    table = at_work(player(goods=11, metal=12), player())
    play(table, "end")
    assert (first(table).done, first(table).goods) == (True, 11)


def test_the_marker_then_moves_clockwise_and_dice_and_marks_are_cleared():
    mine = player(dice=[4], at={"mine": [5]}, used=["dojo"], built=["dojo"], refreshed=True)
    table = at_work(mine, player(), player(), first=2, turn=2)
    play(table, "end", "end", "end")
    state = state_of(table)
    assert (state.step, state.first, state.turn, state.round) == ("market", 0, 0, 2)
    one = state.players[0]
    assert (one.dice, one.at, one.used, one.refreshed, one.done) == ([], {}, [], False, False)


def test_ending_reveals_nothing_at_a_table_of_several():
    table = at_work(player(), player())
    assert not outcome_of(table, "end").learned_by
    assert not outcome_of(table, "end").learned_by


def test_even_a_full_compound_with_many_dice_and_cards_lists_few_moves():
    built = [card for card, row in CARDS.items() if row.use]
    market = ["warehouse", "golem", "manufactory", "dojo"]
    hand = [card for card in CARDS if card not in market]
    table = at_work(player(hand, built=built, dice=[1, 2, 3, 4, 5, 6] * 2, metal=30, energy=30), market=market)
    assert 100 < len(table.legal(0)) < 300
