"""A rule is corrected while games run: they go on by the old reading, new ones are played by the new one."""

import random
from contextlib import contextmanager

import pytest

from engine import registry
from engine.ledger.verify import verify
from server.services import checks
from server.services.builds import find_build
from tests.server.conftest import config, open_app
from tests.server.people import FlaskDoor, Person, play_to_the_end, seat_all

__all__ = ["config"]
TODAY, TOMORROW = "tests.games.foundry.rules:Foundry", "tests.games.foundry.tomorrow:FoundryOfTomorrow"


@pytest.fixture
def install():
    """Installs another release of the game."""

    def install(path):
        registry.register("foundry", path)
        registry.rules_class.cache_clear()
        registry._defaults.pop("foundry", None)
        registry._recorded.clear()
        find_build.cache_clear()

    yield install
    install(TODAY)


@contextmanager
def served(config, *people):
    """Serve the club with what is installed now, to people who stay the same."""
    with open_app(config) as app:
        for one in people:
            one.door, one.club = FlaskDoor(app), app.extensions["atelier"]
        yield app


@pytest.fixture
def people(config):
    with open_app(config) as app:
        yield [Person(FlaskDoor(app), app.extensions["atelier"], handle).register() for handle in ("ada", "bob")]


def begin(people):
    game = people[0].open("foundry", 2)
    seat_all(game, people)
    return game


def test_a_begun_game_keeps_its_reading_and_a_new_one_gets_the_new(config, people, install):
    ada, bob = people
    old = begin(people)
    assert ada.play(old, "bid 0").status == 201
    install(TOMORROW)
    with served(config, *people) as app:
        assert checks.check_sample(app.extensions["atelier"]) == []
        new = begin(people)
        assert [ada.call("GET", f"/games/{game}").json["version"] for game in (old, new)] == [1, 2]
        assert [bob.view(game)["version"] for game in (old, new)] == [1, 2]
        assert ada.play(new, "bid 0").code == "illegal_move"
        assert bob.play(old, "bid 0").status == 201
        for game in (old, new):
            play_to_the_end(game, people, random.Random(game))
            assert verify(ada.bundle(game)).grade == "consistent"
    install(TODAY)
    with served(config, *people) as app:
        assert verify(ada.bundle(old)).grade == "consistent"


def test_a_game_of_newer_rules_is_named_where_they_are_not_installed(config, people, install):
    ada, bob = people
    install(TOMORROW)
    with served(config, *people):
        game = begin(people)
        assert ada.play(game, "bid 1").status == 201
        bundle = ada.bundle(game)
    install(TODAY)
    with served(config, *people) as app:
        (differing,) = checks.check_sample(app.extensions["atelier"])
        assert differing.why == "The game is played by version 2 of the rules of Foundry; here are the versions 1 to 1."
        assert bob.play(game, "bid 1", view={"seat": 1, "ask": 1, "on": "x" * 42 + "A"}).code == "unknown_version"
        report = verify(bundle)
        assert (report.grade, report.failed_at) == ("failed", 0)
        assert report.refused is not None
        assert report.refused.code == "unknown_version"
    install(TOMORROW)
    with served(config, *people):
        assert bob.play(game, "bid 1").status == 201
