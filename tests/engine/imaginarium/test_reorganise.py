"""Reorganise: which machines may stand together."""

from itertools import combinations_with_replacement

import pytest

from engine.games.imaginarium.cards import card_key
from tests.engine.imaginarium.positions import RULES, acting, at_turn, goods, lines, me, play, player, refused

PAIR = "dismantle+reorganise"
MOST_ALIKE = {"P1": 3, "P2": 3, "P3": 3, "P4": 3, "T4": 3, "P6": 2, "T1": 2, "T2": 2, "T3": 2, "S2": 2}
FED = {"P2+T1", "P3+T1", "P4+T1", "P6+T1", "P2+T2", "P4+T2", "P2+T3", "P3+T3", "P5+T4"}
KINDS = [machine.id for machine in RULES.edition.machine]


def is_stack(*cards):
    return RULES.book.stacks.is_stack(tuple(sorted(cards, key=card_key)))


@pytest.mark.parametrize("card", KINDS)
def test_identical_machines_stack_up_to_the_number_of_their_multipliers(card):
    most = 9 if card[0] == "D" else MOST_ALIKE.get(card, 1)
    for n in range(1, 5):
        assert is_stack(*[card] * n) == (n <= most)


def test_two_different_machines_stack_only_as_production_with_its_transformation_or_as_defences():
    allowed = {
        "+".join(pair) for pair in combinations_with_replacement(KINDS, 2) if pair[0] != pair[1] and is_stack(*pair)
    }
    assert allowed == FED | {"D1+D2", "D1+D3", "D2+D3"}


def test_no_copper_to_copper_no_crystal_to_crystal_and_charcoalette_feeds_nothing():
    for pair in (("P3", "T2"), ("P4", "T3"), ("P6", "T2"), ("P6", "T3"), ("P1", "T1"), ("P1", "T4"), ("P5", "T1")):
        assert not is_stack(*pair)


def test_a_production_feeds_exactly_one_transformation():
    assert not is_stack("P2", "P2", "T3")
    assert not is_stack("P2", "T1", "T1")
    assert not is_stack("P2", "T1", "T2")


def test_any_number_of_defence_machines_stand_together():
    assert is_stack("D1", "D1", "D2", "D2", "D3", "D3")


def test_a_locketeur_combines_with_another_a_padlocette_and_a_patenteur():
    table = acting(player("D1", "D1", "D2", "D3"), pair=PAIR)
    play(table, "reorganise D1+D1+D2+D3")
    assert me(table).spaces == [("D1", "D1", "D2", "D3"), (), (), ()]


def test_attack_machines_and_the_recyclateur_combine_with_nothing():
    for card in ("A1", "A2", "A3", "A4", "A5", "A6", "S1"):
        assert not any(is_stack(card, other) for other in KINDS)


def test_one_two_and_three_charcoalettes_make_1_3_and_7():
    for stacks, coal in ((["P1"], 1), (["P1+P1"], 3), (["P1+P1+P1"], 7)):
        table = at_turn(player(*stacks))
        play(table, "use 1")
        assert goods(table) == {"charcoalium": coal}


def test_a_carpenteur_with_a_supertransmuteur_makes_1_crystal():
    table = acting(player("P2", "T3"), pair=PAIR)
    play(table, "reorganise P2+T3")
    table.state.step = "use"
    play(table, "use 1")
    assert goods(table) == {"crystal": 1}


def test_the_whole_layout_is_one_move_from_space_1_on():
    table = acting(player("P2", "-", "P1", "T3", yard=["P1"]), pair=PAIR)
    assert lines(table, "reorganise") == ["reorganise P1 P2+T3", "reorganise P1 P2 T3"]
    play(table, "reorganise P1 P2+T3")
    assert me(table).spaces == [("P1",), ("P2", "T3"), (), ()]


def test_the_unchanged_layout_is_legal_and_it_is_done_once():
    table = acting(player("P1+P1", "P2+T3"), pair=PAIR)
    play(table, "reorganise P1+P1 P2+T3")
    assert refused(table, "reorganise P1+P1 P2+T3") == "done"


def test_a_layout_is_read_in_any_order_and_written_in_the_order_of_the_data():
    table = acting(player("P1", "P1", "P2", "T3"), pair=PAIR)
    outcome = play(table, "reorganise T3+P2 P1+P1")
    assert str(outcome.played[0]) == "reorganise P1+P1 P2+T3"


def test_the_spaces_are_respected_at_the_end_of_the_action():
    table = acting(player("P1+P1", "P2", "P3", "P4"), pair=PAIR)
    assert refused(table, "reorganise P1 P1 P2 P3 P4") == "no_space"
    wide = acting(player("P1+P1", "P2", "P3", "P4", assistants=["AS06"]), pair=PAIR)
    play(wide, "reorganise P1 P1 P2 P3 P4")
    assert len(me(wide).spaces) == 6


def test_exactly_the_repaired_machines_are_laid_out():
    table = acting(player("P1", "P2", yard=["P1"]), pair=PAIR)
    for line in ("reorganise P1", "reorganise P1+P1 P2", "reorganise P1 P2 P3"):
        assert refused(table, line) == "wrong_machines"
    assert refused(table, "reorganise P1+P2") == "no_stack"


def test_an_empty_workshop_has_nothing_to_reorganise():
    table = acting(player(), pair=PAIR)
    assert lines(table, "reorganise") == []


def test_every_layout_that_is_offered_is_different_and_fits():
    table = acting(player("P2+P2+P2", "P3+T3", "T1+T1", "D1+D2", "P6", "P4", assistants=["AS06"]), pair=PAIR)
    offered = lines(table, "reorganise")
    assert len(offered) == len(set(offered)) == 14
    for line in offered:
        assert len(line.split()) - 1 <= 6


def test_each_combined_machine_keeps_its_own_level():
    levels = [RULES.book.machines[card].level for card in ("P2", "T3")]
    assert levels == [1, 2]
    assert not RULES.book.projects.is_met("PR09", player("P2+T3", "P2+T3"))


# What a stack makes, for the bot


@pytest.mark.parametrize(
    ("stack", "coal"), [("P1", 1), ("P1+P1", 3), ("P2+T1", 3), ("T1", 0), ("P2", 0), ("A1", 0), ("D1+D2", 0)]
)
def test_charcoalium_comes_for_nothing_from_production_and_what_it_feeds(stack, coal):
    assert RULES.book.stacks.coal(tuple(stack.split("+"))) == coal
