"""One log for everything: the same shape for requests, work and mail, each line with the id of what it belongs to.

What is logged is an allowlist of fields and path templates: never a token, a slip, a move or an address.
"""

import logging
import re
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO
from uuid import uuid4

import structlog
from structlog.contextvars import bind_contextvars, bound_contextvars, merge_contextvars
from structlog.stdlib import ExtraAdder, ProcessorFormatter
from structlog.typing import EventDict, Processor

from server.config import Config

LOGGERS = ("atelier", "waitress")
FIELDS = ("method", "route", "status", "ms")
"""What a line may say beside its event and its id."""
SECRETS = re.compile(
    r"\b(?:atl|inv)_[\w-]{8,}|[\w-]{1,64}\.[a-z2-7]{26}\b|[\w-]{20,}\.[\w-]{20,}\.[\w-]{40,}|[\w.!#$%&'*+/=?^`{|}~-]+@[\w-]+(?:\.[\w-]+)*"
)
"""Tokens, invitations, links of mails, slips and mail addresses."""


class Stderr(logging.StreamHandler[TextIO]):
    """Writes to stderr as it is now: a program that redirects it later is heard."""

    @property
    def stream(self) -> TextIO:
        """Where lines go."""
        return sys.stderr

    @stream.setter
    def stream(self, _stream: TextIO) -> None:
        """Nothing else is written to."""


def prepare_logs(config: Config) -> None:
    """Let all that is logged go to stderr in one shape, as text or JSON."""
    handler = Stderr()
    handler.setFormatter(ProcessorFormatter(processors=_make_shape(config)))
    for name in LOGGERS:
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.setLevel(logging.CRITICAL if config.log == "off" else logging.INFO)


def _make_shape(config: Config) -> list[Processor]:
    stamp: list[Processor] = [
        ExtraAdder(allow=FIELDS),
        ProcessorFormatter.remove_processors_meta,
        merge_contextvars,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.add_log_level,
        structlog.processors.format_exc_info,
        mask,
    ]
    plain = structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)
    return [*stamp, structlog.processors.JSONRenderer() if config.log == "json" else plain]


def mask(_logger: object, _name: str, event: EventDict) -> EventDict:
    """Cover tokens, slips and addresses that got into a message or a traceback."""
    for name in ("event", "exception"):
        if name in event:
            event[name] = SECRETS.sub("***", str(event[name]))
    return event


def begin_request() -> str:
    """Give every line of a request the id that its answer names; the next request in this thread takes its own."""
    request_id = secrets.token_hex(8)
    bind_contextvars(id=request_id)
    return request_id


@contextmanager
def log_as(work: str) -> Iterator[None]:
    """Give every line of a piece of work, such as a round of the worker or one mail, an id and a name of its own."""
    with bound_contextvars(id=uuid4().hex[:16], work=work):
        yield
