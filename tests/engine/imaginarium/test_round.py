"""5. Finishing turn; checking and resetting; victory."""

import pytest

from engine.games.imaginarium.state import Piece
from tests.engine.imaginarium.positions import (
    RULES,
    acting,
    finish_round,
    lines,
    of,
    plain,
    play,
    player,
    refused,
)


def last_turn(*players, **fields):
    """Return a table at the last turn of a round, p1's."""
    table = acting(*players, **fields)
    of(table).track = [*of(table).track[1:], Piece(0)]
    of(table).at = len(of(table).track) - 1
    return table


def test_finishing_a_turn_hands_over_to_the_next_piece():
    table = acting()
    play(table, "end")
    assert table.awaiting == (1,)
    assert of(table).step == "use"


def test_the_order_of_play_is_the_next_planning_order():
    table = acting(track=[Piece(2, place=1), Piece(0, place=8), Piece(1, place=9)], at=2)
    of(table).track[0].place = of(table).track[1].place = None
    play(table, "end", seat=1)
    assert of(table).step == "plan"
    assert [piece.seat for piece in of(table).track] == [2, 0, 1]
    assert table.awaiting == (2,)
    assert all(piece.place is None for piece in of(table).track)


def test_a_turn_needs_end_to_close():
    table = acting()
    play(table, "extract")
    assert table.awaiting == (0,)


def test_the_reset_discards_the_rightmost_machine_shifts_and_refills():
    table = last_turn(belt=["P6", None, "P3", None, "P2", "P1", "T1"], deck=["S2", "D1", "A1"], crusher=["P4"])
    outcome = play(table, "end")
    assert of(table).belt == ["S2", "D1", "A1", "P6", "P3", "P2", "P1"]
    assert of(table).crusher == ["P4", "T1"]
    assert outcome.learned_by == {0, 1, 2}


def test_the_first_card_drawn_fills_the_rightmost_gap():
    table = last_turn(belt=[None, "P6", None, "P3", "P2", "P1", "T1"], deck=["P4", "A1", "D1", "S2"])
    play(table, "end")
    assert of(table).belt == ["A1", "D1", "S2", "P6", "P3", "P2", "P1"]
    assert of(table).deck == ["P4"]


def test_the_reset_discards_the_rightmost_machine_wherever_it_stands():
    table = last_turn(belt=["P6", "P3", None, None, None, None, None], deck=["P1"] * 9)
    play(table, "end")
    assert of(table).crusher == ["P3"]
    assert of(table).belt[-1] == "P6"


def test_by_ruling_only_a_machine_on_the_last_space_is_discarded():
    rulings = RULES.options({"reset_discard": "last_space"})
    table = last_turn(belt=["P6", "P3", None, None, None, None, None], deck=["P1"] * 9, rulings=rulings)
    play(table, "end")
    assert of(table).crusher == []
    assert of(table).belt[-2:] == ["P6", "P3"]
    full = last_turn(belt=["P6", *["P1"] * 6], deck=["P2"] * 9, rulings=rulings)
    play(full, "end")
    assert of(full).crusher == ["P1"]


def test_new_machines_are_not_sorted_and_may_be_attack_machines():
    table = last_turn(belt=[None] * 6 + ["P1"], deck=["A1", "P6", "P1", "S2", "A2", "P1", "T1"])
    play(table, "end")
    assert of(table).belt == ["A1", "P6", "P1", "S2", "A2", "P1", "T1"]


def test_an_empty_deck_is_made_of_the_crusher_when_a_card_is_wanted():
    table = last_turn(belt=[None] * 5 + ["P1", "P2"], deck=["P3"], crusher=["T1"] * 8)
    play(table, "end")
    assert of(table).belt[-2:] == ["P3", "P1"]
    assert sorted(filter(None, [*of(table).belt, *of(table).deck])) == sorted(["P1", "P2", "P3", *["T1"] * 8])
    assert of(table).crusher == []


def test_by_ruling_an_empty_deck_leaves_gaps_on_the_deck_side():
    table = last_turn(
        belt=[None] * 5 + ["P1", "P2"], deck=["P3"], crusher=["T1"], rulings=RULES.options({"empty_deck": "gaps"})
    )
    play(table, "end")
    assert of(table).belt == [None] * 5 + ["P3", "P1"]
    assert of(table).crusher == ["P2", "T1"]


