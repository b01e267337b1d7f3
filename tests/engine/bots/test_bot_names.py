"""Bots have names."""

from engine.bots.names import NAMES, name_bots


def test_every_seat_of_a_game_has_a_name_of_its_own_that_stays():
    for game in ("g1", "g2", "club-7"):
        names = name_bots(game, 5)
        assert (len(set(names)), names) == (5, name_bots(game, 5))


def test_games_have_different_bots():
    assert len({name_bots(f"g{number}", 1) for number in range(100)}) > len(NAMES) // 2


def test_no_bot_has_the_name_of_somebody_at_the_table():
    for game in map(str, range(50)):
        assert not {"gaston", "lea"} & {name.lower() for name in name_bots(game, 5, ["Gaston", "LÉA"])}
