"""Web servers that can stand before an app, so that two apps are compared on the same one."""

import gc
import importlib
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import requests

from server.config import Config
from server.config import Web as WebLimits
from server.httpd import WebServer
from server.serving import bind
from tests.mail.post import free_port


class Web(NamedTuple):
    """A web server by name, with so many processes of so many threads."""

    name: str = "waitress"
    processes: int = 1
    threads: int = 8

    def command(self, app: str, port: int) -> list[str]:
        """Return what starts it with an app, which is named as MODULE:FACTORY."""
        return [sys.executable, "-m", *COMMANDS[self.name](self, app, str(port))]


def _waitress(web: Web, app: str, port: str) -> list[str]:
    return ["bench.web", app, port, str(web.processes), str(web.threads)]


def _granian(web: Web, app: str, port: str) -> list[str]:
    sizes = ["--workers", str(web.processes), "--blocking-threads", str(web.threads)]
    return ["granian", "--interface", "wsgi", *sizes, "--port", port, "--no-log", "--factory", app]


def _gunicorn(web: Web, app: str, port: str) -> list[str]:
    sizes = ["--workers", str(web.processes), "--threads", str(web.threads)]
    return [
        "gunicorn",
        "--worker-class",
        "gthread",
        *sizes,
        "--bind",
        f"127.0.0.1:{port}",
        "--log-level",
        "error",
        f"{app}()",
    ]


COMMANDS = {"waitress": _waitress, "granian": _granian, "gunicorn": _gunicorn}
WAITRESS = Web()


class Served(NamedTuple):
    """An app that is being served."""

    port: int
    pid: int

    @property
    def cpu(self) -> float:
        """How many seconds of CPU it has used, all of its processes and threads together (Linux)."""
        return sum(_read_cpu(pid) for pid in (self.pid, *_find_children(self.pid)))


def _find_children(pid: int) -> list[int]:
    found = [int(one) for path in Path(f"/proc/{pid}/task").glob("*/children") for one in path.read_text().split()]
    return [*found, *(one for child in found for one in _find_children(child))]


def _read_cpu(pid: int) -> float:
    """Return what the scheduler has counted: finer than the ticks in `stat`."""
    tasks = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(path.read_text().split()[0]) for path in tasks) / 1e9


@contextmanager
def serving(app: str, config: Config, web: Web = WAITRESS) -> Iterator[Served]:
    """Serve an app for a club on a web server."""
    settings = {
        "ATELIER_CLUB": config.home,
        "ATELIER_DATABASE_URL": config.database_url,
        "ATELIER_LOG": "off",
        "ATELIER_RATES": "false",
    }
    port = free_port()
    with subprocess.Popen(web.command(app, port), env={**os.environ, **settings}) as process:
        try:
            wait_for(f"http://127.0.0.1:{port}")
            yield Served(port, process.pid)
        finally:
            process.terminate()


def wait_for(origin: str) -> None:
    """Wait until a server answers."""
    for _ in range(400):
        try:
            requests.get(f"{origin}/readyz", timeout=2).raise_for_status()
        except requests.RequestException:
            time.sleep(0.05)
        else:
            return
    raise TimeoutError(origin)


def serve_with_waitress(app: str, port: int, processes: int, threads: int) -> None:
    """Serve an app as `atelier serve` does, from one or several processes that share a listening socket."""
    listener = bind("127.0.0.1", port)
    others = fork(processes - 1)
    module, _, factory = app.partition(":")
    server = WebServer(getattr(importlib.import_module(module), factory)(), listener, WebLimits(threads=threads))
    gc.freeze()
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    signal.signal(signal.SIGTERM, server.stop)
    server.run()
    for other in others:
        os.kill(other, signal.SIGTERM)
        os.waitpid(other, 0)


def fork(number: int) -> list[int]:
    """Return the processes that were forked off; in each of these there are none."""
    others = []
    for _ in range(number):
        others.append(os.fork())
        if not others[-1]:
            return []
    return others


if __name__ == "__main__":
    serve_with_waitress(sys.argv[1], *map(int, sys.argv[2:]))
