"""A signed turn in the app alone, in one thread and without a network: its CPU against a bare post's, and its parts.

`python -m bench.turn_parts` lists the parts: every fifth of a millisecond the innermost of them is noted. Whatever else the
machine is doing slows all of them alike, so that what each takes of the whole can be told on a busy machine too.
"""

import io
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from types import FrameType
from typing import Any

from flask import Flask

from bench import bare
from bench.databases import new_club
from bench.light import Post
from bench.rounds import Tables, make_bare_round
from bench.rows import Row
from server import create_app

GAMES, ROUNDS = 60, 30
EVERY = 0.0002
PARTS = {
    "wsgi_app": "Flask: context, address, hooks, answer",
    "begin@server/__init__.py": "our own hooks: id, headers, counters, log",
    "finish": "our own hooks: id, headers, counters, log",
    "turn_body": "the body is read",
    "answer_slip": "the answer is written",
    "read_slip": "the slip is taken apart",
    "connect@club.py": "a connection to read by",
    "find@statements.py": "the select",
    "read_record": "page and table are unpacked",
    "draft_turn": "seat, ask and position are checked",
    "fits": "the signature that is checked",
    "_play": "the moves, on a copy",
    "write@clerk.py": "header, commitments, asks, receipt",
    "sign@keys.py": "the two signatures that are made",
    "begin@club.py": "the transaction begins and ends",
    "do_commit": "the commit",
    "_move_head": "the head is moved",
    "store@shelf.py": "the entry",
    "store_seats": "the seats",
    "_announce_turn": "the notice",
}
"""Functions, with their file where the name is not enough."""


def measure() -> Iterator[Row]:
    """Yield the CPU of a signed turn against that of a bare post, by turns."""
    with tempfile.TemporaryDirectory() as folder:
        config = new_club(Path(folder))
        yardstick, app = bare.create_app(bare.open_database(config)), create_app(config)
        tables = Tables(app, GAMES)
        rounds = [(spend(yardstick, make_bare_round(GAMES)), spend(app, tables.sign_round())) for _ in range(ROUNDS)]
        app.extensions["atelier"].engine.dispose()
    base, ours = (median(side) * 1e3 for side in zip(*rounds, strict=True))
    ratio = median(turn / post for post, turn in rounds)
    detail = f"{ours:.2f} against {base:.2f} ms"
    yield Row("a signed turn against a bare post, in the app alone, CPU", ratio, None, detail, more_is_better=False)


def spend(app: Flask, posts: list[Post]) -> float:
    """Return the CPU of a post in seconds, the median of a round."""
    return median(_time(app, post) for post in posts)


def _time(app: Flask, post: Post) -> float:
    environ = make_environ(post)
    began = time.thread_time()
    call(app, environ)
    return time.thread_time() - began


def make_environ(post: Post) -> dict[str, Any]:
    """Return a post as a web server gives it to an app."""
    return {
        "REQUEST_METHOD": "POST",
        "SCRIPT_NAME": "",
        "PATH_INFO": post.path,
        "QUERY_STRING": "",
        "SERVER_NAME": "127.0.0.1",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": "bench",
        "CONTENT_TYPE": post.kind,
        "CONTENT_LENGTH": str(len(post.body)),
        "wsgi.input": io.BytesIO(post.body),
        "wsgi.errors": sys.stderr,
        "wsgi.url_scheme": "http",
    }


def call(app: Flask, environ: dict[str, Any]) -> None:
    """Let an app take a request; it must say 201."""
    said: list[str] = []
    answer = app(environ, lambda status, *_: said.append(status))  # type: ignore[arg-type]
    b"".join(answer)
    assert said[0].startswith("201"), said


def find_parts() -> tuple[float, Counter[str]]:
    """Return what a turn takes, in seconds of a clock, and in how many samples each part was met."""
    seen: Counter[str] = Counter()
    signal.signal(signal.SIGALRM, lambda _, frame: seen.update([name_part(frame)]))
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(new_club(Path(folder)))
        tables = Tables(app, GAMES)
        spent = [_sample(app, make_environ(post)) for _ in range(ROUNDS) for post in tables.sign_round()]
        app.extensions["atelier"].engine.dispose()
    return median(spent), seen


def _sample(app: Flask, environ: dict[str, Any]) -> float:
    signal.setitimer(signal.ITIMER_REAL, EVERY * random.random() + 1e-6, EVERY)
    began = time.perf_counter()
    call(app, environ)
    spent = time.perf_counter() - began
    signal.setitimer(signal.ITIMER_REAL, 0)
    return spent


def name_part(frame: FrameType | None) -> str:
    """Return the innermost part that a stack is in."""
    while frame is not None:
        code = frame.f_code
        part = PARTS.get(code.co_name) or PARTS.get(_with_file(code.co_name, code.co_filename))
        if part is not None:
            return part
        frame = frame.f_back
    return "the bench itself"


def _with_file(name: str, path: str) -> str:
    return next((key for key in PARTS if key.startswith(f"{name}@") and path.endswith(key.partition("@")[2])), "")


def show(spent: float, seen: Counter[str], say: Callable[[str], None] = print) -> None:
    """Say what each part takes, the dearest first."""
    total = sum(seen.values())
    for part, count in seen.most_common():
        say(f"{spent * 1e6 * count / total:7.0f} us {count / total:6.1%}  {part}")


if __name__ == "__main__":
    from bench.__main__ import line

    for row in measure():
        print(line(row), flush=True)
    show(*find_parts())
