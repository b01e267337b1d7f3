"""What a request costs is bounded, however it is made; and so is what is answered to it."""

from functools import partial

import pytest

from server.api.common import MOST_MEMBERS
from tests.attacks.calls import World
from tests.attacks.dear import make_requests, weigh, weigh_turn
from tests.server.conftest import new_app

LARGEST = 64 * 1024
"""Bytes of a refusal."""
MOST_TIMES = 25
"""How many signed turns the dearest request may cost; the bench has a line for what it does cost."""


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    with new_app(tmp_path_factory.mktemp("cost")) as app:
        world = World(app)
        game, ada, _ = world.open_table()
        yield world, game, ada


@pytest.mark.no_cover  # counting branches costs too
def test_the_dearest_request_costs_some_turns_and_is_answered_briefly(table):
    world, game, ada = table
    turn = weigh_turn(world)
    for name, *where, given in make_requests(game):
        cost, answer = weigh(partial(ada.call, *where, **given), times=2)
        assert answer.status < 500, name
        assert len(answer.body) < LARGEST, name
        assert cost < MOST_TIMES * turn, name


@pytest.mark.parametrize(
    "body", [{"a" * 101: 1}, [0] * (MOST_MEMBERS + 1), {"a": [[0] * 40] * 40}, {"a": {"b": "x", "c" * 999: 0}}]
)
def test_a_crowd_in_a_body_is_not_looked_at_one_by_one(table, body):
    answer = table[2].call("POST", "/recoveries", json=body, anonymous=True)
    assert (answer.status, answer.code) == (413, "body_too_large")


def test_as_many_as_may_be_are_looked_at(table):
    body = {f"name{number}": 0 for number in range(MOST_MEMBERS)}
    assert table[2].call("POST", "/recoveries", json=body, anonymous=True).code == "unknown_field"