def test_both_piles_empty_leave_gaps_too():
    table = last_turn(belt=[None] * 7, deck=[], crusher=[])
    play(table, "end")
    assert of(table).belt == [None] * 7
    assert lines(table, seat=1) == ["extractor 1", "extractor 2", "extractor 3"]


def test_the_meeting_room_is_filled_up_only_now():
    table = last_turn(assistants=["AS01"], assistant_deck=["AS02", "AS03", "AS04"])
    play(table, "end")
    assert of(table).assistants == ["AS01", "AS04", "AS03"]
    assert of(table).assistant_deck == ["AS02"]
    few = last_turn(assistants=["AS01"], assistant_deck=["AS02"])
    play(few, "end")
    assert of(few).assistants == ["AS01", "AS02"]


def test_20_points_end_the_game_only_when_the_round_is_complete():
    table = acting(player(points=20))
    play(table, "end")
    assert table.result is None
    finish_round(table)
    assert table.result is not None
    assert table.result.how == "points"
    assert table.awaiting == ()


def test_19_points_end_nothing():
    table = last_turn(player(points=19))
    play(table, "end")
    assert table.result is None
    assert of(table).round == 2


def test_majorities_are_scored_after_that_and_do_not_end_the_game():
    table = last_turn(player(points=18, wood=9, copper=9, crystal=9, charcoalium=9))
    play(table, "end")
    assert table.result is None


def test_most_of_each_good_is_worth_2_points_and_all_tied_leaders_score():
    table = last_turn(player(points=20, wood=3, copper=1), player(wood=3, crystal=4), player(charcoalium=2, copper=1))
    play(table, "end")
    assert table.result is not None
    assert table.result.scores == (20 + 4, 4, 4)
    assert [one.details["majorities"] for one in table.result.standings] == [4, 4, 4]


def test_nobody_leads_with_nothing_unless_the_ruling_says_so():
    table = last_turn(player(points=20), player(wood=1))
    play(table, "end")
    assert table.result is not None
    assert table.result.scores == (20, 2, 0)
    generous = last_turn(player(points=20), rulings=RULES.options({"majority_minimum": 0}))
    play(generous, "end")
    assert generous.result is not None
    assert generous.result.scores == (28, 8, 8)


def test_the_winner_need_not_be_the_one_who_declared():
    table = last_turn(player(points=20), player(points=19, wood=1, copper=1))
    play(table, "end")
    assert table.result is not None
    assert table.result.winners == (1,)
    assert table.result.ranking == (1, 0, 2)


def test_a_tie_goes_to_the_higher_sum_of_levels_of_repaired_machines():
    table = last_turn(player("P1", "P6", points=21), player("A6", "P2+T3", points=21, yard=["S2"]), player(points=21))
    play(table, "end")
    assert table.result is not None
    assert [one.details["levels"] for one in table.result.standings] == [4, 6, 0]
    assert [one.place for one in table.result.standings] == [2, 1, 3]


def test_a_face_down_stack_still_counts_in_the_tie_break():
    table = last_turn(player("P1", points=20), player("P6", points=20, face_down=[0]))
    play(table, "end")
    assert table.result is not None
    assert table.result.winners == (1,)


def test_a_tie_that_levels_do_not_break_is_a_shared_victory():
    table = last_turn(player("P1", points=22), player("P2", points=22))
    play(table, "end")
    assert table.result is not None
    assert table.result.winners == (0, 1)
    assert [one.place for one in table.result.standings] == [1, 1, 3]


def test_at_the_end_all_screens_are_open():
    table = last_turn(player(points=20, wood=2), player(copper=1))
    assert table.view(2)["screens"] is None
    play(table, "end")
    assert [screen["wood"] for screen in table.view(None)["screens"]] == [2, 0, 0]
    assert refused(table, "end") == "not_awaited"


def test_the_end_tells_who_declared():
    table = last_turn(player(points=20), player(points=25))
    outcome = play(table, "end")
    (ended,) = [plain(event) for event in outcome.events if plain(event)["event"] == "game_ended"]
    assert ended["declared"] == (0, 1)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_new_round_asks_the_first_of_the_track(seats):
    table = acting(seats=seats)
    finish_round(table)
    assert of(table).round == 2
    assert of(table).step == "plan"
    assert table.awaiting == (of(table).track[0].seat,)
