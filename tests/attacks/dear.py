"""Requests that are made to be dear to answer: as large as they may be, and all wrong."""

import json
import time

from server.config import MOST_BODY
from server.httpd import MOST_HEADER

LONG = MOST_HEADER - 1024
GAME = {"rules": "foundry", "seats": 2}
BODIES = {
    "names without end": {f"name{number}": 0 for number in range(30_000)},
    "a long name": {"x" * (MOST_BODY - 100): 0},
    "wrong items": {"moves": [1] * 100_000, "rules": [1] * 50_000},
    "wrong bots": {**GAME, "bots": [{"s": 1}] * 30_000},
    "right bots": {**GAME, "bots": [{"seat": 1, "bot": "random"}] * 12_000},
    "a long list": [1] * 170_000,
    "a long text": {"mail": "a@" * 250_000, "text": "x"},
    "wide and deep": {"options": [[[0] * 50] * 50] * 50},
    "lines": {"moves": ["cast " + "iron*2 + " * 50] * 200},
}
PATHS = {
    "/players": "POST",
    "/recoveries": "POST",
    "/games": "POST",
    "/me/standby": "PUT",
    "/games/GAME/preview": "POST",
}
HEADERS = {
    "Accept": ",".join(f"a/b{number}" for number in range(LONG // 9)),
    "If-None-Match": "," * LONG,
    "Cookie": ";".join(f"a{number}=b" for number in range(LONG // 9)),
    "X-Forwarded-For": "192.0.2.1," * (LONG // 10),
    "Content-Type": "application/json; " + 'a="\\"";' * (LONG // 7),
    "Authorization": "Bearer " + "x" * LONG,
}


def make_requests(game):
    """Yield a name, a method, a path and what goes with it."""
    for what, body in BODIES.items():
        raw = json.dumps(body).encode()
        assert len(raw) <= MOST_BODY, what
        for path, method in PATHS.items():
            yield (
                f"{what} to {path}",
                method,
                path.replace("GAME", game),
                {"data": raw, "content_type": "application/json"},
            )
    for name, value in HEADERS.items():
        yield name, "GET", f"/games/{game}/view", {"headers": {name: value}}
    yield "a long query", "GET", "/games", {"query_string": {f"a{number}": 1 for number in range(LONG // 9)}}


def weigh(call, times=3):
    """Return what a call costs in CPU seconds, at best, and its last answer."""
    costs = []
    for _ in range(times):
        began = time.thread_time()
        answer = call()
        costs.append(time.thread_time() - began)
    return min(costs), answer


def weigh_turn(world):
    """Return what a signed turn costs."""
    return min(_weigh_one_turn(world) for _ in range(5))


def _weigh_one_turn(world):
    game, ada, _ = world.open_table()
    raw = ada.turn_slip(game, ["bid 1"])
    cost, answer = weigh(lambda: ada.slip("POST", f"/games/{game}/turns", raw), times=1)
    assert answer.status == 201
    return cost
