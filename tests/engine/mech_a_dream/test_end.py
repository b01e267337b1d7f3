"""Fin de partie: when the game ends, the final count, the tie-breaks."""

import pytest

from engine.games.mech_a_dream.scoring import final_score
from tests.engine.mech_a_dream.positions import BOOK, by_day, by_night, first, last_night, play, player
from tests.engine.positions import result_of

NINE = ["blue_01", "blue_02", "blue_03", "blue_04", "blue_05", "blue_06", "blue_07", "blue_08", "blue_09"]


def ended(*players):
    """Return the result of a last night in which all sleep."""
    table = last_night(*players)
    play(table, *["sleep"] * len(players))
    return result_of(table)


def test_the_game_ends_after_the_night_of_day_seven():
    table = last_night(player(), player())
    play(table, "sleep")
    assert table.result is None
    play(table, "sleep")
    assert result_of(table).how == "week"
    assert table.awaiting == ()


def test_the_game_ends_after_a_night_in_which_someone_has_nine_machines():
    table = by_night(player(), player(NINE), day=4)
    play(table, "sleep", "sleep")
    assert result_of(table).how == "machines"


def test_eight_machines_do_not_end_it():
    table = by_night(player(), player(NINE[:8]), day=4)
    play(table, "sleep", "sleep")
    assert table.result is None


def test_a_ninth_machine_by_day_does_not_end_the_day():
    table = by_day(player(NINE[:8], {"red_07": 1}, assistants=["red_07"]), player(), turn=1)
    play(table, "storage ink")
    assert len(first(table).built) == 9
    assert table.awaiting == (0,)


def test_a_ninth_machine_built_in_the_night_ends_the_game():
    table = by_night(player([*NINE[:8]], {"red_07": 1}), player(), day=3)
    play(table, "activate blue_07", "advance red_07", "sleep", "sleep")
    assert result_of(table).how == "machines"


def test_on_day_seven_the_week_names_the_end():
    assert ended(player(NINE), player()).how == "week"


def test_the_worked_example_37_and_3_rainbows_and_6_goods_make_41():
    result = ended(player(points=37, rainbow=3, flower=4, ink=2), player())
    assert result.scores == (41, 0)
    assert result.standings[0].details == {"points": 37, "rainbows": 3, "goods": 6, "machines": 0}


@pytest.mark.parametrize(("flower", "ink", "points"), [(4, 0, 0), (4, 1, 1), (5, 4, 1), (5, 5, 2), (9, 9, 3)])
def test_flowers_and_ink_count_together_one_point_for_five(flower, ink, points):
    assert ended(player(flower=flower, ink=ink), player()).scores[0] == points


def test_a_tie_goes_to_more_machines():
    result = ended(player(NINE[:2], points=10), player(NINE[2:5], points=10))
    assert result.winners == (1,)


def test_a_further_tie_goes_to_more_rainbows():
    result = ended(player(points=10, rainbow=2), player(points=9, rainbow=3))
    assert result.scores == (12, 12)
    assert result.winners == (1,)


def test_else_the_win_is_shared():
    assert ended(player(points=10), player(points=10), player(points=9)).winners == (0, 1)


def test_there_is_no_limit_to_rainbows_and_points():
    assert ended(player(points=120, rainbow=70), player()).scores[0] == 190


def test_the_final_score_is_what_the_standing_says():
    table = last_night(player(points=5, rainbow=1, ink=9), player())
    assert final_score(BOOK, first(table)) == 7
