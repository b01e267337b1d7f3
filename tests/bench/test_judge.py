"""The judge of a soak: it goes by what the ledger says, not by what people saw in time."""

import pytest

from bench.soak.judge import games
from bench.soak.tables import TableOfTwo
from tests.games import register_tiny_games
from tests.server.conftest import new_app
from tests.server.people import FlaskDoor, Person

register_tiny_games()


@pytest.fixture
def people(tmp_path):
    with new_app(tmp_path / "club") as app:
        yield [Person(FlaskDoor(app), app.extensions["atelier"], name).register() for name in ("ada", "bob")]


def open_game(people):
    game = people[0].open("foundry", 2)
    for seat, one in enumerate(people):
        one.join(game, seat)
    return game


def play_out(people, game):
    while (views := [one.view(game) for one in people])[0]["status"] == "running":
        one, view = next((one, view) for one, view in zip(people, views, strict=True) if view["awaited"])
        assert one.play(game, view["legal"][0]["line"], view=view).status == 201


def faults_at(people, game, *, seen_to_end):
    table = TableOfTwo(0, people, lambda: False, lmtp_port=0)
    table.tables, table.finished = [game], [game] if seen_to_end else []
    return list(games([table]))


def test_a_game_that_ended_as_the_time_ran_out_is_whole_though_nobody_saw_its_end(people):
    game = open_game(people)
    play_out(people, game)
    assert faults_at(people, game, seen_to_end=False) == faults_at(people, game, seen_to_end=True) == []


def test_a_game_that_goes_on_is_a_part_and_one_that_was_seen_to_end_must_be_over(people):
    game = open_game(people)
    assert faults_at(people, game, seen_to_end=False) == []
    assert faults_at(people, game, seen_to_end=True) == [f"{game}: was over and goes on"]
