"""The posts of the bench are such that a server takes them."""

import pytest

from bench import bare
from bench.rounds import Tables, make_bare_round
from bench.turn_speed import Taken, compare
from server.config import load_config
from tests.databases import make_club
from tests.server.conftest import open_app


@pytest.fixture
def config(tmp_path):
    config = load_config({}, home=str(tmp_path / "club"), log="off", rates=False)
    make_club(config)
    return config


@pytest.fixture
def app(config):
    with open_app(config) as app:
        yield app


def test_a_round_is_a_turn_in_each_game_and_can_be_followed_by_another(app):
    tables, client = Tables(app, 2), app.test_client()
    for _ in range(2):
        posts = tables.sign_round()
        answers = [client.post(post.path, data=post.body, content_type=post.kind) for post in posts]
        assert [answer.status_code for answer in answers] == [201, 201]
    assert len({post.path for post in posts}) == 2


@pytest.fixture
def bare_client(config):
    engine = bare.open_database(config)
    yield bare.create_app(engine).test_client()
    engine.dispose()


def test_the_bare_endpoint_takes_a_bare_round(bare_client):
    posts = make_bare_round(2)
    assert [bare_client.post(post.path, data=post.body).status_code for post in posts] == [201, 201]


def test_the_bare_endpoint_checks_the_signature(bare_client):
    (post,) = make_bare_round(1)
    assert bare_client.post(post.path, data=post.body + b"!").status_code == 403


def test_both_lines_compare_round_by_round():
    pairs = [(Taken(800, 10, 20, 1), Taken(400, 20, 60, 2)), (Taken(400, 20, 40, 1), Taken(200, 40, 120, 2))]
    rate, spread = compare("here", pairs, is_barred=True)
    assert (rate.ratio, rate.holds) == (0.5, False)
    assert (spread.ratio, spread.holds) == (1.5, False)


def test_a_line_without_a_bar_holds():
    lines = compare("here", [(Taken(800, 10, 20, 1), Taken(400, 20, 60, 2))], is_barred=False)
    assert all(line.holds for line in lines)
