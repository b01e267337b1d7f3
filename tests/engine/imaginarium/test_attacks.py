"""Attack machines and defense machines."""

import pytest

from engine.games.imaginarium.effects import is_protected
from tests.engine.imaginarium.positions import (
    RULES,
    acting,
    at_turn,
    finish_round,
    goods,
    lines,
    me,
    of,
    play,
    player,
    projects,
    refused,
    rich,
)

THEFTS = [("A1", "charcoalium", 3), ("A2", "wood", 3), ("A3", "copper", 2), ("A4", "crystal", 2)]
BLOCKS = {"D1": {"A1"}, "D2": {"A2", "A3", "A4"}, "D3": {"A1", "A2", "A3", "A4", "A6"}}


def steal(card, *others, seats=3, **fields):
    table = acting(player(yard=[card], **RULES.book.machines[card].repair), *others, seats=seats, **fields)
    play(table, f"repair {card}")
    return table


@pytest.mark.parametrize(("card", "good", "most"), THEFTS)
def test_each_opponent_gives_up_to_n_and_the_thief_keeps_at_most_n_of_the_heap(card, good, most):
    table = steal(card, player(**rich()), player(**rich()))
    assert goods(table) == {good: most}
    for victim in (1, 2):
        assert goods(table, victim)[good] == 9 - most


@pytest.mark.parametrize(("card", "good", "most"), THEFTS)
def test_who_has_less_gives_all_and_who_has_none_gives_nothing(card, good, most):
    table = steal(card, player(**{good: 1}), player())
    assert goods(table) == {good: 1}
    assert goods(table, 1) == goods(table, 2) == {}


def test_the_thief_takes_up_to_n_out_of_what_several_gave():
    table = steal("A2", player(wood=1), player(wood=1))
    assert goods(table) == {"wood": 2}
    many = steal("A2", player(wood=1), player(wood=2), player(wood=3), seats=4)
    assert goods(many) == {"wood": 3}
    assert [goods(many, seat) for seat in (1, 2, 3)] == [{}, {}, {}]


@pytest.mark.parametrize("defence", BLOCKS)
@pytest.mark.parametrize("attack", ["A1", "A2", "A3", "A4", "A5", "A6"])
def test_each_defence_stops_its_own_attacks(attack, defence):
    table = acting(player())
    assert is_protected(RULES.book, of(table), player(defence), attack) == (attack in BLOCKS[defence])


@pytest.mark.parametrize(("card", "good", "most"), THEFTS)
def test_a_protected_player_gives_nothing(card, good, most):
    guard = "D1" if card == "A1" else "D2"
    table = steal(card, player(guard, **rich()), player("D3", **rich()), player(**rich()), seats=4)
    assert goods(table, 1)[good] == goods(table, 2)[good] == 9
    assert goods(table, 3)[good] == 9 - most
    assert goods(table) == {good: most}


def test_defence_stacks_protect_with_all_their_machines():
    table = acting(player())
    stack = player("D1+D2")
    assert [is_protected(RULES.book, of(table), stack, attack) for attack in ("A1", "A2", "A6")] == [True, True, False]


def test_a_broken_defence_machine_does_not_protect():
    table = steal("A1", player(yard=["D1", "D3"], charcoalium=5))
    assert goods(table) == {"charcoalium": 3}


def test_attack_machines_work_once_and_stay():
    table = steal("A1", player(charcoalium=9))
    assert me(table).spaces[0] == ("A1",)
    finish_round(table)
    of(table).step, of(table).at = "use", [piece.seat for piece in of(table).track].index(0)
    assert lines(table, "use") == []


def test_the_neutralizeur_cancels_a_project_and_points_stay():
    table = acting(player(yard=["A5"], **rich()), player(points=4), projects=projects("PR01", "PR02", completed=(1,)))
    play(table, "repair A5")
    assert lines(table) == ["cancel PR01", "cancel PR02", "skip"]
    assert refused(table, "cancel PR03") == "no_project"
    play(table, "cancel PR01")
    assert [project.id for project in of(table).projects] == ["PR02"]
    assert of(table).cancelled == ["PR01"]
    assert goods(table, 1) == {"points": 4}


def test_nothing_stops_the_neutralizeur_and_it_cannot_hit_private_projects():
    table = acting(player(yard=["A5"], **rich()), player("D1+D2+D3", private=["PR03"]), projects=projects("PR01"))
    play(table, "repair A5")
    assert lines(table, "cancel") == ["cancel PR01"]


def test_a_neutralizeur_without_projects_opens_nothing():
    table = acting(player(yard=["A5"], **rich()), projects=[])
    play(table, "repair A5")
    assert of(table).pending[0] == []


def test_the_tanglette_picks_one_space_of_each_opponent_a_stack_counting_as_one():
    table = acting(player(yard=["A6"], **rich()), player("P1+P1", "-", "P2"), player("P3"))
    play(table, "repair A6")
    assert lines(table, "tangle") == ["tangle p2 1", "tangle p2 3", "tangle p3 1"]
    assert refused(table, "tangle p2 2") == "no_machine"
    assert refused(table, "tangle p1 1") == "no_victim"
    play(table, "tangle p2 1")
    assert lines(table, "tangle") == ["tangle p3 1"]
    play(table, "tangle p3 1")
    assert [of(table).players[seat].face_down for seat in (1, 2)] == [[0], [0]]
    assert "end" in lines(table)


def test_the_tanglette_skips_patenteurs_and_empty_workshops():
    table = acting(player(yard=["A6"], **rich()), player("D3", "P1"), player(), player("P1"), seats=4)
    play(table, "repair A6")
    assert lines(table, "tangle") == ["tangle p4 1"]
    nobody = acting(player(yard=["A6"], **rich()), player("D3"), player())
    play(nobody, "repair A6")
    assert of(nobody).pending[0] == []


def test_a_locketeur_or_padlocette_does_not_stop_the_tanglette():
    table = acting(player(yard=["A6"], **rich()), player("D1", "D2"))
    play(table, "repair A6")
    assert lines(table, "tangle") == ["tangle p2 1", "tangle p2 2"]


def test_a_tangle_lasts_until_the_victims_next_use_step_closes():
    table = acting(player(yard=["A6"], **rich()), player("P1", "P2"))
    of(table).track[1].place = 8
    play(table, "repair A6", "tangle p2 1", "end")
    assert lines(table, "use", seat=1) == ["use 2"]
    play(table, "use 2", "collect", seat=1)
    assert of(table).players[1].face_down == []


def test_a_tangle_can_last_into_the_next_round():
    table = acting(player(yard=["A6"], **rich()), player("P1"), player())
    of(table).track.reverse()
    of(table).at = 2
    play(table, "repair A6", "tangle p2 1", "end")
    assert of(table).round == 2
    assert of(table).players[1].face_down == [0]


def test_a_face_down_defence_machine_does_not_protect_unless_the_ruling_says_so():
    for ruling, kept in ((False, 3), (True, 0)):
        options = {"face_down_protects": ruling}
        table = acting(
            player(yard=["A1"], wood=1, crystal=1),
            player("D1", charcoalium=9, face_down=[0]),
            rulings=RULES.options(options),
        )
        play(table, "repair A1")
        assert goods(table).get("charcoalium", 0) == kept


def test_a_face_down_machine_cannot_be_borrowed():
    table = at_turn(player(assistants=["AS12"]), player("P1", "P2", face_down=[0]))
    assert lines(table, "borrow") == ["borrow p2 2"]
    assert refused(table, "borrow p2 1") == "no_loan"
