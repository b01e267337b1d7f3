"""The light client sends every post once, over the connections it was given, and counts what was answered."""

import asyncio
from collections import Counter
from contextlib import ExitStack
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import cycle
from threading import Thread

import pytest

from bench.light import Load, Post, Seen, fire, send

PLAIN = b"HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nok"
CHUNKED = b"HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n"
REFUSED = b"HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n"


class Handler(BaseHTTPRequestHandler):
    """Answers each post with the next of the server's answers."""

    protocol_version = "HTTP/1.1"
    server: "Endpoint"

    def do_POST(self):
        self.server.bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
        self.wfile.write(next(self.server.answers))

    def log_message(self, *args):
        """Say nothing."""


class Endpoint(ThreadingHTTPServer):
    """A server that remembers what came, and over how many connections."""

    def __init__(self, *answers):
        super().__init__(("127.0.0.1", 0), Handler)
        self.answers = cycle(answers)
        self.bodies = []
        self.connections = 0

    def process_request(self, request, address):
        self.connections += 1
        super().process_request(request, address)

    def load(self, posts, connections):
        posts = [Post("/turns", "text/plain", b"%d" % number) for number in range(posts)]
        return Load(self.server_port, connections, posts)


@pytest.fixture
def serve():
    """Starts an endpoint with the answers that it is to give."""
    with ExitStack() as running:

        def start(*answers):
            endpoint = running.enter_context(Endpoint(*answers))
            Thread(target=endpoint.serve_forever, args=(0.01,)).start()
            running.callback(endpoint.shutdown)
            return endpoint

        yield start


def test_every_post_is_sent_once(serve):
    endpoint = serve(PLAIN)
    seen = fire(endpoint.load(posts=20, connections=3))
    assert Counter(endpoint.bodies) == Counter(b"%d" % number for number in range(20))
    assert len(seen.waits) == 20


def test_a_connection_is_kept_for_the_next_post(serve):
    endpoint = serve(PLAIN)
    asyncio.run(send(endpoint.load(posts=20, connections=3)))
    assert endpoint.connections == 3


def test_an_answer_in_chunks_is_read_to_its_end(serve):
    endpoint = serve(CHUNKED, PLAIN)
    assert asyncio.run(send(endpoint.load(posts=6, connections=1))).statuses == {201: 6}


def test_refusals_are_counted(serve):
    endpoint = serve(PLAIN, REFUSED)
    assert asyncio.run(send(endpoint.load(posts=6, connections=1))).statuses == {201: 3, 403: 3}


def test_a_load_that_is_refused_is_no_measurement(serve):
    with pytest.raises(AssertionError, match="403"):
        fire(serve(REFUSED).load(posts=1, connections=1))


def test_a_rate_and_two_waits_are_told_of_a_load():
    waits = [number / 1000 for number in range(101)]
    seen = Seen(seconds=2.0, waits=waits, statuses={201: 101})
    assert seen.rate == 50.5
    assert seen.middle == 0.05
    assert seen.longest == pytest.approx(0.099)
