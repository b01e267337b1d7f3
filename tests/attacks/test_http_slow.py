"""Whoever is slow, silent or greedy costs a connection: honest people are answered meanwhile."""

import contextlib
import json
import os
import socket
import time
from pathlib import Path

import pytest
import requests

from server.config import MOST_BODY, load_config
from server.httpd import MOST_HEADER, MOST_HELD
from tests.attacks.slow import BEGUN, SlowClients
from tests.databases import make_club
from tests.server.processes import Served

FOR_EVER = {"ATELIER_WEB_REQUEST_SECONDS": "900", "ATELIER_WEB_IDLE_SECONDS": "900"}
"""Nobody is let go because of time."""
SOON = 3 if any(name.startswith("COVERAGE_") for name in os.environ) else 1
"""Seconds in which a person is answered; a server whose branches are counted thinks for longer."""


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    config = load_config({}, home=str(tmp_path_factory.mktemp("slow")), log="off", rates=False)
    make_club(config)
    return config


@pytest.fixture
def serve(home):
    started = []

    def start(**environment):
        started.append(Served(home, **environment).start())
        return started[-1]

    yield start
    for server in started:
        server.stop()


@contextlib.contextmanager
def serving(home, **environment):
    server = Served(home, **environment).start()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def patient(home):
    """A server that waits for ever; tests leave it as it is."""
    with serving(home, **FOR_EVER) as server:
        yield server


@pytest.fixture(scope="module")
def hurried(home):
    """A server that gives a request a second."""
    with serving(home, ATELIER_WEB_REQUEST_SECONDS="1") as server:
        yield server


@pytest.fixture(scope="module")
def restless(home):
    """A server on which nothing may rest for more than a second."""
    with serving(home, ATELIER_WEB_IDLE_SECONDS="1") as server:
        yield server


def find_quickest_answer(server):
    """Ask five times as an honest person does, anew each time, and return the shortest wait."""
    waits = []
    for _ in range(5):
        began = time.monotonic()
        requests.get(f"{server.url}/readyz", timeout=20).raise_for_status()
        waits.append(time.monotonic() - began)
    return min(waits)


@pytest.mark.parametrize("kind", BEGUN)
def test_300_slow_clients_keep_nobody_from_being_answered_within_a_second(patient, kind):
    with SlowClients(patient.port, 300, kind):
        assert find_quickest_answer(patient) < SOON


def test_more_of_them_than_there_are_connections_push_out_each_other(serve):
    server = serve(ATELIER_WEB_CONNECTIONS="40", **FOR_EVER)
    with SlowClients(server.port, 200, "dripped header") as slow:
        assert find_quickest_answer(server) < SOON
        assert slow.wait_for_ends(155) >= 155


@pytest.mark.parametrize("kind", ["dripped header", "dripped body", "dripped chunks"])
def test_a_request_that_does_not_end_is_ended_however_it_drips(hurried, kind):
    with SlowClients(hurried.port, 5, kind) as slow:
        assert slow.wait_for_ends(5) == 5


@pytest.mark.parametrize("kind", ["silent", "idle", "unread"])
def test_a_connection_on_which_nothing_moves_is_ended(restless, kind):
    with SlowClients(restless.port, 5, kind) as slow:
        time.sleep(3)  # those who don't read must not begin to
        assert slow.wait_for_ends(5) == 5


def call(server, raw):
    """Send bytes and return status and problem of the answer."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as client:
        client.sendall(raw)
        answer = b""
        while part := client.recv(65536):
            answer += part
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), json.loads(body)


def find_spool_files(server):
    """Return the temporary files that a server has open; they have no name any more."""
    found = []
    for link in Path(f"/proc/{server.process.pid}/fd").iterdir():
        with contextlib.suppress(OSError):  # closed meanwhile
            found.append((int(link.name), str(link.readlink())))
    return [name for number, name in found if number > 2 and name.endswith("(deleted)")]


def test_a_body_over_the_limit_is_refused_before_it_is_sent(patient):
    head = f"POST /v1/games HTTP/1.1\r\nHost: club\r\nContent-Length: {900 * 1024 * 1024}\r\n\r\n"
    status, problem = call(patient, head.encode())
    assert (status, problem["code"]) == (413, "body_too_large")


def test_a_body_at_the_limit_reaches_the_app(patient):
    answer = requests.post(f"{patient.url}/v1/games", data=b"x" * MOST_BODY, timeout=30)
    assert answer.json()["code"] == "token_missing"


def test_whoever_sends_all_of_a_large_body_is_told_why_it_is_not_taken(patient):
    answer = requests.post(f"{patient.url}/v1/games", data=b"x" * 16 * MOST_BODY, timeout=30)
    assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")


def test_whoever_never_stops_sending_is_cut_off(patient):
    with socket.create_connection(("127.0.0.1", patient.port), timeout=30) as client:
        client.sendall(b"POST /v1/games HTTP/1.1\r\nHost: club\r\nContent-Length: 999999999\r\n\r\n")
        with pytest.raises(ConnectionError):
            send_for_ever(client)


def send_for_ever(client):
    while True:
        client.sendall(b"x" * 65536)


def test_chunks_without_end_are_refused_at_the_limit_and_never_lie_on_the_disk(patient):
    chunk = b"2000\r\n" + b"x" * 8192 + b"\r\n"
    with socket.create_connection(("127.0.0.1", patient.port), timeout=30) as client:
        client.sendall(b"POST /v1/games HTTP/1.1\r\nHost: club\r\nTransfer-Encoding: chunked\r\n\r\n")
        for _ in range(MOST_BODY // 8192 - 1):
            client.sendall(chunk)
        assert find_spool_files(patient) == []
        for _ in range(2):
            client.sendall(chunk)
        assert client.recv(65536).startswith(b"HTTP/1.1 413")


def test_all_unfinished_bodies_together_have_a_limit(serve):
    server = serve(**FOR_EVER)
    size = 400 * 1024
    number = 2 * MOST_HELD // size
    head = f"POST /v1/games HTTP/1.1\r\nHost: club\r\nContent-Length: {size}\r\n\r\n".encode()
    with SlowClients(server.port, number, "silent") as slow:
        for client in slow.sockets:
            client.sendall(head + b"x" * (size - 1))
        assert slow.wait_for_ends(number // 2) >= number // 2
        assert find_spool_files(server) == []
        assert find_quickest_answer(server) < SOON


def test_a_header_has_a_limit(patient):
    status, problem = call(patient, b"GET /healthz HTTP/1.1\r\nX-Long: " + b"a" * MOST_HEADER + b"\r\n\r\n")
    assert (status, problem["code"]) == (431, "header_too_large")


def test_what_is_not_http_is_refused_as_a_problem(patient):
    status, problem = call(patient, b"GET / HTTP/1.1\r\nno header\r\n\r\n")
    assert (status, problem["code"]) == (400, "malformed_request")
