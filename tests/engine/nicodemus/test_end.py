"""Fin de partie: what triggers the end, who has the last turn, who wins."""

import pytest

from tests.engine.nicodemus.positions import DULL, duel, play, player, state_of
from tests.engine.positions import result_of


def near_twenty(score, *, first, **more):
    """Return a table on which the seat to move can repair a Kiln for its twentieth point."""
    return duel(row=["blue_2"], mine=player(score=score, wood=2), first=first, **more)


def test_twenty_points_end_the_game_with_the_round():
    table = near_twenty(19, first=1)
    state = play(table, "repair 1", "end")
    assert state.step == "over"
    assert table.awaiting == ()
    assert result_of(table).how == "points"
    assert result_of(table).scores == (20, 0)


def test_more_than_twenty_points_end_it_too_and_scores_are_not_capped():
    table = near_twenty(24, first=1)
    play(table, "repair 1", "end")
    assert result_of(table).scores == (25, 0)
    table = near_twenty(29, first=1)
    play(table, "repair 1", "end")
    assert result_of(table).scores == (30, 0)


def test_nineteen_points_end_nothing():
    state = play(near_twenty(18, first=1), "repair 1", "end")
    assert (state.step, state.ending) == ("play", None)


def test_twenty_points_dont_stop_the_turn():
    mine = player(workshop=["blue_1"], score=19, wood=2)
    table = duel(row=["blue_2"], mine=mine, projects=["two_blue"], first=1)
    play(table, "repair 1")
    state = play(table, "claim two_blue", "end")
    assert state.players[0].score == 21


def test_beyond_the_end_of_the_track_the_higher_score_still_wins():
    table = near_twenty(26, first=1, theirs=player(score=29))
    play(table, "repair 1", "end")
    assert result_of(table).winners == (1,)


def test_a_project_can_bring_the_last_points():
    mine = player(workshop=["blue_1"], score=18, wood=2)
    table = duel(row=["blue_2"], mine=mine, projects=["two_blue"], first=1)
    play(table, "repair 1", "claim two_blue", "end")
    assert result_of(table).how == "points"


def test_when_the_first_player_triggers_the_second_has_the_last_turn():
    table = near_twenty(19, first=0)
    state = play(table, "repair 1", "end")
    assert state.ending == "points"
    assert table.awaiting == (1,)
    assert table.result is None
    play(table, "play blue_1 coins")
    assert result_of(table).how == "points"


def test_the_last_turn_can_win_the_game():
    theirs = player(score=19, wood=2, crystal=1)
    table = duel(row=["purple_4", "blue_2"], mine=player(score=19, wood=2), theirs=theirs)
    play(table, "repair 2", "end", "repair 1", "end")
    assert result_of(table).scores == (20, 21)
    assert result_of(table).winners == (1,)


def test_when_the_second_player_triggers_the_game_is_over_at_once():
    table = near_twenty(19, first=1)
    play(table, "repair 1", "end")
    assert table.awaiting == ()


def test_a_refill_that_the_deck_cant_complete_ends_the_game():
    table = duel(mine=player(DULL), deck=0, first=1)
    play(table, "play blue_1 coins")
    assert result_of(table).how == "deck"


def test_the_player_draws_what_is_left():
    table = duel(mine=player(["blue_1", "blue_2"]), deck=2)
    state = play(table, "play blue_1 coins")
    assert len(state.players[0].hand) == 3
    assert state.deck == []
    assert state.ending == "deck"


def test_emptying_the_deck_exactly_is_no_trigger():
    state = play(duel(mine=player(DULL), deck=1), "play blue_1 coins")
    assert (state.deck, state.ending) == ([], None)


def test_a_refill_of_no_machines_never_triggers():
    mine = player(["red_1", "blue_1", "blue_2", "blue_3", "blue_4"])
    state = play(duel(mine=mine, theirs=player(["purple_1"]), deck=0), "play red_1 effect")
    assert state.ending is None


def test_a_repair_never_triggers_by_the_deck():
    state = play(duel(row=["blue_2"], mine=player([], wood=2), deck=0), "repair 1", "end")
    assert state.ending is None


def test_the_second_player_still_plays_after_the_deck_ran_out():
    table = duel(mine=player(DULL), deck=0)
    play(table, "play blue_1 coins")
    assert table.awaiting == (1,)
    play(table, "play blue_1 coins")
    assert result_of(table).how == "deck"


def test_discards_are_never_reshuffled():
    state = play(duel(mine=player(DULL), deck=0), "play blue_1 coins")
    assert len(state.players[0].hand) == 4
    assert len(state.discard) == 56 - 1 - 10


def test_the_first_cause_names_the_end():
    table = duel(row=["blue_2"], mine=player(score=19, wood=2), theirs=player(DULL), deck=0)
    play(table, "repair 1", "end", "play blue_1 coins")
    assert result_of(table).how == "points"
    table = duel(row=["blue_4"], mine=player(["blue_2"]), theirs=player([], score=19, wood=2), deck=0)
    play(table, "play blue_2 coins", "repair 2", "end")
    assert result_of(table).how == "deck"


def test_a_round_is_two_turns():
    table = duel(first=1, turn=1)
    assert play(table, "play blue_1 coins").round == 1
    assert play(table, "play blue_1 coins").round == 2


# Ties: the Kiln brings both players to 20


def tied(mine, theirs):
    """Return the result when both have 20 points and these tokens."""
    wood = mine.pop("wood", 0)
    table = duel(
        row=["blue_2"], mine=player(score=19, wood=wood + 2, **mine), theirs=player(score=20, **theirs), first=1
    )
    play(table, "repair 1", "end")
    return result_of(table)


def test_the_higher_score_wins():
    table = near_twenty(19, first=1, theirs=player(score=21, charcoalium=0))
    play(table, "repair 1", "end")
    assert result_of(table).winners == (1,)


@pytest.mark.parametrize(("mine", "theirs", "winner"), [(3, 2, 0), (2, 3, 1)])
def test_a_tie_goes_to_more_charcoalium(mine, theirs, winner):
    result = tied({"charcoalium": mine}, {"charcoalium": theirs, "wood": 3})
    assert result.winners == (winner,)
    assert result.standings[0].details == {"charcoalium": mine, "resources": 0}


@pytest.mark.parametrize(("mine", "theirs", "winner"), [(3, 2, 0), (2, 3, 1)])
def test_a_second_tie_goes_to_more_resources(mine, theirs, winner):
    result = tied({"charcoalium": 2, "copper": mine}, {"charcoalium": 2, "crystal": theirs})
    assert result.winners == (winner,)


def test_a_third_tie_is_a_shared_win():
    result = tied({"charcoalium": 2, "copper": 1}, {"charcoalium": 2, "wood": 1})
    assert result.winners == (0, 1)
    assert [standing.place for standing in result.standings] == [1, 1]


def test_charcoalium_on_machines_belongs_to_nobody():
    table = duel(row=["blue_1", "blue_2"], coins=[5], mine=player(score=19, wood=2), theirs=player(score=20), first=1)
    play(table, "repair 2", "end")
    assert result_of(table).winners == (0, 1)
    assert sum(state_of(table).coins) == 5
