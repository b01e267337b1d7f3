"""A line between people and the server that breaks now and then, in the middle of a request or of an answer."""

import random
import socket
import threading
from contextlib import suppress

from tests.mail.post import free_port

BYTES_UNTIL_CUT = (500, 80_000)


class BadLine:
    """Passes bytes on to the server's port; each connection breaks off after a random number of them."""

    def __init__(self, port: int) -> None:
        self.target = port
        self.port = free_port()
        self.cuts = 0
        self.rng = random.Random()
        self._listener = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        """Where people call."""
        return f"http://127.0.0.1:{self.port}"

    def close(self) -> None:
        """Take no more calls."""
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                caller, _ = self._listener.accept()
                threading.Thread(target=self._connect, args=(caller,), daemon=True).start()

    def _connect(self, caller: socket.socket) -> None:
        try:
            callee = socket.create_connection(("127.0.0.1", self.target), timeout=60)
        except OSError:
            caller.close()
            return
        call = Call(self, caller, callee, self.rng.randint(*BYTES_UNTIL_CUT))
        threading.Thread(target=call.carry, args=(caller, callee), daemon=True).start()
        call.carry(callee, caller)


class Call:
    """One connection: two ways, and the bytes that are left until it breaks."""

    def __init__(self, line: BadLine, caller: socket.socket, callee: socket.socket, left: int) -> None:
        self.line = line
        self.ends = (caller, callee)
        self.left = left

    def carry(self, source: socket.socket, target: socket.socket) -> None:
        """Carry bytes one way until somebody hangs up or the line breaks."""
        with suppress(OSError):
            while data := source.recv(4096):
                target.sendall(data[: max(0, self.left)])
                self.left -= len(data)
                if self.left <= 0:
                    self.line.cuts += 1
                    break
        for end in self.ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
