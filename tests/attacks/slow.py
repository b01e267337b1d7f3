"""Clients who keep a server waiting: they drip a header or a body, leave answers unread, or just stay."""

import contextlib
import selectors
import socket
import threading

BEGUN = {
    "silent": b"",
    "dripped header": b"GET /healthz HTTP/1.1\r\nHost: club\r\nX-Slow: ",
    "dripped body": b"POST /v1/recoveries HTTP/1.1\r\nHost: club\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n",
    "dripped chunks": b"POST /v1/recoveries HTTP/1.1\r\nHost: club\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nffff\r\n",
    "idle": b"GET /healthz HTTP/1.1\r\nHost: club\r\n\r\n",
    "unread": b"GET /openapi.json HTTP/1.1\r\n\r\n" * 260,
}
"""What each kind sends at once."""
DRIPS = {"dripped header", "dripped body", "dripped chunks"}


class SlowClients:
    """Many connections of one kind; those that drip send a byte twice a second."""

    def __init__(self, port, number, kind):
        self.port, self.number, self.kind = port, number, kind
        self.sockets = []
        self._stop = threading.Event()
        self._dripping = threading.Thread(target=self._drip, daemon=True)

    def __enter__(self):
        for _ in range(self.number):
            self.sockets.append(self._begin())
        self._dripping.start()
        return self

    def _begin(self):
        client = socket.socket()
        if self.kind == "unread":
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.settimeout(30)
        client.connect(("127.0.0.1", self.port))
        with contextlib.suppress(ConnectionError):  # turned away already
            client.sendall(BEGUN[self.kind])
        if self.kind == "idle":
            assert client.recv(4096).startswith(b"HTTP/1.1 200")
        return client

    def _drip(self):
        while self.kind in DRIPS and not self._stop.wait(0.5):
            for client in self.sockets:
                with contextlib.suppress(OSError):
                    client.send(b"a")

    def wait_for_ends(self, number, seconds=30):
        """Return how many connections the server has ended, once there are so many or time is up."""
        ended = set()
        with selectors.DefaultSelector() as selector:
            for client in self.sockets:
                selector.register(client, selectors.EVENT_READ)
            for _ in range(seconds * 10):
                for key, _ in selector.select(0.1):
                    if self._is_ended(key.fileobj):
                        selector.unregister(key.fileobj)
                        ended.add(key.fileobj)
                if len(ended) >= number:
                    break
        return len(ended)

    @staticmethod
    def _is_ended(client):
        try:
            return client.recv(1 << 20) == b""
        except ConnectionError:
            return True

    def __exit__(self, *_):
        self._stop.set()
        self._dripping.join()
        for client in self.sockets:
            client.close()
