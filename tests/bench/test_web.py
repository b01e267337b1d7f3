"""A web server serves the app that it is given, until it is no longer needed."""

import socket

import pytest

from bench.light import Load, fire
from bench.rounds import make_bare_round
from bench.web import COMMANDS, Web, serving
from server.config import load_config


@pytest.mark.parametrize("name", COMMANDS)
def test_a_web_server_takes_posts_and_is_then_gone(name, tmp_path):
    config = load_config({}, home=str(tmp_path), log="off")
    with serving("bench.bare:create_app", config, Web(name, threads=2)) as served:
        before = served.cpu
        seen = fire(Load(served.port, 2, make_bare_round(20)))
        assert served.cpu > before
    assert seen.statuses == {201: 20}
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", served.port))
