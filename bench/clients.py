"""Clients that post turns at once to the bare endpoint or to the real server, each a process of its own."""

import os
import random
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple

import requests

from engine.ledger.keys import make_key_from_os_randomness
from server.config import Config
from server.services.club import Club
from tests.server.people import HttpDoor, Person

CLIENTS = 8
GAME = "nicodemus"
Client = Callable[[], Callable[[], None]]
"""Prepares a post, which is not timed, and returns it."""


class Running(NamedTuple):
    """A server process."""

    origin: str
    pid: int


@contextmanager
def running(module: str, config: Config, *arguments: str) -> Iterator[Running]:
    """Run a server process."""
    settings = {
        "ATELIER_CLUB": config.home,
        "ATELIER_DATABASE_URL": config.database_url,
        "ATELIER_LOG": "off",
        "ATELIER_RATES": "false",
    }
    command = [sys.executable, "-m", module, "0", *arguments]
    with subprocess.Popen(command, env={**os.environ, **settings}, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        port = re.search(r":(\d+)", process.stdout.readline())
        assert port is not None
        origin = f"http://127.0.0.1:{port[1]}"
        wait_for(origin)
        try:
            yield Running(origin, process.pid)
        finally:
            process.kill()


def wait_for(origin: str) -> None:
    """Wait until a server answers."""
    for _ in range(200):
        try:
            requests.get(f"{origin}/readyz", timeout=2)
        except requests.RequestException:
            time.sleep(0.05)
        else:
            return


def spend(clients: list[Client], rounds: int) -> float:
    """Return how long all clients need together for so many posts each; what prepares a post is not counted."""
    barrier = threading.Barrier(len(clients) + 1)
    spent = 0.0
    with ThreadPoolExecutor(len(clients)) as pool:
        done = [pool.submit(_post, client, barrier, rounds) for client in clients]
        for _ in range(rounds):
            barrier.wait()
            began = time.perf_counter()
            barrier.wait()
            spent += time.perf_counter() - began
        for one in done:
            one.result()
    return spent


def _post(prepare: Client, barrier: threading.Barrier, rounds: int) -> None:
    try:
        for _ in range(rounds):
            post = prepare()
            barrier.wait()
            post()
            barrier.wait()
    except BaseException:
        barrier.abort()
        raise


def bare_client(origin: str) -> Client:
    """Return a client of the bare endpoint."""
    key, session = make_key_from_os_randomness(), requests.Session()

    def prepare() -> Callable[[], None]:
        message = os.urandom(300)
        raw = key.public.x.encode() + key.sign(message) + message
        return lambda: session.post(f"{origin}/turns", data=raw, timeout=30).raise_for_status()

    return prepare


def table_for_two(origin: str, club: Club, number: int) -> Client:
    """Return a client that plays both sides of games of its own, one after the other."""
    rng = random.Random(number)
    people = [
        Person(HttpDoor(origin), club, f"{side}{number}x{time.time_ns() % 10**6}").register() for side in ("ada", "bob")
    ]
    games: list[str] = []

    def prepare() -> Callable[[], None]:
        while True:
            for one in people if games else ():
                view = one.view(games[-1])
                if view["awaited"]:
                    raw = one.turn_slip(games[-1], [rng.choice(view["legal"])["line"]], view)
                    return partial(post_turn, one, games[-1], raw)
            games.append(people[0].open(GAME, 2))
            for seat, one in enumerate(people):
                one.join(games[-1], seat)

    return prepare


def post_turn(one: Person, game: str, raw: bytes) -> None:
    """Send a turn."""
    check(one.slip("POST", f"/games/{game}/turns", raw))


def check(answer: Any) -> None:
    """Raise unless a turn was played."""
    assert answer.status == 201, answer
