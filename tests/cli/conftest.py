"""One served club for all tests of the client; everybody has a home of their own."""

import itertools
from functools import partial

import pytest

from tests.cli.people import Player, Served

NUMBERS = itertools.count(1)


@pytest.fixture(scope="session")
def served(tmp_path_factory):
    served = Served(tmp_path_factory.mktemp("served") / "club")
    yield served
    served.close()


@pytest.fixture
def newcomer(tmp_path, served):
    """Somebody who has not registered."""
    return Player(tmp_path / "newcomer", served.origin)


@pytest.fixture
def person(tmp_path, served):
    """Makes registered people."""
    return partial(make_person, tmp_path, served)


def make_person(folder, served, name="ada", **variables):
    number = next(NUMBERS)
    return Player(folder / f"{name}-{number}", served.origin, **variables).register(served.club, f"{name}{number}")


@pytest.fixture
def duel(person):
    """Two people at a started game of Foundry, the tiny game."""
    ada, bob = person("ada"), person("bob")
    return open_duel(ada, bob), ada, bob


@pytest.fixture
def calls(served):
    """Counts the calls that a club gets."""

    def count(act, *args, **given):
        served.calls.clear()
        act(*args, **given)
        return [call.replace("/v1/games/", "").partition("?")[0] for call in served.calls]

    return count


@pytest.fixture(scope="module")
def kept_duel(served, tmp_path_factory):
    """The same for all tests of a file that leave the game as it is."""
    ada, bob = (make_person(tmp_path_factory.mktemp("kept"), served, name) for name in ("ada", "bob"))
    return open_duel(ada, bob), ada, bob


def open_duel(ada, bob):
    game = ada.data("new", "foundry", "--seats", "2", "--title", f"duel {ada.handle}")["id"]
    bob.ok("join", game)
    return game
