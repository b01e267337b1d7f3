"""Limits count who calls, not the proxy; and nobody can say that they are somebody else."""

import http.client
import json
import logging
import os
import signal
import subprocess

import msgspec
import pytest

from bench.web import Web
from engine.core.errors import Refused
from server import create_app
from server.addresses import Proxies
from server.config import load_config
from tests.attacks.proxies import Nginx, OwnProxy, wait_for
from tests.databases import make_club
from tests.debian import skipped_if_absent
from tests.mail.post import free_port
from tests.server.people import FlaskDoor
from tests.server.processes import Served

MOST_RECOVERIES = 20
"""How many one caller can ask for in an hour."""


@pytest.fixture
def config(tmp_path):
    config = load_config({}, home=str(tmp_path / "club"), log="off")
    make_club(config)
    return config


@pytest.fixture(params=[Nginx, OwnProxy])
def proxied(request, config, tmp_path):
    """A club that trusts the proxy before it, and the proxy's port."""
    server = Served(config, ATELIER_RATES="true", ATELIER_TRUSTED_PROXIES="127.0.0.1").start()
    proxy = None
    try:
        with skipped_if_absent():
            proxy = request.param(server.port, tmp_path)
        yield proxy.port
    finally:
        if proxy is not None:
            proxy.close()
        server.stop()


def recover(port, caller, number, **headers):
    """Ask for a recovery from one of this machine's own addresses, and return the status."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=30, source_address=(caller, 0))
    body = json.dumps({"mail": f"somebody{number}@example.org"})
    line.request("POST", "/v1/recoveries", body, {"Content-Type": "application/json", **headers})
    status = line.getresponse().status
    line.close()
    return status


@pytest.mark.mailserver
def test_behind_a_proxy_each_caller_has_a_limit_of_their_own(proxied):
    statuses = [recover(proxied, "127.0.0.2", number) for number in range(MOST_RECOVERIES + 1)]
    assert statuses == [202] * MOST_RECOVERIES + [429]
    assert recover(proxied, "127.0.0.2", 100, **{"X-Forwarded-For": "192.0.2.9"}) == 429
    assert recover(proxied, "127.0.0.3", 101) == 202


@pytest.mark.parametrize("name", ["gunicorn", "granian"])
def test_other_web_servers_tell_the_app_the_same(config, name):
    port = free_port()
    settings = {"ATELIER_CLUB": config.home, "ATELIER_LOG": "off", "ATELIER_TRUSTED_PROXIES": "127.0.0.1"}
    command = Web(name, threads=2).command("server:create_app", port)
    with subprocess.Popen(command, env={**os.environ, **settings}, start_new_session=True) as process:
        try:
            wait_for(port)
            forwarded = {"X-Forwarded-For": "192.0.2.9"}
            statuses = [recover(port, "127.0.0.1", one, **forwarded) for one in range(MOST_RECOVERIES + 1)]
            assert statuses == [202] * MOST_RECOVERIES + [429]
            assert recover(port, "127.0.0.1", 100) == 202
            assert recover(port, "127.0.0.2", 101, **forwarded) == 202
        finally:
            os.killpg(process.pid, signal.SIGKILL)


def test_without_trusted_proxies_nobody_is_believed(config):
    app = create_app(config)
    door = FlaskDoor(app)
    statuses = [
        door(
            "POST",
            "/v1/recoveries",
            json={"mail": f"somebody{number}@example.org"},
            headers={"X-Forwarded-For": f"192.0.2.{number}"},
        ).status
        for number in range(MOST_RECOVERIES + 1)
    ]
    app.extensions["atelier"].engine.dispose()
    assert statuses == [202] * MOST_RECOVERIES + [429]


@pytest.mark.parametrize(
    ("trusted", "peer", "forwarded", "caller"),
    [
        ([], "192.0.2.1", "198.51.100.7", "192.0.2.1"),
        (["192.0.2.1"], "192.0.2.1", "198.51.100.7", "198.51.100.7"),
        (["192.0.2.1"], "192.0.2.2", "198.51.100.7", "192.0.2.2"),
        (["192.0.2.1"], "192.0.2.1", "203.0.113.9, 198.51.100.7", "198.51.100.7"),
        (["192.0.2.0/24"], "192.0.2.1", "198.51.100.7, 192.0.2.8", "198.51.100.7"),
        (["192.0.2.0/24"], "192.0.2.1", "192.0.2.8", "192.0.2.8"),
        (["192.0.2.1"], "192.0.2.1", "", "192.0.2.1"),
        (["192.0.2.1"], "192.0.2.1", "unknown", "192.0.2.1"),
        (["192.0.2.1"], "192.0.2.1", " 198.51.100.7:4711 ", "198.51.100.7"),
        (["::1"], "::1", '"[2001:db8:1:2:3:4:5:6]:4711"', "2001:db8:1:2::/64"),
        (["127.0.0.1"], "::ffff:127.0.0.1", "::ffff:198.51.100.7", "198.51.100.7"),
        ([], "2001:db8:1:2:aaaa::1", "", "2001:db8:1:2::/64"),
        ([], "fe80::1%eth0", "", "fe80::/64"),
        (["unix"], "", "198.51.100.7", "198.51.100.7"),
        ([], "", "198.51.100.7", "unix"),
    ],
)
def test_who_calls_is_read_from_the_right_as_far_as_trust_goes(trusted, peer, forwarded, caller):
    assert Proxies(trusted).find_caller(peer, forwarded) == caller


@pytest.mark.parametrize(
    ("trusted", "peer", "warnings"), [([], "127.0.0.1", 1), (["127.0.0.1"], "127.0.0.1", 0), ([], "8.8.8.8", 0)]
)
def test_a_host_is_told_once_of_a_proxy_that_nobody_named(trusted, peer, warnings, caplog):
    proxies = Proxies(trusted)
    with caplog.at_level(logging.WARNING, "atelier"):
        for _ in range(3):
            proxies.find_caller(peer, "198.51.100.7")
    assert len(caplog.messages) == warnings


@pytest.mark.parametrize("name", ["club.example", "10.0.0.0/33", "", "*"])
def test_what_is_no_address_is_refused_at_the_start(config, name):
    with pytest.raises(Refused, match="trusted_proxies"):
        create_app(msgspec.structs.replace(config, trusted_proxies=(name,)))


def test_proxies_are_named_in_the_environment_with_commas():
    given = load_config({"ATELIER_TRUSTED_PROXIES": "127.0.0.1, 10.0.0.0/8"})
    assert given.trusted_proxies == ("127.0.0.1", "10.0.0.0/8")
