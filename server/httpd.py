"""The web server of `serve`: waitress, with limits on how long and how much anybody may keep it waiting.

waitress reads a request to its end before a thread sees it, so that slow clients cost a connection and nothing else.
What it lacks stands here: a deadline for a whole request, somebody who goes when all connections are taken, an end to
answers that nobody reads, and a stop that lets requests in hand end.
"""

import secrets
import socket
import time
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from waitress import wasyncore
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import ErrorTask

from engine.core.language import Text
from server.config import MOST_BODY, Web

MOST_HEADER = 16 * 1024
MOST_HELD = 32 * 1024 * 1024
"""Bytes of unfinished requests and unread answers, of all connections together."""
DEAF_SECONDS = 2
"""How long somebody who was refused can go on sending before the connection is cut."""
REFUSED: dict[int, tuple[str, Text]] = {
    413: ("body_too_large", Text("The request is too large.")),
    431: ("header_too_large", Text("The header of the request is too large.")),
}
UNREADABLE = ("malformed_request", Text("The request is not HTTP that can be read here."))
Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


class RefusalAtTheDoor(ErrorTask):  # type: ignore[misc]  # waitress has no types
    """The answer to what never reaches the app, as a problem like all others."""

    def execute(self) -> None:
        """Write the answer; the connection ends with it."""
        error = self.request.error
        code, detail = REFUSED.get(error.code, UNREADABLE)
        body = {
            "type": f"/problems/{code}",
            "title": code.replace("_", " "),
            "status": error.code,
            "detail": detail.say(),
            "code": code,
            "id": secrets.token_hex(8),
        }
        written = msgspec.json.encode(body)
        self.status = f"{error.code} {error.reason}"
        self.response_headers.append(("Content-Type", "application/problem+json"))
        self.set_close_on_finish()
        self.channel.says_why = True
        self.content_length = len(written)
        self.write(written)


class Visitor(HTTPChannel):  # type: ignore[misc]  # waitress has no types
    """One connection, and since when it keeps us waiting."""

    error_task_class = RefusalAtTheDoor
    says_why = False
    """Its last answer is a refusal, which is lost if the connection is closed while more comes in."""
    is_deaf = False
    """Nothing that still comes is read; it is about to end."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.since = time.time()
        super().__init__(*args, **kwargs)

    @property
    def held(self) -> int:
        """How many bytes are kept for it."""
        unfinished = 0 if self.request is None else self.request.body_bytes_received
        return int(unfinished + self.total_outbufs_len)

    def received(self, data: bytes) -> bool:
        """Take what has arrived: a part of a request, or more; whoever sends two at once gets one answer."""
        if self.is_deaf:
            return False
        if self.request is None:
            self.since = time.time()
        is_taken = bool(super().received(data))
        with self.requests_lock:
            if len(self.requests) > 1:
                for request in self.requests:
                    request.headers["CONNECTION"] = "close"
        if self.request is not None:
            self.server.hold_less()
        return is_taken

    def handle_close(self) -> None:
        """End it; after a refusal only our side, so that whoever is still sending can read why."""
        if not self.says_why:
            super().handle_close()
            return
        self.says_why, self.is_deaf, self.since, self.will_close = False, True, time.time(), False
        try:
            self.socket.shutdown(socket.SHUT_WR)
        except OSError:
            super().handle_close()

    def is_late(self, now: float, limits: Web) -> bool:
        """Tell whether a request does not end, nothing comes, or an answer is not read."""
        if self.is_deaf:
            return now - self.since > DEAF_SECONDS
        if self.request is not None and not self.requests:
            return now - self.since > limits.request_seconds
        is_idle = not self.requests or self.total_outbufs_len > 0
        return bool(is_idle and now - self.last_activity > limits.idle_seconds)


class WebServer(TcpWSGIServer):  # type: ignore[misc]  # waitress has no types
    """Serves an app at a listening socket until it is told to stop."""

    channel_class = Visitor

    def __init__(self, app: Wsgi, listener: socket.socket, limits: Web) -> None:
        self.limits = limits
        self.is_stopping = False
        super().__init__(
            app,
            _sock=listener,
            bind_socket=False,
            sockinfo=(listener.family, listener.type, listener.proto, listener.getsockname()),
            threads=limits.threads,
            ident="atelier",
            cleanup_interval=1,
            connection_limit=2 * limits.connections + limits.threads,
            max_request_header_size=MOST_HEADER,
            max_request_body_size=MOST_BODY + 1,
            inbuf_overflow=2 * MOST_BODY,
            outbuf_overflow=MOST_HELD,
            log_socket_errors=False,
            clear_untrusted_proxy_headers=False,
        )

    @property
    def visitors(self) -> list[Visitor]:
        """Who is connected and may stay so."""
        return [visitor for visitor in self.active_channels.values() if not visitor.will_close]

    def handle_accept(self) -> None:
        """Take one more connection; if there are too many, the one that has kept us waiting longest goes."""
        super().handle_accept()
        if len(self.visitors) > self.limits.connections:
            self._drop_longest_waiting()

    def hold_less(self) -> None:
        """Let visitors go for whom too much is kept, the longest waiting first."""
        while sum(visitor.held for visitor in self.visitors) > MOST_HELD and self._drop_longest_waiting(by_bytes=True):
            pass

    def _drop_longest_waiting(self, *, by_bytes: bool = False) -> bool:
        idle = [visitor for visitor in self.visitors if not visitor.requests and (visitor.held or not by_bytes)]
        if idle:
            min(idle, key=lambda visitor: visitor.since).will_close = True
        return bool(idle)

    def maintenance(self, now: float) -> None:
        """Let go of those who are late; waitress calls this every second."""
        self.hold_less()
        for visitor in self.visitors:
            if visitor.is_late(now, self.limits):
                visitor.will_close = True

    def run(self) -> None:
        """Serve until `stop`, then end what is in hand."""
        while not self.is_stopping:
            wasyncore.poll2(1.0, self._map)
        self._finish()

    def stop(self, *_: object) -> None:
        """Take no more requests; a signal may call this."""
        if not self.is_stopping:  # the second time what would be pulled may be closed
            self.is_stopping = True
            self.pull_trigger()

    def _finish(self) -> None:
        self.accepting = False
        self.del_channel()
        self.socket.close()
        end = time.monotonic() + self.limits.stop_seconds
        while self._close_idle() and time.monotonic() < end:
            wasyncore.poll2(0.1, self._map)
        self.task_dispatcher.shutdown(timeout=1)
        if not self.task_dispatcher.threads:  # a thread that is left would write into what is closed here
            wasyncore.close_all(self._map)

    def _close_idle(self) -> bool:
        """Let go of all who wait for no answer, and tell whether somebody is left."""
        for visitor in self.visitors:
            if not visitor.requests and not visitor.total_outbufs_len:
                visitor.will_close = True
        return bool(self.active_channels)
