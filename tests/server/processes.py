"""Real server processes: started, killed, started again."""

import os
import re
import signal
import subprocess
import sys
import time
from typing import Any

import requests

from server import create_app
from server.config import load_config
from tests.databases import make_club, name_database


class Served:
    """A club served by a process of its own."""

    def __init__(self, config, *, log=None, **environment):
        self.config = config
        self.log = log
        self.environment = environment
        self.process: Any = None
        self.port = 0

    def start(self):
        settings = {
            "ATELIER_CLUB": self.config.home,
            "ATELIER_DATABASE_URL": self.config.database_url,
            "ATELIER_ORIGIN": self.config.origin,
            "ATELIER_LOG": "text" if self.log else "off",
            "ATELIER_RATES": "false",
            **self.environment,
        }
        code = "from tests.games import register_tiny_games; register_tiny_games(); from server.__main__ import main; main()"
        command = [sys.executable, "-c", code, str(self.port)]
        with open(self.log or os.devnull, "a") as log:  # noqa: PTH123 - either kind of name
            stderr = log if self.log else None
            environment = {**os.environ, **settings}
            self.process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=stderr, text=True)
        found = re.search(r":(\d+)", self.process.stdout.readline())
        assert found is not None
        self.port = int(found[1])
        self._wait()
        return self

    def _wait(self):
        for _ in range(300):
            try:
                if requests.get(f"{self.url}/readyz", timeout=5).status_code == 200:
                    return
            except requests.RequestException:  # not there yet, or busy
                time.sleep(0.05)
        raise TimeoutError(self.url)

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=30)
        self.process.stdout.close()


class ServedClubs:
    """One club on each database, served by a process that is started when it is first asked for."""

    def __init__(self, folder, find_postgres):
        self.folder = folder
        self.find_postgres = find_postgres
        self.started = {}

    def serve(self, kind):
        """Return the server and the services of the club on a kind of database."""
        if kind not in self.started:
            self.started[kind] = self._start(kind)
        return self.started[kind]

    def _start(self, kind):
        url = name_database(self.find_postgres()).render_as_string(hide_password=False) if kind == "postgres" else ""
        config = load_config({}, home=str(self.folder / kind), database_url=url, log="off", rates=False)
        make_club(config)
        return Served(config).start(), create_app(config).extensions["atelier"]

    def close(self):
        for server, club in self.started.values():
            server.stop()
            club.engine.dispose()
