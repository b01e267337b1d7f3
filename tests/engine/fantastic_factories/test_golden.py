"""Which golden games Fantastic Factories has beyond those that every game has."""

from tests.engine.golden import records_of

RECORDS = records_of("fantastic_factories").values()


def test_every_table_ends_by_goods_and_by_buildings_in_a_golden_game():
    for seats in (2, 3, 4, 5):
        ends = {record["result"]["how"] for record in RECORDS if record["seats"] == seats}
        assert ends == {"goods", "buildings"}


def test_every_difficulty_has_a_golden_game_and_the_machine_wins_and_loses():
    alone = [record for record in RECORDS if record["seats"] == 1]
    assert {record["options"].get("difficulty") for record in alone} >= {"easy", "medium", "hard", "expert"}
    assert {bool(record["result"]["winners"]) for record in alone} == {True, False}
