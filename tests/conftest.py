"""What every test lives under: no network but loopback, no stop-watch, and two tiny games beside ours."""

import ipaddress
import signal
import socket

import hypothesis
import pytest

from tests.games import register_tiny_games

register_tiny_games()
hypothesis.settings.register_profile("default", deadline=None)  # a slow machine is not a bug
hypothesis.settings.register_profile("nightly", deadline=None, max_examples=2000)
hypothesis.settings.load_profile("default")
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell starts what runs in the background deaf to Ctrl-C


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
