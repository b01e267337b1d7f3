"""Which golden games Mech A Dream has beyond those that every game has."""

from tests.engine.golden import records_of
from tests.engine.mech_a_dream.positions import BOTH, GAME

RECORDS = records_of("mech_a_dream").values()


def test_every_end_table_size_and_variant_has_a_golden_game():
    found = {
        (record["result"]["how"], record["seats"], *(record["options"].get(name, False) for name in BOTH))
        for record in RECORDS
    }
    wanted = {
        (how, seats, robots, specialists)
        for how in GAME.ends
        for seats in GAME.seats
        for robots in (False, True)
        for specialists in (False, True)
    }
    assert found >= wanted


def test_the_golden_games_play_every_kind_of_move():
    verbs = {move.split()[0] for record in RECORDS for _, *moves in record["moves"] for move in moves}
    assert verbs == {str(move.__struct_config__.tag) for move in GAME.moves}
