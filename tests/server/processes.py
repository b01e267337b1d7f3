"""Real server processes: started, killed, started again."""

import os
import re
import signal
import subprocess
import sys
import time
from typing import Any

import requests


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
            "ATELIER_LOG": "off",
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
