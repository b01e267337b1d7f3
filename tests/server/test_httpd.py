"""A web server that is told to stop ends what is in hand."""

import socket
import threading

import pytest

from server.config import Web
from server.httpd import WebServer
from server.serving import bind

LARGE = 8 * 1024 * 1024


class Hand:
    """An app that answers when it is told to, or with more than fits into a socket."""

    def __init__(self):
        self.begun, self.may_end = threading.Event(), threading.Event()

    def __call__(self, environ, start_response):
        self.begun.set()
        if environ["PATH_INFO"] == "/wait":
            assert self.may_end.wait(30)
        body = b"x" * (LARGE if environ["PATH_INFO"] == "/large" else 5)
        start_response("200 OK", [("Content-Length", str(len(body)))])
        return [body]


class Running:
    """A server in a thread of its own, and somebody who calls it."""

    def __init__(self):
        self.app = Hand()
        self.listener = bind("127.0.0.1", 0)
        self.port = self.listener.getsockname()[1]
        self.server = WebServer(self.app, self.listener, Web(threads=2, stop_seconds=20))
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()

    def call(self, path):
        client = socket.create_connection(("127.0.0.1", self.port), timeout=30)
        client.sendall(f"GET {path} HTTP/1.1\r\nHost: club\r\n\r\n".encode())
        return client

    def is_refused(self):
        with socket.socket() as client:
            return client.connect_ex(("127.0.0.1", self.port)) != 0


@pytest.fixture
def running():
    running = Running()
    yield running
    running.app.may_end.set()
    running.server.stop()
    running.thread.join(30)


def read_all(client):
    answer = b""
    while part := client.recv(1 << 20):
        answer += part
    client.close()
    return answer


def wait_until(tell):
    for _ in range(300):
        if tell():
            return True
        threading.Event().wait(0.1)
    return False


def test_a_request_in_hand_is_answered_after_the_stop(running):
    client = running.call("/wait")
    assert running.app.begun.wait(30)
    running.server.stop()
    assert wait_until(running.is_refused)
    assert running.thread.is_alive()
    running.app.may_end.set()
    assert read_all(client).endswith(b"xxxxx")
    running.thread.join(30)
    assert not running.thread.is_alive()


def test_an_answer_that_is_being_read_is_sent_whole_after_the_stop(running):
    client = running.call("/large")
    assert running.app.begun.wait(30)
    assert wait_until(lambda: any(visitor.total_outbufs_len for visitor in running.server.visitors))
    running.server.stop()
    assert wait_until(running.is_refused)
    assert read_all(client).count(b"x") == LARGE


def test_a_kept_connection_does_not_hold_up_the_stop(running):
    client = running.call("/short")
    answer = b""
    while not answer.endswith(b"xxxxx"):
        part = client.recv(4096)
        assert part, answer
        answer += part
    running.server.stop()
    running.thread.join(30)
    assert not running.thread.is_alive()
    assert read_all(client) == b""
