"""Logs and metrics: an allowlist of fields and path templates, never a token, a slip or an address."""

import logging
import sys
from functools import lru_cache
from typing import Any

import structlog
from flask import Request, Response, g
from prometheus_client import CollectorRegistry, Counter, Histogram

from server.config import Config

METRICS = CollectorRegistry()
REQUESTS = Counter("atelier_requests_total", "Requests answered", ["method", "route", "status"], registry=METRICS)
SECONDS = Histogram("atelier_request_seconds", "Time to answer", ["method", "route"], registry=METRICS)


def prepare_logs(config: Config) -> Any:
    """Return a log with one line per request on stderr, as text or JSON."""
    shape = structlog.processors.JSONRenderer() if config.log == "json" else structlog.dev.ConsoleRenderer(colors=False)
    level = logging.CRITICAL if config.log == "off" else logging.INFO
    structlog.configure(
        processors=[structlog.processors.TimeStamper(fmt="iso", utc=True), structlog.processors.add_log_level, shape],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    return structlog.get_logger("atelier.request").bind()


@lru_cache(maxsize=1024)
def _meters(method: str, route: str, status: int) -> tuple[Counter, Histogram]:
    return REQUESTS.labels(method, route, str(status)), SECONDS.labels(method, route)


def log_request(log: Any, request: Request, response: Response, seconds: float) -> None:
    """Log and count one answer, by its path template."""
    route = request.url_rule.rule if request.url_rule else "unknown"
    counter, clock = _meters(request.method, route, response.status_code)
    counter.inc()
    clock.observe(seconds)
    log.info(
        "request", method=request.method, route=route, status=response.status_code, ms=round(seconds * 1000, 1),
        id=g.request_id,
    )  # fmt: skip
